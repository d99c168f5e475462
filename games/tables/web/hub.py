"""The live part of a web process: its sockets, one subscription for all of them, and the road to the croupiers.

A frame is made ready once and written straight to every socket it is for; what one socket is told in one turn of the loop
travels together. A socket that does not read is dropped, so that it never slows another.
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
import redis.asyncio as valkey
import structlog
from django.conf import settings
from redis.exceptions import RedisError

from games.models import SHARDS
from games.rules.shared.refusals import Refusal
from games.tables.transport import envelope, protocol
from games.tables.transport.client import own_keyring
from games.tables.transport.envelope import Carried, Farewell, Pack
from games.tables.transport.keyring import WEB, Forged, Keyring, Opened, UnknownSender
from games.tables.web.hub_queries import credential_epochs, is_barred, live_sessions, renew_keys
from games.tables.web.presence import SOCKETS, Presence
from games.tables.web.socket_protocol import Line, framed
from games.tables.web.sockets import Socket
from games.tables.web.spectators import Addresses, Looks
from players.identity.session_store import proof_digest

log = structlog.get_logger("web")
BEAT = 1.5  # seconds between two heartbeats of a watched table
RECHECK = 15.0  # seconds between two looks at whether the people here are still signed in
BACK = 0.3  # seconds before a lost connection to Valkey is tried again
LOST = 3.0  # seconds without a socket after which a player's connection to a table counts as lost
TRIES = 60  # seconds for which that is told again if Valkey does not take it
LOOKED_UP = 0.2  # seconds between two readings of the registered keys because of an unknown sender
ROADS = 4  # connections to Valkey, shared by all sockets: one each would not be made in time when hundreds come back at once


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
        self.outgoing: dict[int, list[Carried]] = defaultdict(list)
        self.unsent: list[Socket] = []
        self.count = 0
        self.tasks: list[asyncio.Task[None]] = []
        self.sending: asyncio.Task[None] | None = None
        self.background: set[asyncio.Task[None]] = set()
        roads = valkey.BlockingConnectionPool.from_url(
            settings.REDIS_URL, max_connections=ROADS, timeout=5, socket_connect_timeout=1, socket_timeout=5
        )
        self.valkey: valkey.Redis = valkey.Redis.from_pool(roads)
        self.presence = Presence(self.keyring, self.valkey)
        self.listener: Any = None
        self.looks, self.addresses = Looks(), Addresses()

    def start(self) -> None:
        """Begins with the first socket, because processes are forked from one that has loaded this module (casino.services.prefork).

        Each must have keys and a name of its own: under an inherited name it would receive replies for sockets of another process.
        """
        if not self.tasks:
            self.keyring = Keyring(WEB)
            own_keyring.adopt(self.keyring)
            self.presence = Presence(self.keyring, self.valkey)
            self.tasks = [
                asyncio.create_task(task) for task in (self._listen(), self._beat(), self._recheck())
            ]

    async def enter(
        self, table: int, player: int, proof: bytes, line: Line, *, epoch: int = 0
    ) -> Socket | None:
        """A new socket, unless the person has enough of them, at this table or in all, here or at other processes."""
        self.start()
        if not self.registered:
            await self._renew_keys()
        others = self.people.get(player, ()) if player else ()
        if (
            len(others) >= settings.TABLE_SOCKETS_A_PERSON
            or sum(1 for other in others if other.table == table) >= SOCKETS
        ):
            return None
        self.count += 1
        socket = self.sockets[self.count] = Socket(
            self.count, table, player, proof_digest(proof), line, self.presence.pace(player)
        )
        socket.epoch, socket.proof = epoch, proof
        self.people.setdefault(player, set()).add(socket)
        if player and not await self._counted(socket):
            self._forget(socket)
            return None
        watching = self.tables.setdefault(table, set())
        watching.add(socket)
        if len(watching) == 1:
            await self._subscribe(table)
        return socket

    async def _counted(self, socket: Socket) -> bool:
        try:
            return await self.presence.enter(socket.player, socket.table, socket.number)
        except (RedisError, OSError):  # Valkey is away: those at this process are all that is known
            return True

    def _forget(self, socket: Socket) -> None:
        self.sockets.pop(socket.number, None)
        for group, key in ((self.people, socket.player), (self.tables, socket.table)):
            if (found := group.get(key)) is not None:
                found.discard(socket)
                if not found:
                    del group[key]

    async def leave(self, socket: Socket) -> None:
        self._forget(socket)
        if socket.player:
            with contextlib.suppress(RedisError, OSError):
                await self.presence.leave(socket.player, socket.table, socket.number)
            self._in_background(self._tell_lost(socket.player, socket.table, int(time.time() * 1000)))
        if socket.table not in self.tables:
            self.versions.pop(socket.table, None)
            self.croupiers.pop(socket.table, None)
            if self.listener is not None:
                with contextlib.suppress(RedisError):
                    await self.listener.unsubscribe(envelope.table_channel(socket.table))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)

    async def _tell_lost(self, player: int, table: int, since: int) -> None:
        """A player's last socket at a table is gone, and no other came: the table is told since when.  [BJ-29] [CS-34] [HE-73]"""
        await asyncio.sleep(LOST)
        said = msgspec.json.encode(protocol.Gone(player, since))
        for _ in range(TRIES):
            if any(socket.table == table for socket in self.people.get(player, ())):
                return
            try:
                if not await self.presence.elsewhere(player, table):
                    pack = self._house_pack(Carried(0, 0, table, said, proof=b""))
                    await self.valkey.rpush(envelope.road_for(table), pack)
                return
            except (RedisError, OSError):
                await asyncio.sleep(1)

    def look(self, socket: Socket, text: bytes) -> None:
        """Whoever only watches sees what all onlookers see: one of them asks for all."""
        if socket.player or self.looks.must_ask(socket.table, socket.number):
            self.say(socket, text)

    def say(self, socket: Socket, text: bytes) -> None:
        """Sends on what a browser said; all that is said while Valkey takes the last message travels as the next."""
        self.outgoing[socket.table % SHARDS].append(
            Carried(socket.number, socket.player, socket.table, text, socket.epoch, socket.proof)
        )
        if self.sending is None:
            self.sending = asyncio.create_task(self._send())

    def refuse(self, socket: Socket, id: UUID | None, code: Refusal, **said: Any) -> None:
        self.write(socket, framed(protocol.no(id, code.value, "", said)))

    async def _within_pace(self, packs: dict[int, list[Carried]]) -> None:
        """Who sits at several processes is counted for all of them together; what goes too far is refused here."""
        counted = [
            (wishes, carried)
            for wishes in packs.values()
            for carried in wishes
            if carried.player in self.presence.split
        ]
        if not counted:
            return
        with contextlib.suppress(RedisError, OSError):
            allowed = await self.presence.speak([carried.player for _, carried in counted])
            for (wishes, carried), may in zip(counted, allowed, strict=True):
                if not may:
                    wishes.remove(carried)
                    if socket := self.sockets.get(carried.socket):
                        socket.under_way = max(0, socket.under_way - 1)
                        id = getattr(protocol.read(carried.said), "id", None)
                        self.refuse(
                            socket, id, Refusal.TOO_MANY, each_second=settings.TABLE_MESSAGES_A_SECOND
                        )

    async def _send(self) -> None:
        try:
            while self.outgoing:
                packs, self.outgoing = self.outgoing, defaultdict(list)
                await self._within_pace(packs)
                pipe = self.valkey.pipeline(transaction=False)
                for shard, wishes in packs.items():
                    pack = envelope.seal_pack(self.keyring, Pack(self.keyring.id, wishes))
                    pipe.rpush(envelope.shard_list(shard), pack)
                try:
                    await pipe.execute()
                except (RedisError, OSError) as error:  # who hears no answer asks again
                    log.warning("wishes not sent", error=str(error))
        finally:
            self.sending = None

    async def _subscribe(self, table: int) -> None:
        if self.listener is not None:
            with contextlib.suppress(RedisError):  # when the listener is back it subscribes to everything
                await self.listener.subscribe(envelope.table_channel(table))

    async def _listen(self) -> None:
        """One subscription for the whole process, made again whenever it breaks; then everybody is asked to look."""
        first = True
        while True:
            try:
                connection = valkey.Redis.from_url(
                    settings.REDIS_URL, socket_connect_timeout=1, health_check_interval=5
                )
                async with connection.pubsub(ignore_subscribe_messages=True) as listener:
                    channels = [
                        envelope.web_channel(self.keyring.id),
                        envelope.PEOPLE,
                        envelope.BEATS,
                        envelope.FAREWELLS,
                        envelope.SPLIT,
                    ]
                    await listener.subscribe(*channels, *map(envelope.table_channel, self.tables))
                    self.listener = listener
                    if not first:
                        self._resynchronise(list(self.sockets.values()))
                    first = False
                    async for message in listener.listen():
                        channel = message["channel"].decode()
                        try:
                            self._hear(channel, self.keyring.open(channel, message["data"]))
                        except UnknownSender:
                            self._in_background(self._look_up_sender())
                        except (Forged, msgspec.DecodeError, ValueError) as error:
                            log.warning("message refused", channel=channel, error=str(error))
            except (RedisError, OSError) as error:
                log.warning("valkey away", error=str(error))
            except Exception:
                log.exception("a message could not be relayed")
            self.listener = None
            await asyncio.sleep(BACK)

    def _hear(self, channel: str, opened: Opened) -> None:
        kind, _, name = channel.partition(":")
        message = opened.private
        match kind:
            case "table":
                self._frames(int(name), opened)
            case "web":
                for number, frame in envelope.decode_replies(message):
                    if (socket := self.sockets.get(number)) is not None:
                        self.croupiers[socket.table] = opened.sender.id
                    self._reply((number, *self.looks.answered(number, frame)), framed(frame))
            case envelope.PEOPLE:
                self._people(message)
            case envelope.FAREWELLS:
                self._in_background(self._part(envelope.decode_farewell(message)))
            case envelope.SPLIT:
                if int(message) in self.people:
                    self.presence.split.add(int(message))
            case envelope.BEATS:
                for table, version in envelope.decode_beats(message).items():
                    if table in self.tables:
                        self.versions[table] = version

    def _reply(self, numbers: Sequence[int], frame: bytes) -> None:
        for number in numbers:
            if socket := self.sockets.get(number):
                socket.under_way, socket.answered = max(0, socket.under_way - 1), time.monotonic()
                self.write(socket, frame)

    def _frames(self, table: int, opened: Opened) -> None:
        frames = envelope.decode_public(opened.public)
        self.versions[table] = frames.version
        public = framed(frames.public)
        players = envelope.decode_people(opened.private) if opened.private else {}
        own = {player: framed(frame) for player, frame in players.items() if player in self.people}
        before, self.croupiers[table] = self.croupiers.get(table), opened.sender.id
        for socket in self.tables.get(table, ()):
            self.write(socket, public)
            if (frame := own.get(socket.player)) is not None:
                self.write(socket, frame)
        if before not in (None, opened.sender.id):
            # Another croupier, who does not know yet that this process holds sockets of these players.
            self._resynchronise([socket for socket in self.tables.get(table, ()) if socket.player])

    def _people(self, message: bytes) -> None:
        for player, frame in envelope.decode_people(message).items():
            if player and (sockets := self.people.get(player)):
                ready = framed(frame)
                for socket in sockets:
                    self.write(socket, ready)

    async def _part(self, farewell: Farewell) -> None:
        """Closes sockets if the message proves the session, or if the database says the same."""
        concerned = [
            socket
            for socket in self.sockets.values()
            if (farewell.session and socket.session == farewell.session)
            or (farewell.player and socket.player == farewell.player)
        ]
        is_proven = proof_digest(farewell.proof) == farewell.session != ""
        if concerned and (is_proven or await is_barred(farewell)):
            for socket in concerned:
                socket.drop(farewell.why)

    def write(self, socket: Socket, frame: bytes) -> None:
        """A ready frame for a socket; all that it is told in one turn of the loop goes out at once."""
        if not self.unsent:
            asyncio.get_running_loop().call_soon(self._write)
        if not socket.unsent:
            self.unsent.append(socket)
        socket.unsent.append(frame)

    def _write(self) -> None:
        sockets, self.unsent = self.unsent, []
        for socket in sockets:
            socket.flush()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with contextlib.suppress(RedisError, OSError):
                await self.presence.alive()
            await self._renew_keys()
            await self._drop_changed()
            now = int(time.time() * 1000)
            for table, sockets in self.tables.items():
                frame = framed(protocol.beat(self.versions.get(table, 0), now))
                for socket in sockets:
                    self.write(socket, frame)

    async def _drop_changed(self) -> None:
        """Whose password, second factor or rights have changed comes back by the door, where the session is looked at anew."""
        try:
            epochs = await credential_epochs(sorted(player for player in self.people if player))
        except Exception:  # the database is away: the bet's own transaction looks as well
            log.warning("credentials not checked", exc_info=True)
            return
        for socket in list(self.sockets.values()):
            if socket.player and epochs.get(socket.player, socket.epoch) != socket.epoch:
                socket.drop("going-away")

    async def _recheck(self) -> None:
        """A farewell that was lost with Valkey is made good: sign-ins that have ended take their sockets with them."""
        while True:
            await asyncio.sleep(RECHECK)
            with contextlib.suppress(RedisError, OSError):
                await self.presence.renew(
                    [(s.player, s.table, s.number) for s in self.sockets.values() if s.player]
                )
                await self._tell_present()
            sessions = {socket.session for socket in self.sockets.values() if socket.session}
            try:
                ended = sessions - await live_sessions(sessions)
            except Exception:  # the database is away: nobody is shown out for that
                log.warning("sign-ins not checked", exc_info=True)
                continue
            for socket in list(self.sockets.values()):
                if socket.session in ended:
                    socket.drop("signed-out")

    def _house_pack(self, *commands: Carried) -> bytes:
        name = envelope.house_name(self.keyring.id)
        return envelope.seal_pack(self.keyring, Pack(name, list(commands)))

    async def _tell_present(self) -> None:
        """Tells the croupiers whose sockets are still here: frames for one player go only to processes that hold a socket."""
        players: dict[int, set[int]] = defaultdict(set)
        for socket in self.sockets.values():
            if socket.player:
                players[socket.table % SHARDS].add(socket.player)
        pipe = self.valkey.pipeline(transaction=False)
        for shard, here in players.items():
            said = msgspec.json.encode(protocol.Present(tuple(here)))
            pack = self._house_pack(Carried(0, 0, 0, said, proof=b""))
            pipe.rpush(envelope.shard_list(shard), pack)
        await pipe.execute()

    async def _renew_keys(self) -> None:
        try:
            await renew_keys(self.keyring, first=not self.registered)
            self.registered = True
        except Exception:  # the database is away: the keys that are known stay in use until it is back
            log.warning("keys not renewed", exc_info=True)

    async def _look_up_sender(self) -> None:
        """A croupier that started a moment ago is registered, but not known here yet."""
        if time.monotonic() - self.looked_up > LOOKED_UP:
            self.looked_up = time.monotonic()
            await self._renew_keys()

    def _resynchronise(self, sockets: Sequence[Socket]) -> None:
        """Frames may have been lost: these browsers are told a version that no table has reached, and ask for a snapshot."""
        frame = framed(protocol.beat(2**53, int(time.time() * 1000)))
        for socket in sockets:
            self.write(socket, frame)


hub = Hub()
