"""The history checker: what a player saw, against a sequential model of one wallet.

A player's journal is the only account of the order. Its lines:

    S id round bet   about to be sent       Q n         the wallet is about to be read
    A id             accepted               B n cents   what the read gave
    R id code        refused                N round     a frame showed this round
    P n cents        the balance after the wallet's n-th movement, as a frame said

A read must be explained by some order of the player's bets and of the ends of rounds in which
- a bet that was accepted before the read began has been paid, and a refused one has not;
- a round that the player saw replaced by a later one has been settled;
- whatever an earlier read saw is still so (no stale read, no lost update).
Bets without an answer, and rounds that may have ended, are tried both ways.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations

# What each end of a round gave back for these stakes: `returned(round, stakes)`. None: it has not ended.
Returns = Callable[[int, Mapping[str, int]], int | None]
MOST_OPEN = 12  # bets and rounds that are tried both ways at one read


@dataclass
class Bet:
    round: int
    stakes: dict[str, int]

    @property
    def cents(self) -> int:
        return sum(self.stakes.values())


@dataclass(frozen=True)
class World:
    """One explanation of what has been read so far."""

    paid: frozenset[str]
    settled: frozenset[int]


@dataclass
class History:
    """One player's journal, read line by line."""

    initial: int
    returned: Returns
    never_paid: frozenset[str] = frozenset()  # refused, and never accepted
    bets: dict[str, Bet] = field(default_factory=dict)
    accepted: set[str] = field(default_factory=set)
    over: set[int] = field(default_factory=set)  # rounds that the player saw replaced
    due: dict[str, tuple[set[str], set[int]]] = field(default_factory=dict)  # by open read
    purses: dict[str, str] = field(default_factory=dict)
    worlds: set[World] = field(default_factory=lambda: {World(frozenset(), frozenset())})
    reads: int = 0

    def check(self, lines: Iterable[str]) -> Iterator[str]:
        """The contradictions in this journal. After one, the worlds begin anew from all that is possible."""
        for line in lines:
            kind, name, *details = line.split(" ", 3)
            match kind:
                case "S":
                    self.bets[name] = Bet(int(details[0]), json.loads(details[1])["on"])
                case "A":
                    self.accepted.add(name)
                case "N":
                    self.over |= {bet.round for bet in self.bets.values() if bet.round < int(name)}
                case "Q":
                    self.due[name] = (set(self.accepted), set(self.over))
                case "B":
                    self.reads += 1
                    yield from self._read(int(details[0]), *self.due.pop(name))
                case "P":
                    if self.purses.setdefault(name, details[0]) != details[0]:
                        yield f"movement {name} left both {self.purses[name]} and {details[0]} cents"

    def _read(self, cents: int, paid: set[str], over: set[int]) -> Iterator[str]:
        rounds = {self.bets[name].round for name in self.bets}
        possible = {name for name in self.bets if name not in self.never_paid}
        open_bets = possible - paid
        open_rounds = {number for number in rounds - over if self.returned(number, {}) is not None}
        kept: set[World] = set()
        for world in self.worlds:
            bets = sorted(open_bets - world.paid)
            ended = sorted(open_rounds - world.settled)
            if len(bets) + len(ended) > MOST_OPEN:
                yield f"{len(bets)} bets and {len(ended)} rounds are open at one read: too many to try"
                return
            for more_bets in _subsets(bets):
                for more_rounds in _subsets(ended):
                    candidate = World(
                        world.paid | paid | frozenset(more_bets),
                        world.settled | over | frozenset(more_rounds),
                    )
                    if self._balance(candidate) == cents:
                        kept.add(candidate)
        if not kept:
            expected = self._balance(World(frozenset(paid), frozenset(over)))
            yield f"read {cents} cents; its accepted bets and ended rounds leave {expected}"
            return
        self.worlds = kept

    def _balance(self, world: World) -> int:
        stakes: dict[int, dict[str, int]] = {}
        total = self.initial
        for name in world.paid:
            bet = self.bets[name]
            total -= bet.cents
            own = stakes.setdefault(bet.round, {})
            for place, cents in bet.stakes.items():
                own[place] = own.get(place, 0) + cents
        for number in world.settled:
            total += self.returned(number, stakes.get(number, {})) or 0
        return total


def _subsets(values: list) -> Iterator[tuple]:
    return chain.from_iterable(combinations(values, size) for size in range(len(values) + 1))


def refused_for_good(lines: Iterable[str]) -> frozenset[str]:
    """Commands whose every answer was a refusal."""
    answers: dict[str, set[str]] = {}
    for line in lines:
        kind, name, *_ = line.split(" ", 2)
        if kind in ("A", "R"):
            answers.setdefault(name, set()).add(kind)
    return frozenset(name for name, kinds in answers.items() if kinds == {"R"})
