"""How much one person may ask of the live tables, over all the sockets he has, at whichever web process they are.

All sockets of a person at one process draw on one pace, which is arithmetic and nothing more. Sockets are counted in Valkey as they
open, which is seldom. Only of somebody who sits at several processes at once is each message counted there too: for everybody else
it would cost a way to Valkey and back and find nothing. Where Valkey is away each process counts for itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import redis.asyncio as valkey
from django.conf import settings

from games.tables.transport.envelope import SPLIT, seal_message

SOCKETS = 3  # sockets of one person at one table
BURST = 2  # seconds' worth of messages that may come at once after a pause
TENTH = 0.1  # what a refused message counts, so that who goes on regardless is heard of no more
FLOOD = 5  # seconds' worth of such debt after which the sockets are closed
ALIVE = "web:alive:"
LIVES = 5000  # ms after which a web process that says nothing counts as gone, with the sockets it had
KEPT = 120  # seconds for which what is counted is kept, unless it is said again
# One socket more, unless there are enough of them; how many processes the person sits at, or 0. Sockets of a fallen process are forgotten.
ENTER = """
local sockets, here, seen, processes = 0, 0, {[ARGV[1]] = true}, 1
for _, member in ipairs(redis.call('smembers', KEYS[1])) do
    local process, place = member:match('^(.-):(.-):')
    if seen[process] == nil then
        seen[process] = redis.call('exists', ARGV[6] .. process) == 1
        if seen[process] then processes = processes + 1 end
    end
    if not seen[process] then redis.call('srem', KEYS[1], member)
    elseif member ~= ARGV[3] then
        sockets = sockets + 1
        if place == ARGV[2] then here = here + 1 end
    end
end
if sockets >= tonumber(ARGV[4]) or here >= tonumber(ARGV[5]) then return 0 end
redis.call('sadd', KEYS[1], ARGV[3])
redis.call('expire', KEYS[1], ARGV[7])
return processes
"""
# The same pace as in a process, kept as the hour at which nothing said would weigh any more: one message moves it on by its own part.
SPEAK = """
local clock, pace, burst = redis.call('time'), tonumber(ARGV[1]), tonumber(ARGV[2])
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local paid = math.max(tonumber(redis.call('get', KEYS[1]) or '0'), now) + 1000 / pace
if paid - now > 1000 * burst then return 0 end
redis.call('set', KEYS[1], string.format('%.0f', paid), 'px', 1000 * burst + 1000)
return 1
"""


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

    def __init__(self, process: str, client: valkey.Redis) -> None:
        self.process, self.valkey = process, client
        self.paces: dict[int, Pace] = {}
        self.split: set[int] = set()  # who sits at several processes
        self.left: list[tuple[int, str]] = []  # sockets that have gone and of which Valkey has not heard yet
        self._enter, self._speak = client.register_script(ENTER), client.register_script(SPEAK)

    def pace(self, player: int) -> Pace:
        """The one pace of a person; each socket that only watches has its own."""
        return self.paces.setdefault(player, Pace()) if player else Pace()

    async def enter(self, player: int, table: int, socket: int) -> bool:
        """Whether one socket more is allowed; everybody who has sockets of this person hears if there are several of us."""
        key = f"sockets:{player}"
        named, most = self._member(table, socket), settings.TABLE_SOCKETS_A_PERSON
        processes = await self._enter(
            keys=[key], args=[self.process, table, named, most, SOCKETS, ALIVE, KEPT]
        )
        if processes > 1:
            await self.valkey.publish(SPLIT, seal_message(SPLIT, b"%d" % player))
        return bool(processes)

    async def leave(self, player: int, table: int, socket: int) -> None:
        self.left.append((player, self._member(table, socket)))
        await self._say_left()

    async def elsewhere(self, player: int, table: int) -> bool:
        """Whether this person has a socket at that table at another web process that lives."""
        members = [
            bytes(member).decode().split(":") for member in await self.valkey.smembers(f"sockets:{player}")
        ]
        others = {process for process, place, _ in members if process != self.process and place == str(table)}
        return bool(others) and bool(await self.valkey.exists(*(ALIVE + process for process in others)))

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
        """Whether each of these messages of people who sit at several processes is within their pace."""
        pipe = self.valkey.pipeline(transaction=False)
        for player in players:
            await self._speak(
                keys=[f"spoken:{player}"], args=[settings.TABLE_MESSAGES_A_SECOND, BURST], client=pipe
            )
        return [bool(allowed) for allowed in await pipe.execute()]

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
            if not any(_process(member) != self.process for member in members):
                self.split.discard(player)

    def _member(self, table: int, socket: int) -> str:
        return f"{self.process}:{table}:{socket}"


def _process(member: Any) -> str:
    return bytes(member).partition(b":")[0].decode()
