"""The rate limit of one person over all their sockets, at every web process.

All sockets of a person at one process share one rate limit in memory. Sockets are counted in Valkey as they
open, which is rare. Each message is counted there only for people with sockets at several processes: for
everybody else that would cost a round trip for nothing. While Valkey does not answer, each process counts
alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import redis.asyncio as valkey
from django.conf import settings

from games.tables.transport.envelope import SHARED_PLAYERS
from games.tables.transport.keyring import WEB, Keyring
from players.shared import database_time

MAX_SOCKETS_PER_TABLE = 3  # sockets of one person at one table
BURST_SECONDS = 2  # seconds' worth of messages that may come at once after a pause
REFUSED_COST = 0.1  # what a refused message costs, so that a client that does not slow down stays refused
FLOOD_SECONDS = 5  # seconds' worth of such debt after which the sockets are closed
ALIVE = "web:alive:"
PROCESS_TTL_MS = 5000  # after which a silent web process counts as gone, with its sockets
COUNT_TTL_SECONDS = 120  # after which a count expires unless it is renewed


class RateLimit:
    """A token bucket: some messages a second, and a burst after a pause."""

    __slots__ = ("filled", "tokens")

    def __init__(self) -> None:
        self.tokens, self.filled = 1.0 * settings.TABLE_MESSAGES_A_SECOND * BURST_SECONDS, time.monotonic()

    def take(self) -> bool:
        now, rate = time.monotonic(), settings.TABLE_MESSAGES_A_SECOND
        self.tokens = min(1.0 * BURST_SECONDS * rate, self.tokens + (now - self.filled) * rate)
        self.filled = now
        allowed = self.tokens >= 1
        self.tokens -= 1 if allowed else REFUSED_COST
        return allowed

    @property
    def is_flooding(self) -> bool:
        return self.tokens < -FLOOD_SECONDS * settings.TABLE_MESSAGES_A_SECOND

    def is_idle(self, now: float) -> bool:
        """Whether the bucket is full again, so that nothing has to be remembered."""
        return now - self.filled > BURST_SECONDS + FLOOD_SECONDS


class Presence:
    """The people with sockets at this process, and what Valkey knows of them elsewhere."""

    def __init__(self, keyring: Keyring, client: valkey.Redis) -> None:
        self.keyring, self.process = keyring, keyring.id
        self.valkey: Any = client  # its types describe the blocking client as well
        self.rate_limits: dict[int, RateLimit] = {}
        self.split: set[int] = set()  # people with sockets at several processes
        self.left: list[tuple[int, str]] = []  # closed sockets that Valkey does not know of yet

    def rate_limit(self, player: int) -> RateLimit:
        """The one rate limit of a person. Each spectator's socket has its own."""
        return self.rate_limits.setdefault(player, RateLimit()) if player else RateLimit()

    async def enter(self, player: int, table: int, socket: int) -> bool:
        """Whether one more socket is allowed. Tells every web process if the person has sockets at several.

        The socket is counted first and taken back if it is one too many, so that two at the same moment never
        both pass as the last one.
        """
        key, member = f"sockets:{player}", self._member(table, socket)
        pipe = self.valkey.pipeline(transaction=False)
        pipe.sadd(key, member).expire(key, COUNT_TTL_SECONDS).smembers(key)
        *_, members = await pipe.execute()
        others = [bytes(other).decode() for other in members if bytes(other).decode() != member]
        living = await self._living({_process(other) for other in others}) | {self.process}
        if stale := [other for other in others if _process(other) not in living]:
            await self.valkey.srem(key, *stale)
        others = [other for other in others if _process(other) in living]
        here = sum(1 for other in others if _table(other) == str(table))
        if len(others) >= settings.TABLE_SOCKETS_A_PERSON or here >= MAX_SOCKETS_PER_TABLE:
            await self.valkey.srem(key, member)
            return False
        if any(_process(other) != self.process for other in others):
            await self.valkey.publish(
                SHARED_PLAYERS, self.keyring.seal_for_all(SHARED_PLAYERS, WEB, b"%d" % player)
            )
        return True

    async def _living(self, processes: set[str]) -> set[str]:
        """Those of these web processes that reported in the last seconds."""
        others = sorted(processes - {self.process})
        pipe = self.valkey.pipeline(transaction=False)
        for process in others:
            pipe.exists(ALIVE + process)
        alive = await pipe.execute() if others else ()
        return {process for process, is_alive in zip(others, alive, strict=True) if is_alive}

    async def leave(self, player: int, table: int, socket: int) -> None:
        self.left.append((player, self._member(table, socket)))
        await self._remove_left()

    async def is_elsewhere(self, player: int, table: int) -> bool:
        """Whether this person has a socket for that table at another live web process."""
        members = [bytes(member).decode() for member in await self.valkey.smembers(f"sockets:{player}")]
        return bool(
            await self._living({_process(member) for member in members if _table(member) == str(table)})
        )

    async def _remove_left(self) -> None:
        """Removes closed sockets from the count, and retries what failed: a closed socket that counts could
        lock its person out.
        """
        left, self.left = self.left, []
        pipe = self.valkey.pipeline(transaction=False)
        for player, member in left:
            pipe.srem(f"sockets:{player}", member)
        try:
            await pipe.execute()
        except BaseException:
            self.left += left
            raise

    async def count_messages(self, players: Sequence[int]) -> list[bool]:
        """Whether each message is within its person's rate over all processes, counted in spans of
        BURST_SECONDS.
        """
        limit, span = (
            settings.TABLE_MESSAGES_A_SECOND * BURST_SECONDS,
            int(database_time.now_seconds()) // BURST_SECONDS,
        )
        pipe = self.valkey.pipeline(transaction=False)
        for player in players:
            pipe.incr(f"messages:{player}:{span}").expire(f"messages:{player}:{span}", 2 * BURST_SECONDS)
        counts = (await pipe.execute())[::2]
        return [count <= limit for count in counts]

    async def report_alive(self, sockets: int = 0) -> None:
        """Tells the other processes that this one lives, and with how many sockets."""
        await self.valkey.set(ALIVE + self.process, sockets, px=PROCESS_TTL_MS)
        await self._remove_left()

    async def renew(self, sockets: Sequence[tuple[int, int, int]]) -> None:
        """Renews the count of the sockets here, as (player, table, number), and forgets what is no longer
        needed.
        """
        now = time.monotonic()
        players = {player for player, _, _ in sockets}
        self.rate_limits = {
            player: limit
            for player, limit in self.rate_limits.items()
            if player in players or not limit.is_idle(now)
        }
        pipe = self.valkey.pipeline(transaction=False)
        for player, table, number in sockets:
            pipe.sadd(f"sockets:{player}", self._member(table, number))
        for player in players:
            pipe.expire(f"sockets:{player}", COUNT_TTL_SECONDS)
        await pipe.execute()
        split = sorted(self.split)
        for player in split:
            pipe.smembers(f"sockets:{player}")
        for player, members in zip(split, await pipe.execute() if split else (), strict=True):
            if not any(_process(bytes(member).decode()) != self.process for member in members):
                self.split.discard(player)

    def _member(self, table: int, socket: int) -> str:
        return f"{self.process}:{table}:{socket}"


def _process(member: str) -> str:
    return member.partition(":")[0]


def _table(member: str) -> str:
    return member.split(":")[1]
