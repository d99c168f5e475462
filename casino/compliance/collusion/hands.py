"""One hand of hold'em read from its open events: who lost what, what was decided against whom, and how long it took.

Cards that were never turned are not needed, and could not be read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from games.rules.holdem.events import (
    BlindPosted,
    ButtonPlaced,
    Called,
    Checked,
    CommonTurned,
    ExcessReturned,
    Folded,
    PotsPaid,
    Raised,
    RoundVoided,
    Why,
)
from games.rules.shared.money import Cents, Seat

Player = int
DECISIONS = frozenset((Folded, Checked, Called, Raised))
# How long decisions took is kept in steps of a sixth of a natural logarithm, from a fifth of a second on.
STEPS, SHORTEST = 48, 200
JOIN = "join"


class Decision(Struct, frozen=True, gc=False):
    """Something that one player decided against another: what kind of moment it was, and whether the watched thing was done."""

    player: Player
    other: Player
    moment: str
    done: bool


class Hand(Struct, frozen=True, gc=False):
    """What a hand says. `nets` stand in the order of `players`, in cents; they add up to nought less the commission."""

    players: tuple[Player, ...]
    nets: tuple[Cents, ...]
    minimum: Cents
    decisions: tuple[Decision, ...] = ()
    paces: tuple[tuple[Player, int], ...] = ()  # who took how long, in milliseconds


class _Felt:
    """What lies in front of everybody as the hand goes on."""

    def __init__(self, order: tuple[Seat, ...]) -> None:
        self.alive = list(order)
        self.put: dict[Seat, Cents] = dict.fromkeys(order, 0)
        self.won: dict[Seat, Cents] = dict.fromkeys(order, 0)
        self.bet: dict[Seat, Cents] = {}
        self.street = self.raises = 0
        self.to_match: Cents = 0
        self.raiser: Seat = 0
        self.all_in: set[Seat] = set()
        self.entered: set[Seat] = set()  # of their own will, before the flop

    def chips(self, seat: Seat, cents: Cents) -> None:
        self.put[seat] += cents
        self.bet[seat] = self.bet.get(seat, 0) + cents
        self.to_match = max(self.to_match, self.bet[seat])

    def turn(self) -> None:
        self.street += 1
        self.bet, self.to_match, self.raiser, self.raises = {}, 0, 0, 0

    def decided(self, event: Any) -> None:
        seat, kind = event.seat, type(event)
        if kind is Folded:
            self.alive.remove(seat)
        elif kind is not Checked:
            self.chips(seat, event.cents)
            if not self.street:
                self.entered.add(seat)
            if event.all_in:
                self.all_in.add(seat)
            if kind is Raised:
                self.raiser, self.raises = seat, self.raises + 1


def read(events: Iterable[tuple[Any, int]], seated: Mapping[Seat, Player], minimum: Cents) -> Hand | None:
    """The hand that these events tell, each with its hour in milliseconds; None of one that was not played to its end."""
    felt: _Felt | None = None
    decisions: list[Decision] = []
    paces: list[tuple[Player, int]] = []
    before = 0
    for event, at in events:
        kind = type(event)
        if kind is ButtonPlaced:
            felt = _Felt(event.players)
        elif kind is RoundVoided:
            return None
        elif felt is None:
            continue
        elif kind in DECISIONS:
            if event.seat in felt.alive:
                if getattr(event, "why", Why.SELF) is Why.SELF and event.seat in seated:
                    decisions += _seen(felt, event, seated)
                    paces.append((seated[event.seat], max(0, at - before)))
                felt.decided(event)
        elif kind is BlindPosted:
            felt.chips(event.seat, event.cents)
        elif kind is CommonTurned:
            felt.turn()
        elif kind is ExcessReturned:
            felt.put[event.seat] -= event.cents
        elif kind is PotsPaid:
            for pot in event.pots:
                for share in pot.shares:
                    felt.won[share.name] += share.net
        before = at
    if felt is None or not any(felt.won.values()):
        return None
    # Whoever was dealt in, put nothing and let the time pass left no name.
    seats = tuple(seat for seat in felt.put if seat in seated)
    nets = tuple(felt.won[seat] - felt.put[seat] for seat in seats)
    decisions += _joined(felt, seats, seated)
    return Hand(tuple(seated[seat] for seat in seats), nets, minimum, tuple(decisions), tuple(paces))


def _joined(felt: _Felt, seats: tuple[Seat, ...], seated: Mapping[Seat, Player]) -> list[Decision]:
    """Of everybody who was dealt in beside somebody who entered the pot: did he enter it too?"""
    return [
        Decision(seated[seat], seated[other], JOIN, seat in felt.entered)
        for other in sorted(felt.entered)
        if other in seated
        for seat in seats
        if seat != other
    ]


def _seen(felt: _Felt, event: Any, seated: Mapping[Seat, Player]) -> list[Decision]:
    """What this decision says about its player and another one: alone with him, or facing his raise."""
    seat, kind, raiser = event.seat, type(event), felt.raiser
    others = [each for each in felt.alive if each != seat]
    facing = felt.to_match > felt.bet.get(seat, 0)
    found, player = [], seated[seat]
    if felt.street and len(others) == 1 and others[0] not in felt.all_in:
        moment = f"{'press' if facing else 'lead'}-{felt.street}"
        found.append(Decision(player, seated[others[0]], moment, kind is Raised))
    if facing and raiser and raiser != seat and raiser in felt.alive:
        where = f"pre-{min(felt.raises, 2)}" if not felt.street else "post" if len(others) > 1 else "alone"
        found.append(Decision(player, seated[raiser], f"yield-{where}", kind is Folded))
        if len(others) > 1 and raiser not in felt.all_in:
            found.append(Decision(player, seated[raiser], f"squeeze-{where}", kind is Raised))
    return found
