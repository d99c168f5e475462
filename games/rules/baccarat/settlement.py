"""What becomes of every stake when both hands have done: won, lost, or neither; and what the house deducts of the prizes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from games.rules.baccarat.events import Event, PrizesPaid, ScoresCounted, StakesCollected, State
from games.rules.baccarat.hands import is_pair, score
from games.rules.baccarat.sheet import (
    COMMISSION_PERCENT,
    COMMISSION_SCORES,
    LETTER,
    OTHER,
    PAIRS,
    PRIZES,
    Charged,
    Commission,
    Place,
)
from games.rules.engine import Cents, Seat


class Coup(Struct, frozen=True):
    """What the two hands came to: all that the payment depends on."""

    punto: int
    banco: int
    pairs: tuple[Place, ...] = ()

    @property
    def winner(self) -> Place:
        """The side nearer to nine, or the tie.  [PB-1]"""
        if self.punto == self.banco:
            return Place.TIE
        return Place.PUNTO if self.punto > self.banco else Place.BANCO

    @property
    def won(self) -> tuple[Place, ...]:
        return (self.winner, *self.pairs)


class Paid(Struct, frozen=True, gc=False):
    """One stake resolved: `back + lost` is the stake, and the prize comes on top of it (A02)."""

    code: str
    rule: str
    prize: Cents = 0
    back: Cents = 0
    lost: Cents = 0


def coup_of(state: State) -> Coup:
    """Only the first two cards decide the pairs.  [PB-11]"""
    pairs = tuple(
        pair for pair, cards in zip(PAIRS, (state.punto, state.banco), strict=True) if is_pair(cards)
    )
    return Coup(score(state.punto), score(state.banco), pairs)


def pay(place: Place, stake: Cents, coup: Coup) -> Paid:
    """Rules 22 to 25."""
    if place in coup.won:
        # The stake stays the player's, besides the prize.  [PB-22] [PB-23a] [PB-24] [PB-25a] [PB-25b] [PB-25c]
        return Paid("won", f"PB-25{LETTER[place]}", PRIZES[place] * stake, back=stake)
    if place in PAIRS:
        return Paid("lost", "PB-11", lost=stake)  # [PB-11]
    if place in OTHER and coup.winner is Place.TIE:
        return Paid("neither", "PB-23b", back=stake)  # [PB-23b]
    return Paid("lost", "PB-22", lost=stake)  # [PB-22]


def share(mode: Commission, coup: Coup) -> int:
    """How many per cent of the prizes that bear it are deducted in this round.  [PB-26]"""
    if mode == Commission.NONE or coup.winner is not Place.BANCO:
        return 0  # only rounds that banco wins  [PB-26a] [PB-26b]
    return COMMISSION_PERCENT[mode] if coup.banco in COMMISSION_SCORES[mode] else 0  # [PB-26a] [PB-26b]


def charged(rule: Charged, place: Place) -> bool:
    """Does a prize on that chance bear the commission of a round won by banco (A40)?"""
    return place is Place.BANCO or rule == Charged.ALL_PRIZES


def commission(mode: Commission, rule: Charged, prizes: Mapping[Place, Cents], coup: Coup) -> Cents:
    """What is deducted of one player's prizes of one round; a fraction of a cent stays the player's (A01)."""
    base = sum(prize for place, prize in prizes.items() if charged(rule, place))
    return base * share(mode, coup) // 100


class Account(Struct, frozen=True, gc=False):
    """One player's round against the house."""

    lines: tuple[tuple[Place, Cents, Paid], ...]
    lost: Cents
    back: Cents
    prize: Cents
    commission: Cents


def account(mode: Commission, rule: Charged, on: Mapping[str, Cents], coup: Coup) -> Account:
    lines = tuple((Place(place), stake, pay(Place(place), stake, coup)) for place, stake in on.items())
    return Account(
        lines,
        sum(paid.lost for _, _, paid in lines),
        sum(paid.back for _, _, paid in lines),
        sum(paid.prize for _, _, paid in lines),
        commission(mode, rule, {place: paid.prize for place, _, paid in lines}, coup),
    )


def account_of(state: State, seat: Seat) -> Account:
    return account(state.setting.commission, state.sheet.charged, state.bets[seat].on, coup_of(state))


def settle(state: State) -> tuple[Event, ...]:
    """The two hands bind every player, and each is settled against the house alone.  [PB-5]"""
    coup = coup_of(state)
    accounts = {seat: account_of(state, seat) for seat in state.bets}

    def figures(name: str) -> dict[Seat, Cents]:
        return {seat: cents for seat, each in accounts.items() if (cents := getattr(each, name))}

    # The scores are counted, losing chips are collected, then winners are paid.  [PB-2c]
    return (
        ScoresCounted(coup.punto, coup.banco, coup.winner, coup.pairs),
        StakesCollected(figures("lost")),
        PrizesPaid(figures("back"), figures("prize"), figures("commission")),
    )
