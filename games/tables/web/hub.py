"""The live part of a web process: its sockets, one subscription for them all, and the way to croupiers.

A frame is encoded once and written straight to every socket that it is for; frames for one socket in one turn
of the event loop travel together. A socket that does not read is closed, so that it never slows another.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from typing import Any
from uuid import UUID

import msgspec
import structlog
from django.conf import settings
from redis.exceptions import RedisError

from games.models import SHARDS
from games.rules.shared.refusals import Refusal
from games.tables.transport import envelope, protocol
from games.tables.transport.client import own_keyring
from games.tables.transport.envelope import QueuedMessage, SocketClosing
from games.tables.transport.keyring import (
    WEB,
    Keyring,
    NoPartError,
    Opened,
    RejectedMessageError,
    UnknownSenderError,
)
from games.tables.web.hub_queries import (
    credential_epochs,
    end_session,
    hands_in_play,
    holders_of,
    is_barred,
    messages_waiting,
    renew_keys,
    tables_with_a_stay,
)
from games.tables.web.message_sender import MessageSender
from games.tables.web.presence import MAX_SOCKETS_PER_TABLE, Presence
from games.tables.web.socket_protocol import TableSocketProtocol, text_frame
from games.tables.web.sockets import Socket
from games.tables.web.spectators import AddressCounter, SnapshotRequests
from games.tables.web.subscription import Subscription
from players.identity.sign_in.session_store import proof_digest
from players.shared import database_time
from players.shared.command_traces import command_traces
from players.shared.valkey_clients import connect_async, follows_master

log = structlog.get_logger("web")
HEARTBEAT_INTERVAL = 1.5  # seconds between two heartbeats of a watched table
# How soon and how often the hub asks whether the stay of a removed player has ended, in seconds.
STAY_CHECKED_AFTER, STAY_CHECKED_EVERY = 0.25, 2.0
RECHECK_INTERVAL = 15.0  # seconds between two checks that the sessions of all sockets are live
LOST_AFTER = 3.0  # seconds without a socket after which a player's connection to a table counts as lost
MAX_ATTEMPTS = 60  # attempts, one a second, to report a lost connection while Valkey is away
CARE_INTERVAL = 3.0  # seconds between two looks for messages about the play of those who are here
KEY_LOOKUP_INTERVAL = 0.2  # seconds between two readings of the registered keys because of an unknown sender
MAX_CONNECTIONS = 4  # connections to Valkey, shared by all sockets
UNREACHED_VERSION = 2**53  # a version that no table reaches: a client that receives it requests a snapshot


class Hub:
    """All sockets of this process."""

    def __init__(self) -> None:
        self.keyring = Keyring(WEB)
        self.registered, self.looked_up = False, 0.0
        self.sockets: dict[int, Socket] = {}
        self.tables: dict[int, set[Socket]] = {}
        self.people: dict[int, set[Socket]] = {}
        self.versions: dict[int, int] = {}
        self.croupiers: dict[int, str] = {}  # by table: the process that its last message came from
        self.unsent: list[Socket] = []
        self.count = 0
        self.tasks: list[asyncio.Task[None]] = []
        self.background: set[asyncio.Task[None]] = set()
        self.removed: set[int] = set()  # players whose sockets close when their stays end
        self.ending: set[str] = set()  # sessions whose time is over: they end with the hands in play
        self.valkey = connect_async(
            settings.REDIS_URL, max_connections=MAX_CONNECTIONS, socket_connect_timeout=1, socket_timeout=5
        )
        self._use_keyring()
        self.subscription = Subscription(
            self._channels, self._open, lambda: self._resynchronise(list(self.sockets.values()))
        )
        self.snapshot_requests, self.addresses = SnapshotRequests(), AddressCounter()

    def _use_keyring(self) -> None:
        self.presence = Presence(self.keyring, self.valkey)
        self.sender = MessageSender(self.keyring, self.valkey, self.presence, self._refuse_above_rate)

    def start(self) -> None:
        """Starts with the first socket, because processes are forked from one that has loaded this module
        (casino.services.prefork).

        Each needs its own keys and name: under an inherited name it would receive replies for sockets of
        another process.
        """
        if not self.tasks:
            self.keyring = Keyring(WEB)
            own_keyring.adopt(self.keyring)
            command_traces.start("web")
            self._use_keyring()
            self.tasks = [
                asyncio.create_task(task)
                for task in (
                    self.subscription.run(),
                    self._send_heartbeats(),
                    self._recheck_sessions(),
                    self._send_care_frames(),
                )
            ]

    async def enter(
        self,
        table: int,
        player: int,
        proof: bytes,
        connection: TableSocketProtocol,
        *,
        person: int = 0,
        epoch: int = 0,
    ) -> Socket | None:
        """A new socket, unless the person has enough of them, at this table or in all, here or at other
        processes.
        """
        self.start()
        if not self.registered:
            await self._renew_keys()
        others = self.people.get(player, ()) if player else ()
        here = sum(1 for other in others if other.table == table)
        if len(others) >= settings.TABLE_SOCKETS_A_PERSON or here >= MAX_SOCKETS_PER_TABLE:
            return None
        self.count += 1
        socket = self.sockets[self.count] = Socket(
            self.count, table, player, proof_digest(proof), connection, self.presence.rate_limit(player)
        )
        socket.person, socket.epoch, socket.proof = person, epoch, proof
        self.people.setdefault(player, set()).add(socket)
        if player and not await self._register_socket(socket):
            self._forget(socket)
            return None
        watching = self.tables.setdefault(table, set())
        watching.add(socket)
        if len(watching) == 1:
            await self.subscription.add(envelope.table_channel(table))
        return socket

    async def _register_socket(self, socket: Socket) -> bool:
        try:
            return await self.presence.enter(socket.player, socket.table, socket.number)
        except (RedisError, OSError):  # while Valkey is away only the sockets at this process count
            return True

    def _forget(self, socket: Socket) -> None:
        self.sockets.pop(socket.number, None)
        command_traces.forget(socket.number)
        for group, key in ((self.people, socket.player), (self.tables, socket.table)):
            if (sockets := group.get(key)) is not None:
                sockets.discard(socket)
                if not sockets:
                    del group[key]

    async def leave(self, socket: Socket) -> None:
        self._forget(socket)
        if socket.player:
            with contextlib.suppress(RedisError, OSError):
                await self.presence.leave(socket.player, socket.table, socket.number)
            self._in_background(self._report_disconnect(socket.player, socket.table, database_time.now_ms()))
        if socket.table not in self.tables:
            self.versions.pop(socket.table, None)
            self.croupiers.pop(socket.table, None)
            self.snapshot_requests.forget(socket.table)
            await self.subscription.remove(envelope.table_channel(socket.table))

    def _in_background(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    async def _report_disconnect(self, player: int, table: int, since: int) -> None:
        """Reports to the table that a player's last socket closed and no other opened.
        [BJ-29] [CS-34] [HE-73]
        """
        await asyncio.sleep(LOST_AFTER)
        for _ in range(MAX_ATTEMPTS):
            if any(socket.table == table for socket in self.people.get(player, ())):
                return
            try:
                if not await self.presence.is_elsewhere(player, table):
                    await self.sender.send_internal(table, protocol.ReportDisconnect(player, since))
                return
            except (RedisError, OSError):
                await asyncio.sleep(1)

    def request_snapshot(self, socket: Socket, body: bytes) -> None:
        """All spectators of a table see the same: one of them requests the snapshot, and it serves all until
        the next event. A player's holds the seat and the balance, so that each of them asks.
        """
        version = self.versions.get(socket.table)
        if socket.player:
            self.send(socket, body)
        elif frame := self.snapshot_requests.current(socket.table, version, database_time.now_ms()):
            self._reply([socket.number], text_frame(frame))
        elif self.snapshot_requests.must_ask(socket.table, socket.number):
            self.send(socket, body)

    def send(self, socket: Socket, body: bytes, trace: bytes = b"") -> None:
        """Sends a browser's message on to the croupiers."""
        self.sender.send(
            QueuedMessage(socket.number, socket.player, socket.table, body, socket.epoch, socket.proof, trace)
        )

    def refuse(self, socket: Socket, command_id: UUID | None, code: Refusal, **details: Any) -> None:
        self.write(socket, text_frame(protocol.refused_frame(command_id, code.value, "", details)))

    def _refuse_above_rate(self, message: QueuedMessage) -> None:
        if socket := self.sockets.get(message.socket):
            socket.under_way = max(0, socket.under_way - 1)
            command_id = getattr(protocol.decode_message(message.body), "id", None)
            self.refuse(socket, command_id, Refusal.TOO_MANY, each_second=settings.TABLE_MESSAGES_A_SECOND)

    def _channels(self) -> list[str]:
        own = envelope.web_channel(self.keyring.id)
        shared = [envelope.BALANCES, envelope.HEARTBEATS, envelope.CLOSINGS, envelope.SHARED_PLAYERS]
        return [own, *shared, *map(envelope.table_channel, self.tables)]

    def _open(self, channel: str, sealed: bytes) -> None:
        try:
            self._relay(channel, self.keyring.open(channel, sealed))
        except UnknownSenderError:
            self._in_background(self._look_up_sender())
        except NoPartError as error:
            # Every web process receives the balances, with a part for those that have the players' sockets.
            if channel != envelope.BALANCES:
                log.warning("message refused", channel=channel, error=str(error))
        except (RejectedMessageError, msgspec.DecodeError, ValueError) as error:
            log.warning("message refused", channel=channel, error=str(error))

    def _relay(self, channel: str, opened: Opened) -> None:
        kind, _, name = channel.partition(":")
        message = opened.private
        match kind:
            case "table":
                self._relay_frames(int(name), opened)
            case "web":
                for number, frame in envelope.decode_replies(message):
                    if (socket := self.sockets.get(number)) is not None:
                        self.croupiers[socket.table] = opened.sender.id
                    self._reply((number, *self.snapshot_requests.answered(number, frame)), text_frame(frame))
            case envelope.BALANCES:
                self._relay_balances(message)
            case envelope.CLOSINGS:
                self._in_background(self._close_sockets(envelope.decode_closing(message)))
            case envelope.SHARED_PLAYERS:
                if int(message) in self.people:
                    self.presence.split.add(int(message))
            case envelope.HEARTBEATS:
                for table, version in envelope.decode_heartbeats(message).items():
                    if table in self.tables:
                        self.versions[table] = version

    def _reply(self, numbers: Sequence[int], frame: bytes) -> None:
        for number in numbers:
            if socket := self.sockets.get(number):
                socket.under_way, socket.answered = max(0, socket.under_way - 1), time.monotonic()
                self.write(socket, frame)
        if command_traces.open and (end := command_traces.reply_arrived(numbers[0], frame)) is not None:
            asyncio.get_running_loop().call_soon(end)  # after the writing, which was scheduled before it

    def _relay_frames(self, table: int, opened: Opened) -> None:
        frames = envelope.decode_public(opened.public)
        self.versions[table] = frames.version
        self.snapshot_requests.note_frame(table, frames.public)
        public = text_frame(frames.public)
        players = envelope.decode_player_frames(opened.private) if opened.private else {}
        own = {player: text_frame(frame) for player, frame in players.items() if player in self.people}
        before, self.croupiers[table] = self.croupiers.get(table), opened.sender.id
        for socket in self.tables.get(table, ()):
            self.write(socket, public)
            if (frame := own.get(socket.player)) is not None:
                self.write(socket, frame)
        if before not in (None, opened.sender.id):
            # A different croupier does not know yet that this process has sockets of these players.
            self._resynchronise([socket for socket in self.tables.get(table, ()) if socket.player])

    def _relay_balances(self, message: bytes) -> None:
        for player, frame in envelope.decode_player_frames(message).items():
            if player and (sockets := self.people.get(player)):
                encoded = text_frame(frame)
                for socket in sockets:
                    self.write(socket, encoded)

    async def _close_sockets(self, closing: SocketClosing) -> None:
        """Closes sockets if the message proves the session, or if the database says the same.

        A player who may not play keeps the sockets of tables where the stay has not ended. (A84)
        """
        sockets = [
            socket
            for socket in self.sockets.values()
            if (closing.session and socket.session == closing.session)
            or (closing.player and socket.player == closing.player)
        ]
        is_proven = proof_digest(closing.proof) == closing.session != ""
        if not sockets or not (is_proven or await is_barred(closing)):
            return
        stays = await tables_with_a_stay(closing.player) if closing.player else set()
        for socket in sockets:
            if socket.table not in stays:
                socket.drop(closing.reason)
        if closing.player not in self.removed and any(socket.table in stays for socket in sockets):
            self.removed.add(closing.player)
            self._in_background(self._drop_when_stays_end(closing))

    async def _drop_when_stays_end(self, closing: SocketClosing) -> None:
        """Closes the sockets that a removed player kept, each when the stay at its table has ended."""
        wait = STAY_CHECKED_AFTER
        while kept := list(self.people.get(closing.player, ())):
            await asyncio.sleep(wait)
            wait = min(2 * wait, STAY_CHECKED_EVERY)
            try:
                stays = await tables_with_a_stay(closing.player)
                if not await is_barred(closing):
                    break
            except Exception:  # while the database is away no socket is closed
                log.warning("stays not checked", exc_info=True)
                continue
            for socket in kept:
                if socket.table not in stays:
                    socket.drop(closing.reason)
            if not any(socket.table in stays for socket in kept):
                break
        self.removed.discard(closing.player)

    def write(self, socket: Socket, frame: bytes) -> None:
        """Queues an encoded frame. All frames of one turn of the event loop are written at once."""
        if not self.unsent:
            asyncio.get_running_loop().call_soon(self._write)
        if not socket.unsent:
            self.unsent.append(socket)
        socket.unsent.append(frame)

    def _write(self) -> None:
        sockets, self.unsent = self.unsent, []
        for socket in sockets:
            socket.flush()

    async def _send_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_INTERVAL)
            await follows_master(self.valkey)
            with contextlib.suppress(RedisError, OSError):
                await self.presence.report_alive(len(self.sockets))
            await self._renew_keys()
            await self._drop_changed()
            now = database_time.now_ms()
            for table, sockets in self.tables.items():
                frame = text_frame(protocol.heartbeat_frame(self.versions.get(table, 0), now))
                for socket in sockets:
                    self.write(socket, frame)

    async def _send_care_frames(self) -> None:
        """Tells open tables that a message about play waits, or waits no more. The record is asked, because
        Valkey may lose a message, and a player may sign in at another process.
        """
        while True:
            await asyncio.sleep(CARE_INTERVAL)
            try:
                waiting = await messages_waiting([player for player in self.people if player])
            except Exception:  # the database is away: the next look tells
                log.warning("messages about play not read", exc_info=True)
                continue
            for socket in self.sockets.values():
                if (number := waiting.get(socket.player, 0)) != socket.care:
                    socket.care = number
                    self.write(socket, text_frame(protocol.care_frame(number)))

    async def _drop_changed(self) -> None:
        """Closes the sockets of people whose password, second factor or rights changed: a new socket checks
        the session again.
        """
        try:
            people = {socket.person for socket in self.sockets.values() if socket.person}
            epochs = await credential_epochs(sorted(people))
        except Exception:  # the database is away: the bet's own transaction checks as well
            log.warning("credentials not checked", exc_info=True)
            return
        for socket in list(self.sockets.values()):
            if socket.person and epochs.get(socket.person, socket.epoch) != socket.epoch:
                socket.drop("going-away")

    async def _recheck_sessions(self) -> None:
        """Closes sockets of sessions that have ended, in case Valkey lost the message about them."""
        while True:
            await asyncio.sleep(RECHECK_INTERVAL)
            with contextlib.suppress(RedisError, OSError):
                await self.presence.renew(
                    [(s.player, s.table, s.number) for s in self.sockets.values() if s.player]
                )
                await self._report_presence()
            sessions = {socket.session for socket in self.sockets.values() if socket.session}
            try:
                holders = await holders_of(sessions)
            except Exception:  # while the database is away no socket is closed
                log.warning("sign-ins not checked", exc_info=True)
                continue
            for socket in list(self.sockets.values()):
                if socket.session in sessions and not socket.is_held_by(holders.get(socket.session)):
                    socket.drop("signed-out")
            for session, holder in holders.items():
                if holder.is_over and session not in self.ending:
                    self.ending.add(session)
                    self._in_background(self._end_after_hands(session, holder.person))

    async def _end_after_hands(self, session: str, person: int) -> None:
        """Ends a session whose time is over: at once, or with the hands that are in play now."""
        wait = STAY_CHECKED_AFTER
        try:
            rounds = await hands_in_play(person)
            for socket in self.sockets.values():
                if socket.session == session:
                    socket.last_round = dict(rounds).get(socket.table, 0)
            while rounds:
                await asyncio.sleep(wait)
                wait = min(2 * wait, STAY_CHECKED_EVERY)
                rounds &= await hands_in_play(person)
            proofs = [socket.proof for socket in self.sockets.values() if socket.session == session]
            if proofs:
                await end_session(session, proofs[0])
        except Exception:  # the database does not answer: the next check starts again
            log.warning("session not ended", exc_info=True)
        finally:
            self.ending.discard(session)

    async def _report_presence(self) -> None:
        players: dict[int, set[int]] = defaultdict(set)
        for socket in self.sockets.values():
            if socket.player:
                players[socket.table % SHARDS].add(socket.player)
        await self.sender.report_presence(players)

    async def _renew_keys(self) -> None:
        try:
            await renew_keys(self.keyring, first=not self.registered)
            self.registered = True
        except Exception:  # while the database is away the known keys stay in use
            log.warning("keys not renewed", exc_info=True)

    async def _look_up_sender(self) -> None:
        """A croupier that has just started is registered, but not known here yet."""
        if time.monotonic() - self.looked_up > KEY_LOOKUP_INTERVAL:
            self.looked_up = time.monotonic()
            await self._renew_keys()

    def _resynchronise(self, sockets: Sequence[Socket]) -> None:
        """Frames may be lost: these clients are sent an unreached version and request a snapshot."""
        self.snapshot_requests.forget()
        frame = text_frame(protocol.heartbeat_frame(UNREACHED_VERSION, database_time.now_ms()))
        for socket in sockets:
            self.write(socket, frame)


hub = Hub()
