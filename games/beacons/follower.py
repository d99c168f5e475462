"""The process that fetches the values of a beacon, verifies them and stores them, outside the path of bets.

Any number may run. What a relay says against the pinned key, the schedule or the signature is refused and
recorded; the self-check `beacon` alarms about it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import psycopg
import structlog

from games.beacons.relays import RefusedError, Relay, UnavailableError
from games.draw.beacon import Chain
from games.rules.shared.draw_terms import EARLIEST_VALUE_MS
from players.shared.alive import show_alive

log = structlog.get_logger("beacon")
# Values that are older than this are not fetched.
CATCH_UP_SECONDS = 120
CATCH_UP_AT_ONCE = 20
RETRIES_PER_PERIOD = 10
DATABASE_RETRY_AFTER = 0.5
WATCH_EVERY = 1.0  # seconds between two reports to the self-check
INFO_EVERY = 300.0  # seconds between two looks at what a relay says about its key
PRUNE_EVERY = 600.0
KEPT_SECONDS = 86_400
STALLED_AFTER_PERIODS = 4
STALLED_AFTER_SECONDS = 5

PIN = """
INSERT INTO games_beaconchain (name, hash, public_key, genesis, period, group_hash)
VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
PINNED = "SELECT hash FROM games_beaconchain WHERE name = %s"
STORED = "SELECT number FROM games_beaconvalue WHERE chain_id = %s AND number >= %s"
# The database's clock decides whether a value is due.
STORE = """
INSERT INTO games_beaconvalue (chain_id, number, signature)
SELECT %(chain)s, %(number)s, %(signature)s
WHERE extract(epoch FROM clock_timestamp()) * 1000 >= %(from_ms)s
ON CONFLICT DO NOTHING RETURNING number
"""
EXISTS = "SELECT signature FROM games_beaconvalue WHERE chain_id = %s AND number = %s"
DATABASE_TIME = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
WATCH = """
INSERT INTO games_beaconwatch AS w
    (name, at, number, trouble, since, refused, refused_at, refused_why, refused_relay)
SELECT n.name, clock_timestamp(), n.number, n.trouble, CASE WHEN n.trouble <> '' THEN clock_timestamp() END,
       n.refused, CASE WHEN n.refused > 0 THEN clock_timestamp() END, n.why, n.relay
FROM (SELECT %(name)s::text AS name, %(number)s::bigint AS number, %(trouble)s::text AS trouble,
             %(refused)s::bigint AS refused, %(why)s::text AS why, %(relay)s::text AS relay) AS n
ON CONFLICT (name) DO UPDATE SET
    at = excluded.at,
    number = greatest(w.number, excluded.number),
    since = CASE WHEN excluded.trouble = '' THEN NULL WHEN w.trouble = excluded.trouble THEN w.since
                 ELSE excluded.at END,
    trouble = excluded.trouble,
    refused = w.refused + excluded.refused,
    refused_at = coalesce(excluded.refused_at, w.refused_at),
    refused_why = CASE WHEN excluded.refused > 0 THEN excluded.refused_why ELSE w.refused_why END,
    refused_relay = CASE WHEN excluded.refused > 0 THEN excluded.refused_relay ELSE w.refused_relay END
"""
PRUNE = """
DELETE FROM games_beaconvalue
WHERE chain_id = %s AND at < clock_timestamp() - make_interval(secs => %s)
"""


class KeyChangedError(Exception):
    """The database pins another key under this name."""


class Follower:
    """Follows one beacon through its relays."""

    def __init__(self, chain: Chain, relays: Sequence[Relay], database_url: str) -> None:
        self.chain, self.relays, self.database_url = chain, list(relays), database_url
        self.stopping = threading.Event()
        self.database: psycopg.Connection[Any] | None = None
        self.stored: set[int] = set()
        self.newest = 0
        self.trusted_until: dict[str, float] = {}  # by address of a relay
        self.refusals: list[tuple[str, str]] = []  # relay and code, since the last report
        self.trouble = ""
        self.watched = self.pruned = self.caught_up = 0.0

    def run(self) -> None:
        log.info("beacon followed", chain=self.chain.name, hash=self.chain.hash, relays=len(self.relays))
        while not self.stopping.is_set():
            show_alive("beacon")
            try:
                self.step()
            except psycopg.Error as error:
                log.warning("database unavailable", error=str(error).strip())
                self.disconnect()
                self.stopping.wait(DATABASE_RETRY_AFTER)
        self.disconnect()

    def stop(self) -> None:
        self.stopping.set()

    def step(self) -> None:
        """Fetches what is missing, reports, and waits for the next value."""
        database = self._connected()
        now = self._now(database)
        for number in self._wanted(self.missing(now)):
            if self.stopping.is_set() or not self.obtain(database, number):
                break
        now = self._now(database)
        self._judge(now)
        self._report(database)
        self._prune(database)
        due = self.chain.first_from(now + 1)
        wait = (self.chain.scheduled_ms(due) - now) / 1000
        if due - 1 not in self.stored:
            wait = min(wait, self.chain.period / RETRIES_PER_PERIOD)
        self.stopping.wait(max(0.0, min(wait, WATCH_EVERY)))

    def missing(self, now: int) -> list[int]:
        """The due values that are not stored: the newest first, because rounds wait for it."""
        due = self.chain.first_from(now + 1)  # the next one is not due yet
        oldest = max(1, due - CATCH_UP_SECONDS // self.chain.period)
        self.stored = {number for number in self.stored if number >= oldest}
        return [number for number in range(due - 1, oldest - 1, -1) if number not in self.stored]

    def _wanted(self, missing: list[int]) -> list[int]:
        """The newest value at every step; a few older ones once per period."""
        if time.monotonic() - self.caught_up < self.chain.period:
            return missing[:1]
        self.caught_up = time.monotonic()
        return missing[: 1 + CATCH_UP_AT_ONCE]

    def obtain(self, database: psycopg.Connection[Any], number: int) -> bool:
        """Stores that value if a relay has it. False if no relay responds at all."""
        responded = False
        for relay in list(self.relays):
            try:
                self._check_relay(relay)
                signature = relay.signature(number)
            except UnavailableError:
                self._prefer_others(relay)
                continue
            except RefusedError as refused:
                responded = True
                self._refuse(relay, refused.code)
                continue
            responded = True
            if self._store(database, relay, number, signature):
                return True
        return responded

    def _check_relay(self, relay: Relay) -> None:
        if self.trusted_until.get(relay.url, 0.0) < time.monotonic():
            relay.check_info()
            self.trusted_until[relay.url] = time.monotonic() + INFO_EVERY

    def _store(self, database: psycopg.Connection[Any], relay: Relay, number: int, signature: str) -> bool:
        values = {
            "chain": self.chain.name,
            "number": number,
            "signature": signature,
            "from_ms": self.chain.scheduled_ms(number) - EARLIEST_VALUE_MS,
        }
        if database.execute(STORE, values).fetchone() is None:
            row = database.execute(EXISTS, [self.chain.name, number]).fetchone()
            if row is None:
                self._refuse(relay, "early")
                return False
            if row[0] != signature:
                self._refuse(relay, "differs")
                return False
        self.stored.add(number)
        self.newest = max(self.newest, number)
        return True

    def _refuse(self, relay: Relay, code: str) -> None:
        self.refusals.append((relay.url, code))
        self._prefer_others(relay)
        log.error("beacon value refused", relay=relay.url, reason=code)

    def _prefer_others(self, relay: Relay) -> None:
        """The relay is asked last from now on, and is checked again first."""
        self.relays.remove(relay)
        self.relays.append(relay)
        self.trusted_until.pop(relay.url, None)

    def _judge(self, now: int) -> None:
        """Whether the beacon has stalled."""
        late = now - self.chain.scheduled_ms(self.newest + 1) if self.newest else None
        allowed = 1000 * max(STALLED_AFTER_SECONDS, STALLED_AFTER_PERIODS * self.chain.period)
        trouble = "no-value" if late is None else "stalled" if late > allowed else ""
        if trouble != self.trouble:
            log.warning("beacon state", trouble=trouble, newest=self.newest)
        self.trouble = trouble

    def _report(self, database: psycopg.Connection[Any]) -> None:
        if not self.refusals and time.monotonic() - self.watched < WATCH_EVERY:
            return
        relay, why = self.refusals[-1] if self.refusals else ("", "")
        values = {
            "name": self.chain.name,
            "number": self.newest,
            "trouble": self.trouble,
            "refused": len(self.refusals),
            "why": why,
            "relay": relay[:200],
        }
        database.execute(WATCH, values)
        self.refusals, self.watched = [], time.monotonic()

    def _prune(self, database: psycopg.Connection[Any]) -> None:
        if time.monotonic() - self.pruned > PRUNE_EVERY or not self.pruned:
            database.execute(PRUNE, [self.chain.name, KEPT_SECONDS])
            self.pruned = time.monotonic()

    @staticmethod
    def _now(database: psycopg.Connection[Any]) -> int:
        row = database.execute(DATABASE_TIME).fetchone()
        assert row is not None
        return int(row[0])

    def _connected(self) -> psycopg.Connection[Any]:
        """The database, with this beacon's key pinned. A pooler may stand between."""
        if self.database is not None:
            return self.database
        database = psycopg.connect(self.database_url, autocommit=True, prepare_threshold=None)
        chain = self.chain
        pin = [chain.name, chain.hash, chain.public_key, chain.genesis, chain.period, chain.group_hash]
        database.execute(PIN, pin)
        row = database.execute(PINNED, [chain.name]).fetchone()
        if row is None or row[0] != chain.hash:
            self.trouble = "key-changed"
            self.watched = 0.0
            self._report(database)
            database.close()
            raise KeyChangedError(f"The database pins another key of the beacon {chain.name}.")
        oldest = max(1, chain.first_from(self._now(database)) - CATCH_UP_SECONDS // chain.period)
        self.stored = {number for (number,) in database.execute(STORED, [chain.name, oldest])}
        self.newest = max(self.stored, default=self.newest)
        self.database = database
        return database

    def disconnect(self) -> None:
        if self.database is not None:
            self.database.close()
            self.database = None
