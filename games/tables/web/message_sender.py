"""The messages of browsers on their way to the croupiers.

Messages that arrive while Valkey takes a batch travel in the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import msgspec
import redis.asyncio as valkey
import structlog
from redis.exceptions import RedisError

from games.models import SHARDS
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import MessageBatch, QueuedMessage
from games.tables.transport.keyring import Keyring
from games.tables.web.presence import Presence

log = structlog.get_logger("web")
Batches = dict[int, list[QueuedMessage]]  # by shard


class MessageSender:
    def __init__(
        self,
        keyring: Keyring,
        client: valkey.Redis,
        presence: Presence,
        refuse: Callable[[QueuedMessage], None],
    ) -> None:
        self.keyring, self.presence, self.refuse = keyring, presence, refuse
        self.valkey: Any = client  # its types describe the blocking client as well
        self.outgoing: Batches = defaultdict(list)
        self.sending: asyncio.Task[None] | None = None

    def send(self, message: QueuedMessage) -> None:
        self.outgoing[message.table % SHARDS].append(message)
        if self.sending is None:
            self.sending = asyncio.create_task(self._send_outgoing())

    async def _send_outgoing(self) -> None:
        try:
            while self.outgoing:
                batches, self.outgoing = self.outgoing, defaultdict(list)
                await self._refuse_above_rate(batches)
                pipe = self.valkey.pipeline(transaction=False)
                for shard, messages in batches.items():
                    batch = envelope.seal_batch(self.keyring, MessageBatch(self.keyring.id, messages))
                    pipe.rpush(envelope.shard_list(shard), batch)
                try:
                    await pipe.execute()
                except (RedisError, OSError) as error:  # clients without a reply retry
                    log.warning("messages not sent", error=str(error))
        finally:
            self.sending = None

    async def _refuse_above_rate(self, batches: Batches) -> None:
        """Players with sockets at several processes have one rate for all of them.

        Messages above it are refused here.
        """
        counted = [
            (messages, message)
            for messages in batches.values()
            for message in messages
            if message.player in self.presence.split
        ]
        if not counted:
            return
        with contextlib.suppress(RedisError, OSError):
            allowed = await self.presence.count_messages([message.player for _, message in counted])
            for (messages, message), is_allowed in zip(counted, allowed, strict=True):
                if not is_allowed:
                    messages.remove(message)
                    self.refuse(message)

    async def send_internal(self, table: int, command: protocol.InternalCommand) -> None:
        """Sends a command of this process itself, not of a browser."""
        message = QueuedMessage(0, 0, table, msgspec.json.encode(command), proof=b"")
        await self.valkey.rpush(envelope.command_list(table), self._internal_batch(message))

    async def report_presence(self, players: dict[int, set[int]]) -> None:
        """Tells the croupiers of each shard which players have sockets here: only their frames are sent to
        this process.
        """
        pipe = self.valkey.pipeline(transaction=False)
        for shard, present in players.items():
            body = msgspec.json.encode(protocol.RenewPresence(tuple(present)))
            pipe.rpush(
                envelope.shard_list(shard), self._internal_batch(QueuedMessage(0, 0, 0, body, proof=b""))
            )
        await pipe.execute()

    def _internal_batch(self, message: QueuedMessage) -> bytes:
        sender = envelope.internal_sender(self.keyring.id)
        return envelope.seal_batch(self.keyring, MessageBatch(sender, [message]))
