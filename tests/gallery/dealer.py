"""The croupier of the gallery: the product's table workers, with a clock that is set by hand and a known
draw.

It answers commands as they arrive and runs a table's next step only on request. So a table keeps its phase
while its pictures are taken, and every run deals the same cards.
"""

from __future__ import annotations

import hashlib
import threading
import time
import traceback
from typing import Any
from uuid import uuid4

import msgspec
import redis
from django.conf import settings
from django.db import connection

from games.draw import beacon, generator
from games.draw.beacon import SANDBOX_NAME
from games.draw.seal_key import SealKey
from games.models import SHARDS, Table
from games.tables.croupier import journal, worker
from games.tables.croupier.audience import Audience
from games.tables.croupier.worker import INTERNAL, TableWorker
from games.tables.domain.state import Live, Rules
from games.tables.domain.views import phase as phase_of
from games.tables.transport import envelope, keyring, protocol, registry
from games.tables.transport.envelope import QueuedMessage
from players.models import Person, Player

VALUE = """INSERT INTO games_beaconvalue (chain_id, number, signature) VALUES (%s, %s, %s)
  ON CONFLICT DO NOTHING"""
NOBODY = "gallery"  # the web process of players without a browser: no process listens there


class Dealer:
    def __init__(self, key: SealKey, beacon_secret: int) -> None:
        self.key, self.now, self.beacon_secret = key, int(time.time() * 1000), beacon_secret
        self.workers: dict[int, TableWorker] = {}
        self.valkey = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5)
        self.lock, self.stopping = threading.RLock(), threading.Event()
        self.at: TableWorker | None = None
        # The hour, the chance and the patience of this process alone: everything else is the product's.
        journal.now = lambda: self.now
        worker.now_ms = lambda: self.now
        generator.new_seed = self._seed
        keyring.MAX_AGE_SECONDS = 3600.0
        self.keyring, self.audience = keyring.Keyring(keyring.CROUPIER), Audience()
        registry.register(self.keyring)
        self.thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> Dealer:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self.thread.join(5)

    def _seed(self) -> bytes:
        assert self.at is not None and self.at.transaction.loaded is not None
        live = self.at.transaction.loaded.live
        return hashlib.sha256(f"{live.table} {live.round}".encode()).digest()

    def _listen(self) -> None:
        lists = [envelope.shard_list(shard) for shard in range(SHARDS)]
        while not self.stopping.is_set():
            try:
                batch = self.valkey.blmpop(0.2, len(lists), *lists, direction="LEFT", count=64)
                self._renew()
                for sealed in batch[1] if batch else ():
                    opened = self.keyring.open(envelope.COMMANDS, sealed)
                    pack = envelope.open_batch(opened)
                    for carried in pack.messages:
                        if carried.table:
                            self._work(carried.table, (pack.sender, carried))
            except Exception:  # a client without a reply retries
                traceback.print_exc()
        connection.close()

    def _renew(self) -> None:
        """The other processes must know this one, and it them: a web process registers just before it
        sends.
        """
        registry.renew(self.keyring)

    def _work(self, table: int, *waiting: tuple[str, QueuedMessage], step: bool = False) -> TableWorker:
        with self.lock:
            worker = self.workers.setdefault(
                table, TableWorker(table, self.key, self._say, audience=self.audience)
            )
            worker.queue.extend(waiting)
            worker.step_due, worker.flushed, self.at = step, 0.0, worker
            worker.work()
            if worker.broadcast.has_changes and worker.transaction.loaded is not None:
                self._say([worker._flush(worker.transaction.loaded)])
            return worker

    def _say(self, out: list[tuple[str, bytes]]) -> None:
        pipe = self.valkey.pipeline(transaction=False)
        for channel, message in out:
            pipe.publish(channel, self.audience.seal(self.keyring, channel, message))
        pipe.execute()

    # What the gallery asks for.

    def live(self, table: int) -> Live:
        """The current table: there is no other writer."""
        with self.lock:
            if table not in self.workers or (loaded := self.workers[table].transaction.loaded) is None:
                loaded = self._work(table).transaction.refresh()
            return loaded.live

    def rules(self, table: int) -> Rules:
        loaded = self.workers[table].transaction.loaded
        assert loaded is not None and loaded.rules is not None
        return loaded.rules

    def phase(self, table: int) -> str:
        return phase_of(self.live(table))

    def step(self, table: int, *, late: int = 0) -> None:
        """Run the table's next step, at its time or a number of seconds later."""
        live = self.live(table)
        self.now = max(self.now, (live.due or self.now) + late * 1000)
        self._publish_values(live)
        self._work(table, step=True)

    def _publish_values(self, live: Live) -> None:
        """The beacon goes by the clock of the gallery, and has the value that the round awaits."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT genesis, period FROM games_beaconchain WHERE name = %s", [SANDBOX_NAME])
            (genesis, period), awaited = cursor.fetchone(), live.beacon
            numbers = {(self.now // 1000 - genesis) // period}
            if awaited is not None and awaited.is_awaited:
                numbers.add(awaited.number)
            for number in numbers:
                cursor.execute(VALUE, [SANDBOX_NAME, number, beacon.sign(self.beacon_secret, number)])

    def send_command(self, table: int, player: Player, command: dict[str, Any]) -> None:
        """A player without a browser sends a command; the sign-in is never older than the password."""
        body = msgspec.json.encode({"id": str(uuid4()), **command})
        epoch = Person.objects.values_list("credential_epoch", flat=True).get(player=player)
        self._work(table, (NOBODY, QueuedMessage(0, player.pk, table, body, epoch)))

    def do(self, table: int, player: Player, command: dict[str, Any]) -> None:
        self.send_command(table, player, {"t": "do", "round": self.live(table).round, "do": command})

    def sweep(self, table: int) -> None:
        """Runs the check for inactive players: invitation, warning, end."""
        self._work(
            table, (INTERNAL, QueuedMessage(0, 0, table, msgspec.json.encode(protocol.CheckInactivity())))
        )

    def hold(self, table: int, cause: str) -> None:
        """A fault of the house: the table stands still as it is."""
        self.live(table)
        self.workers[table].transaction.hold(cause)

    def release(self, table: int) -> None:
        """Two people release the table."""
        Table.objects.filter(pk=table).update(status=Table.Status.OPEN, reason="")
        self._work(table, (INTERNAL, QueuedMessage(0, 0, table, msgspec.json.encode(protocol.Release()))))

    def reopen(self, table: int) -> None:
        """Opens the table again."""
        Table.objects.filter(pk=table).update(status=Table.Status.OPEN, reason="")
        self._work(table, step=True)
        self.live(table)

    def shut(self, table: int) -> None:
        Table.objects.filter(pk=table).update(status=Table.Status.CLOSED)
        self._work(table, step=True)
