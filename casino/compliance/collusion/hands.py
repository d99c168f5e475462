"""One hand of hold'em, read from its public events: results, decisions between players, and decision times.

Hidden cards are not needed, and the database role cannot read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from casino.compliance.bots import play
from casino.compliance.bots.play import Seen
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
CHOICES: dict[type[Any], int] = {Folded: play.FOLD, Checked: play.CHECK, Called: play.CALL}
# Decision times are counted in this many logarithmic steps, beginning at this many milliseconds.
STEPS, SHORTEST_MS = 48, 200
JOIN = "join"


class WatchedDecision(Struct, frozen=True, gc=False):
    """A decision of one player against another: its kind, and whether the watched choice was made."""

    player: Player
    other: Player
    moment: str
    done: bool


class HandOutcome(Struct, frozen=True, gc=False):
    """A hand. `nets` are in cents, in the order of `players`; they sum to zero less the commission."""

    players: tuple[Player, ...]
    nets: tuple[Cents, ...]
    minimum: Cents
    decisions: tuple[WatchedDecision, ...] = ()
    decision_times: tuple[tuple[Player, int], ...] = ()  # player, milliseconds
    seen: tuple[Seen, ...] = ()  # the same decisions, as the search for programs sees them


class _HandState:
    """The chips, bets and active players during the hand."""

    def __init__(self, order: tuple[Seat, ...]) -> None:
        self.active = list(order)
        self.paid_in: dict[Seat, Cents] = dict.fromkeys(order, 0)
        self.won: dict[Seat, Cents] = dict.fromkeys(order, 0)
        self.bet: dict[Seat, Cents] = {}
        self.street = self.raises = 0
        self.to_match: Cents = 0
        self.raiser: Seat = 0
        self.all_in: set[Seat] = set()
        self.entered: set[Seat] = set()  # voluntarily, before the flop

    def pay(self, seat: Seat, cents: Cents) -> None:
        self.paid_in[seat] += cents
        self.bet[seat] = self.bet.get(seat, 0) + cents
        self.to_match = max(self.to_match, self.bet[seat])

    def next_street(self) -> None:
        self.street += 1
        self.bet, self.to_match, self.raiser, self.raises = {}, 0, 0, 0

    def is_own_decision(self, event: Any) -> bool:
        """Whether an active player decided, and not the clock."""
        is_active = type(event) in DECISIONS and event.seat in self.active
        return is_active and getattr(event, "why", Why.SELF) is Why.SELF

    def apply(self, event: Any) -> None:
        kind = type(event)
        if kind in DECISIONS:
            if event.seat in self.active:
                self._apply_decision(event)
        elif kind is BlindPosted:
            self.pay(event.seat, event.cents)
        elif kind is CommonTurned:
            self.next_street()
        elif kind is ExcessReturned:
            self.paid_in[event.seat] -= event.cents
        elif kind is PotsPaid:
            for pot in event.pots:
                for share in pot.shares:
                    self.won[share.name] += share.net

    def _apply_decision(self, event: Any) -> None:
        seat, kind = event.seat, type(event)
        if kind is Folded:
            self.active.remove(seat)
        elif kind is not Checked:
            self.pay(seat, event.cents)
            if not self.street:
                self.entered.add(seat)
            if event.all_in:
                self.all_in.add(seat)
            if kind is Raised:
                self.raiser, self.raises = seat, self.raises + 1


def read_hand(
    events: Iterable[tuple[Any, int]], players_by_seat: Mapping[Seat, Player], minimum: Cents
) -> HandOutcome | None:
    """The hand of these events, each with its time in milliseconds. None if it was not played to the end."""
    state: _HandState | None = None
    decisions: list[WatchedDecision] = []
    decision_times: list[tuple[Player, int]] = []
    seen: list[Seen] = []
    before = 0
    for event, at in events:
        if type(event) is ButtonPlaced:
            state = _HandState(event.players)
        elif type(event) is RoundVoided:
            return None
        elif state is None:
            continue
        if state.is_own_decision(event) and event.seat in players_by_seat:
            decisions += _opponent_decisions(state, event, players_by_seat)
            took, player = max(0, at - before), players_by_seat[event.seat]
            decision_times.append((player, took))
            seen.append(_seen(state, event, player, at, took, minimum))
        state.apply(event)
        before = at
    if state is None or not any(state.won.values()):
        return None
    # The events do not name a player who paid nothing and let the time pass.
    seats = tuple(seat for seat in state.paid_in if seat in players_by_seat)
    nets = tuple(state.won[seat] - state.paid_in[seat] for seat in seats)
    decisions += _join_decisions(state, seats, players_by_seat)
    return HandOutcome(
        tuple(players_by_seat[seat] for seat in seats),
        nets,
        minimum,
        tuple(decisions),
        tuple(decision_times),
        tuple(seen),
    )


def _seen(state: _HandState, event: Any, player: Player, at: int, took: int, minimum: Cents) -> Seen:
    """What the search for programs keeps of a decision, before it is applied."""
    pot = sum(state.paid_in.values())
    owed = state.to_match - state.bet.get(event.seat, 0)
    situation = play.situation_of(state.street, state.raises, owed, pot, state.raiser in state.all_in)
    kind = type(event)
    if kind is not Raised:
        choice = CHOICES[kind]
        return Seen(player, at, took, situation, choice)
    choice, share = play.choice_of_raise(event.to, state.to_match, pot + owed, minimum // 2, event.all_in)
    return Seen(player, at, took, situation, choice, share)


def _join_decisions(
    state: _HandState, seats: tuple[Seat, ...], players_by_seat: Mapping[Seat, Player]
) -> list[WatchedDecision]:
    """For each player who entered the pot, whether each other player entered it too."""
    return [
        WatchedDecision(players_by_seat[seat], players_by_seat[other], JOIN, seat in state.entered)
        for other in sorted(state.entered)
        if other in players_by_seat
        for seat in seats
        if seat != other
    ]


def _opponent_decisions(
    state: _HandState, event: Any, players_by_seat: Mapping[Seat, Player]
) -> list[WatchedDecision]:
    """The decision as one against an opponent: alone with them, or facing their raise."""
    seat, kind, raiser = event.seat, type(event), state.raiser
    others = [other for other in state.active if other != seat]
    facing = state.to_match > state.bet.get(seat, 0)
    decisions, player = [], players_by_seat[seat]
    if state.street and len(others) == 1 and others[0] not in state.all_in:
        moment = f"{'press' if facing else 'lead'}-{state.street}"
        decisions.append(WatchedDecision(player, players_by_seat[others[0]], moment, kind is Raised))
    if facing and raiser and raiser != seat and raiser in state.active:
        situation = _situation(state, len(others))
        decisions.append(
            WatchedDecision(player, players_by_seat[raiser], f"yield-{situation}", kind is Folded)
        )
        if len(others) > 1 and raiser not in state.all_in:
            squeeze = WatchedDecision(player, players_by_seat[raiser], f"squeeze-{situation}", kind is Raised)
            decisions.append(squeeze)
    return decisions


def _situation(state: _HandState, opponents: int) -> str:
    if not state.street:
        return f"pre-{min(state.raises, 2)}"
    return "post" if opponents > 1 else "alone"
