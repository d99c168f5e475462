"""The croupier: takes what reached it from Valkey, lets the desks decide it under their locks, and says what was committed.

Any number may run. Each holds a soft lease on some of the lists that wishes travel on, so that a table's commands meet the
same memory; correctness rests on the row lock alone. What Valkey loses is asked again; deadlines are rows in PostgreSQL.
"""

from __future__ import annotations

import gc
import math
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import redis
import structlog
from django.conf import settings
from django.db import Error, connection

from games.models import SHARDS
from games.rounds import receipts
from games.tables.croupier import metrics
from games.tables.croupier.audience import Audience
from games.tables.croupier.broadcast import EVERY
from games.tables.croupier.keys import SealKey
from games.tables.croupier.metrics import ALIVE, Meters
from games.tables.croupier.timer import Bell
from games.tables.croupier.worker import Station, wall
from games.tables.transport import envelope, protocol, registry
from games.tables.transport.keyring import CROUPIER, Forged, Keyring, Opened, UnknownSender

log = structlog.get_logger("croupier")
WORKERS = 3  # tables in work at once: while one waits for the disk another decides
LEASE = 3000  # ms for which a list is one croupier's
GONE_AFTER = 5.0  # seconds without a sign of life
# A table of this croupier's lists whose step is due and not in its memory, or one that its own croupier left waiting.
DUE = """
SELECT id FROM games_table
WHERE status <> 'held' AND due <= clock_timestamp() AND (id %% %s = ANY(%s) OR due <= clock_timestamp() - interval '2 seconds')
ORDER BY due LIMIT 64 FOR NO KEY UPDATE SKIP LOCKED
"""
# Until when the tables of which list were served, and where people sit at those.
ATTEND = """
INSERT INTO games_attendance (shard, at) SELECT shard, clock_timestamp() FROM unnest(%s::smallint[]) AS shard
ON CONFLICT (shard) DO UPDATE SET at = excluded.at
"""
UNATTENDED = """
SELECT t.id, (extract(epoch FROM coalesce(a.at, clock_timestamp())) * 1000)::bigint
FROM games_table AS t LEFT JOIN games_attendance AS a ON a.shard = t.id %% %s
WHERE t.id %% %s = ANY(%s) AND t.seated > 0 AND t.status <> 'held'
"""
EACH_SECOND = 1.0
SOON = 0.2  # seconds before lists are asked for again by a croupier that has none
PROVED = timedelta(
    days=2
)  # what the nightly proof looks back on, so that a night that was missed is made good
PATIENCE = 0.25  # seconds of one wait for wishes
FORGET = 60.0  # seconds after which an empty table leaves the memory
LOOKED_UP = 0.2  # seconds between two readings of the registered keys because of an unknown sender


class Croupier:
    def __init__(self) -> None:
        # Who follows one that fell has its name (casino.services.prefork), and so its lists, without waiting for the leases to end.
        self.id = os.environ.get("SUCCESSION") or uuid4().hex[:12]
        self.key = SealKey(Path(settings.SEAL_KEY_FILE))
        self.valkey = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=1)
        self.keyring, self.audience = Keyring(CROUPIER), Audience()
        self.looked_up = 0.0  # when the registered keys were last read because of an unknown sender
        self.stations: dict[int, Station] = {}
        self.meters = Meters()
        self.lists: list[int] = []
        self.faults = 0  # of the database, so far
        self.webs: set[bytes] = set()  # the web processes that listen for answers
        self.hurry = threading.Event()  # what is done each second is wanted now
        self.turn = 0
        self.turns: queue.SimpleQueue[Station | None] = queue.SimpleQueue()
        self.lock = threading.Lock()
        self.bell = Bell(self._ring)
        self.stopping = threading.Event()
        self.proof: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        registry.register(self.keyring)
        workers = [threading.Thread(target=self._work, name=f"worker-{n}") for n in range(WORKERS)]
        # What must be done each second has a thread of its own, because a wish that comes meanwhile would wait for it.
        housekeeper = threading.Thread(target=self._keep_house, name="housekeeper")
        for thread in (*workers, housekeeper):
            thread.start()
        receipts.publish(self.key)
        # What was loaded stays loaded: looking through it again for garbage would stop every table for a tenth of a second.
        gc.collect()
        gc.freeze()
        log.info("croupier at work", id=self.id)
        try:
            while not self.stopping.is_set():
                self._listen()
        finally:
            self.stop()
            for _ in workers:
                self.turns.put(None)
            for thread in (*workers, housekeeper):
                thread.join(timeout=3)
            self.bell.stop()
            self._go()

    def stop(self) -> None:
        self.stopping.set()
        self.hurry.set()

    def _listen(self) -> None:
        """Waits a moment for wishes, and takes all that has come on one of the lists; another is asked first the next time."""
        roads = [envelope.shard_list(shard) for shard in self.lists]
        if not roads:
            self.stopping.wait(PATIENCE)
            return
        self.turn += 1
        first = self.turn % len(roads)
        try:
            found = self.valkey.blmpop(
                PATIENCE, len(roads), *roads[first:], *roads[:first], direction="LEFT", count=64
            )
        except redis.RedisError as error:
            log.warning("valkey away", error=str(error))
            self._without_lists()
            return
        for pack in found[1] if found else ():
            self._take(pack)

    def _take(self, sealed: bytes) -> None:
        try:
            opened = self._open(sealed)
            pack = envelope.open_pack(opened)
        except (Forged, *protocol.UNREADABLE, ValueError) as error:
            log.warning("pack refused", error=str(error))
            return
        house = envelope.is_house(pack.web)
        with self.lock:
            for carried in pack.wishes:
                if not carried.table:
                    self._take_own(opened.sender.id, protocol.read_house(carried.said))
                    continue
                if house and not self._is_believed(opened.sender.id, protocol.read_house(carried.said)):
                    continue
                station = self._station(carried.table)
                station.waiting.append((pack.web, carried))
                self._wake(station)

    def _open(self, sealed: bytes) -> Opened:
        """A sender that started a moment ago is registered already, but not known here yet."""
        try:
            return self.keyring.open(envelope.COMMANDS, sealed)
        except UnknownSender:
            if time.monotonic() - self.looked_up < LOOKED_UP:
                raise
            self.looked_up = time.monotonic()
            try:
                registry.renew(self.keyring)
            except Error as error:
                connection.close()
                raise Forged("the database is away") from error
            return self.keyring.open(envelope.COMMANDS, sealed)

    def _is_believed(self, sender: str, wish: protocol.HouseWish) -> bool:
        """Only a process that held sockets of a player says that the last one was lost."""
        return not isinstance(wish, protocol.Gone) or sender in self.audience.holders(wish.player)

    def _take_own(self, sender: str, wish: protocol.HouseWish) -> None:
        """What concerns this process and no table."""
        if isinstance(wish, protocol.Present):
            self.audience.renew(wish.players, sender)
        elif isinstance(wish, protocol.Prove):
            self._prove()

    def _prove(self) -> None:
        """The nightly proof of the record runs beside the croupier, because only here the key is at hand; one at a time."""
        if self.proof is None or self.proof.poll() is not None:
            since = (datetime.now(UTC) - PROVED).strftime("%Y-%m-%d")
            manage = str(Path(settings.BASE_DIR) / "manage.py")
            command = [sys.executable, manage, "prove", "--since", since, "--hold", "--jobs", "1"]
            self.proof = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=lambda: os.nice(10))
            log.info("proof of the record begun", since=since)

    def _station(self, table: int) -> Station:
        """Under the lock, like all that looks for a station or wakes one."""
        station = self.stations.get(table)
        if station is None:
            station = self.stations[table] = Station(
                table, self.key, self._say, self.meters, self._database_failed, self.audience
            )
        return station

    def _wake(self, station: Station) -> None:
        if not station.busy:
            station.busy = True
            self.turns.put(station)

    def _work(self) -> None:
        while (station := self.turns.get()) is not None:
            try:
                self._check_before(station)
                station.work()
            except Exception:  # a worker never dies of one table
                log.exception("turn failed", table=station.table)
            with self.lock:
                station.busy = False
                if station.waiting or station.step:
                    station.busy = True
                    self.turns.put(station)
            if station.told.dirty and not station.frame_set:
                station.frame_set = True
                self.bell.at(station.flushed + EVERY, station.table, step=False)
            if station.due is not None:
                self.bell.at(station.due, station.table, step=True)
                station.due = None
        connection.close()

    def _without_lists(self) -> None:
        """No command reaches this croupier. When it has its lists again, it finds in the record since when its tables went unserved."""
        self.lists = []
        self.hurry.set()

    def _database_failed(self) -> None:
        with self.lock:
            self.faults += 1
            for station in self.stations.values():
                station.desk.note_fault(wall())
        self._without_lists()

    def _check_before(self, station: Station) -> None:
        """Nobody's time runs out while we cannot hear them: before that step each web process must still be there, and the list ours."""
        if not station.step or not station.decision_open:
            return
        try:
            self._check_webs()
        except redis.RedisError:
            self._without_lists()
        if station.table % SHARDS not in self.lists and station.desk.fault is None:
            station.step = False  # it is another's, or waits until our lists are back

    def _check_webs(self) -> None:
        """A web process that has gone took its sockets along: Valkey knows of it at once, because nobody listens on its channel."""
        channels = {bytes(name) for name in self.valkey.pubsub_channels(envelope.web_channel("*"))}
        webs = {
            name for name in channels if not name.startswith(envelope.web_channel(envelope.HOUSE).encode())
        }
        with self.lock:
            gone, self.webs = self.webs - webs, webs
            if not gone:
                return
            log.warning("web process gone", count=len(gone))
            for station in self.stations.values():
                place = station.desk.place
                if place is not None and place.live.running:
                    station.desk.note_fault(wall())
                    station.step = True
                    self._wake(station)

    def _ring(self, table: int, step: bool) -> None:
        """What is due by this process's memory; under the lock the database's clock decides whether it really is."""
        with self.lock:
            if (station := self.stations.get(table)) is not None:
                station.step |= step
                self._wake(station)

    def _keep_house(self) -> None:
        while not self.stopping.is_set():
            try:
                self._each_second(time.monotonic())
            except Exception:  # whatever it was, the leases must be renewed in a second
                log.exception("housekeeping failed")
            self.hurry.wait(EACH_SECOND if self.lists else SOON)
            self.hurry.clear()
        connection.close()

    def _each_second(self, now: float) -> None:
        with self.lock:
            stations = list(self.stations.items())
        try:
            registry.renew(self.keyring)
            self.audience.forget_old()
            kept = self._share_lists()
            self._check_webs()
            self._attend(kept)
            self.meters.tables = len(stations)
            metrics.tell(self.valkey, self.id, self.meters)
            beats = envelope.encode({t: s.told.version for t, s in stations if s.told.version >= 0})
            self._publish([(envelope.BEATS, beats)])
        except redis.RedisError:
            self.lists = []
        except Error:
            log.warning("database away")
            self._database_failed()
            self.hurry.clear()
            connection.close()
            return
        try:
            with connection.cursor() as cursor:
                cursor.execute(DUE, [SHARDS, self.lists])
                orphans = [row[0] for row in cursor.fetchall()]
        except Error:
            log.warning("database away")
            connection.close()
            return
        with self.lock:
            for table in orphans:
                station = self._station(table)
                if table % SHARDS not in self.lists:
                    station.desk.note_fault(wall())
                station.step = True
                self._wake(station)
            for table, station in stations:
                if (
                    not station.busy
                    and not station.waiting
                    and _empty(station)
                    and now - station.used > FORGET
                ):
                    del self.stations[table]

    def _attend(self, kept: list[int]) -> None:
        """Serves these lists from now on. What went unserved in those that are new is made good before anything else happens there."""
        faults, gained = self.faults, [shard for shard in kept if shard not in self.lists]
        with connection.cursor() as cursor:
            if gained:
                cursor.execute(UNATTENDED, [SHARDS, SHARDS, gained])
                tables = cursor.fetchall()
                with self.lock:
                    for table, since in tables:
                        station = self._station(table)
                        station.desk.note_fault(since)
                        station.step = True
                        self._wake(station)
            cursor.execute(ATTEND, [kept])
        self.lists = kept if faults == self.faults else []

    def _share_lists(self) -> list[int]:
        """Says «alive», keeps the lists that are ours, and takes as many free ones as is fair."""
        now = time.time()
        self.valkey.zadd(ALIVE, {self.id: now})
        self.valkey.zremrangebyscore(ALIVE, 0, now - metrics.KEPT / 1000)
        alive = self.valkey.zrange(ALIVE, now - GONE_AFTER, "+inf", byscore=True)
        fair = math.ceil(SHARDS / max(1, len(alive)))
        owners = self.valkey.mget([f"lease:{shard}" for shard in range(SHARDS)])
        ours = [shard for shard, owner in enumerate(owners) if owner == self.id.encode()]
        kept = [shard for shard in ours if self._renew_lease(shard)]
        for shard in kept[fair:]:
            self._give_up_lease(shard)
        kept = kept[:fair]
        for shard in range(SHARDS):
            if (
                len(kept) < fair
                and shard not in kept
                and self.valkey.set(f"lease:{shard}", self.id, px=LEASE, nx=True)
            ):
                kept.append(shard)
        return kept

    def _renew_lease(self, shard: int) -> bool:
        """Only while it is ours: in the meantime another croupier may have taken it."""
        return bool(
            self.valkey.execute_command("SET", f"lease:{shard}", self.id, "IFEQ", self.id, "PX", LEASE)
        )

    def _give_up_lease(self, shard: int) -> None:
        self.valkey.execute_command("DELIFEQ", f"lease:{shard}", self.id)

    def _say(self, out: Sequence[tuple[str, bytes]]) -> None:
        """Frames are hints: if Valkey is away nobody receives them, and everybody will ask."""
        try:
            self._publish(out)
        except redis.RedisError as error:
            log.warning("frames not published", error=str(error))

    def _publish(self, out: Sequence[tuple[str, bytes]]) -> None:
        pipe = self.valkey.pipeline(transaction=False)
        for channel, message in out:
            pipe.publish(channel, self.audience.seal(self.keyring, channel, message))
        pipe.execute()

    def _go(self) -> None:
        """A clean departure: others take the lists at once."""
        try:
            for shard in self.lists:
                self._give_up_lease(shard)
            self.valkey.zrem(ALIVE, self.id)
        except redis.RedisError:
            pass


def _empty(station: Station) -> bool:
    place = station.desk.place
    return place is None or not place.live.seats
