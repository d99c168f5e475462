"""How much one person may ask of the live tables, over all the sockets he has, at whichever web process they are.

All sockets of a person at one process draw on one pace, which is arithmetic and nothing more. Sockets are counted in Valkey as they
open, which is seldom. Only of somebody who sits at several processes at once is each message counted there too: for everybody else
it would cost a way to Valkey and back and find nothing. Where Valkey is away each process counts for itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import redis.asyncio as valkey
from django.conf import settings

from games.tables.transport.envelope import SPLIT
from games.tables.transport.keyring import WEB, Keyring

SOCKETS = 3  # sockets of one person at one table
BURST = 2  # seconds' worth of messages that may come at once after a pause
TENTH = 0.1  # what a refused message counts, so that who goes on regardless is heard of no more
FLOOD = 5  # seconds' worth of such debt after which the sockets are closed
ALIVE = "web:alive:"
LIVES = 5000  # ms after which a web process that says nothing counts as gone, with the sockets it had
KEPT = 120  # seconds for which what is counted is kept, unless it is said again


class Pace:
    """As many messages a second as a person can mean, and as many at once after a pause."""

    __slots__ = ("filled", "tokens")

    def __init__(self) -> None:
        self.tokens, self.filled = 1.0 * settings.TABLE_MESSAGES_A_SECOND * BURST, time.monotonic()

    def may_speak(self) -> bool:
        now, pace = time.monotonic(), settings.TABLE_MESSAGES_A_SECOND
        self.tokens = min(1.0 * BURST * pace, self.tokens + (now - self.filled) * pace)
        self.filled = now
        allowed = self.tokens >= 1
        self.tokens -= 1 if allowed else TENTH
        return allowed

    @property
    def flooding(self) -> bool:
        return self.tokens < -FLOOD * settings.TABLE_MESSAGES_A_SECOND

    def rested(self, now: float) -> bool:
        """Is there nothing left to remember of what was said?"""
        return now - self.filled > BURST + FLOOD


class Presence:
    """Who sits at this process, and what is known in Valkey of the sockets and messages of the same people elsewhere."""

    def __init__(self, keyring: Keyring, client: valkey.Redis) -> None:
        self.keyring, self.process, self.valkey = keyring, keyring.id, client
        self.paces: dict[int, Pace] = {}
        self.split: set[int] = set()  # who sits at several processes
        self.left: list[tuple[int, str]] = []  # sockets that have gone and of which Valkey has not heard yet

    def pace(self, player: int) -> Pace:
        """The one pace of a person; each socket that only watches has its own."""
        return self.paces.setdefault(player, Pace()) if player else Pace()

    async def enter(self, player: int, table: int, socket: int) -> bool:
        """Whether one more socket is allowed. Tells everybody if the person sits at several web processes.

        The socket is counted first and taken back if it is one too many, so that two at the same moment never
        both pass as the last one.
        """
        key, member = f"sockets:{player}", self._member(table, socket)
        pipe = self.valkey.pipeline(transaction=False)
        pipe.sadd(key, member).expire(key, KEPT).smembers(key)
        *_, members = await pipe.execute()
        others = [bytes(other).decode() for other in members if bytes(other).decode() != member]
        living = await self._living({_process(other) for other in others}) | {self.process}
        if forgotten := [other for other in others if _process(other) not in living]:
            await self.valkey.srem(key, *forgotten)
        others = [other for other in others if _process(other) in living]
        here = sum(1 for other in others if _table(other) == str(table))
        if len(others) >= settings.TABLE_SOCKETS_A_PERSON or here >= SOCKETS:
            await self.valkey.srem(key, member)
            return False
        if any(_process(other) != self.process for other in others):
            await self.valkey.publish(SPLIT, self.keyring.seal_for_all(SPLIT, WEB, b"%d" % player))
        return True

    async def _living(self, processes: set[str]) -> set[str]:
        """Those of these web processes that gave a sign of life in the last seconds."""
        asked = sorted(processes - {self.process})
        pipe = self.valkey.pipeline(transaction=False)
        for process in asked:
            pipe.exists(ALIVE + process)
        signs = await pipe.execute() if asked else ()
        return {process for process, alive in zip(asked, signs, strict=True) if alive}

    async def leave(self, player: int, table: int, socket: int) -> None:
        self.left.append((player, self._member(table, socket)))
        await self._say_left()

    async def elsewhere(self, player: int, table: int) -> bool:
        """Whether this person has a socket at that table at another web process that lives."""
        members = [bytes(member).decode() for member in await self.valkey.smembers(f"sockets:{player}")]
        return bool(
            await self._living({_process(member) for member in members if _table(member) == str(table)})
        )

    async def _say_left(self) -> None:
        """What could not be said is kept and said again: a socket counted after its end would shut its person out."""
        left, self.left = self.left, []
        pipe = self.valkey.pipeline(transaction=False)
        for player, member in left:
            pipe.srem(f"sockets:{player}", member)
        try:
            await pipe.execute()
        except BaseException:
            self.left += left
            raise

    async def speak(self, players: Sequence[int]) -> list[bool]:
        """Whether each message is within its person's pace over all processes: so many in BURST seconds."""
        most, span = settings.TABLE_MESSAGES_A_SECOND * BURST, int(time.time()) // BURST
        pipe = self.valkey.pipeline(transaction=False)
        for player in players:
            pipe.incr(f"spoken:{player}:{span}").expire(f"spoken:{player}:{span}", 2 * BURST)
        counts = (await pipe.execute())[::2]
        return [count <= most for count in counts]

    async def alive(self) -> None:
        await self.valkey.set(ALIVE + self.process, 1, px=LIVES)
        await self._say_left()

    async def renew(self, sockets: Sequence[tuple[int, int, int]]) -> None:
        """Says again which sockets are here, as (player, table, number), and forgets who is quiet or alone here again."""
        now = time.monotonic()
        players = {player for player, _, _ in sockets}
        self.paces = {
            player: pace for player, pace in self.paces.items() if player in players or not pace.rested(now)
        }
        pipe = self.valkey.pipeline(transaction=False)
        for player, table, number in sockets:
            pipe.sadd(f"sockets:{player}", self._member(table, number))
        for player in players:
            pipe.expire(f"sockets:{player}", KEPT)
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
