"""The settlement of every stake once both hands are complete, and the commission on the prizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct

from games.rules.baccarat.events import (
    BetsClosed,
    CardDealt,
    CardDrawn,
    Event,
    HandTurned,
    NaturalAnnounced,
    PrizesPaid,
    RoundVoided,
    ScoresCounted,
    StakesCollected,
    State,
)
from games.rules.baccarat.hands import is_pair, score
from games.rules.baccarat.sheet import (
    COMMISSION_PERCENT,
    COMMISSION_SCORES,
    OTHER_SIDE,
    PAIRS,
    PRIZES,
    RULE_LETTERS,
    BetPlace,
    Charged,
    Commission,
)
from games.rules.bets import BetPlaced, BetTaken
from games.rules.shared.amounts import total
from games.rules.shared.money import Cents, Posting, Seat, TransferKind, postings_by_seat


class Coup(Struct, frozen=True):
    """The result of the two hands, which decides every payment."""

    punto: int
    banco: int
    pairs: tuple[BetPlace, ...] = ()

    @property
    def winner(self) -> BetPlace:
        """The side nearer to nine, or the tie.  [PB-1]"""
        if self.punto == self.banco:
            return BetPlace.TIE
        return BetPlace.PUNTO if self.punto > self.banco else BetPlace.BANCO

    @property
    def winning_places(self) -> tuple[BetPlace, ...]:
        return (self.winner, *self.pairs)


class SettledStake(Struct, frozen=True, gc=False):
    """One stake decided. `back + lost` is the stake; the prize comes on top of it (A02)."""

    code: str
    rule: str
    prize: Cents = 0
    back: Cents = 0
    lost: Cents = 0


def coup_of(state: State) -> Coup:
    """The first two cards alone decide the pairs.  [PB-11]"""
    hands = zip(PAIRS, (state.punto, state.banco), strict=True)
    pairs = tuple(pair for pair, cards in hands if is_pair(cards))
    return Coup(score(state.punto), score(state.banco), pairs)


def settle_stake(place: BetPlace, stake: Cents, coup: Coup) -> SettledStake:
    """Rules 22 to 25."""
    if place in coup.winning_places:
        # The player keeps the stake besides the prize.  [PB-22] [PB-23a] [PB-24] [PB-25a] [PB-25b] [PB-25c]
        return SettledStake("won", f"PB-25{RULE_LETTERS[place]}", PRIZES[place] * stake, back=stake)
    if place in PAIRS:
        return SettledStake("lost", "PB-11", lost=stake)  # [PB-11]
    if place in OTHER_SIDE and coup.winner is BetPlace.TIE:
        return SettledStake("neither", "PB-23b", back=stake)  # [PB-23b]
    return SettledStake("lost", "PB-22", lost=stake)  # [PB-22]


def commission_percent(mode: Commission, coup: Coup) -> int:
    """The percentage deducted in this round from the prizes that bear commission.  [PB-26]"""
    if mode is Commission.NONE or coup.winner is not BetPlace.BANCO:
        return 0  # only in rounds that banco wins  [PB-26a] [PB-26b]
    return COMMISSION_PERCENT[mode] if coup.banco in COMMISSION_SCORES[mode] else 0  # [PB-26a] [PB-26b]


def bears_commission(rule: Charged, place: BetPlace) -> bool:
    """Whether a prize on that chance bears the commission of a round won by banco (A40)."""
    return place is BetPlace.BANCO or rule is Charged.ALL_PRIZES


def commission_on(mode: Commission, rule: Charged, prizes: Mapping[BetPlace, Cents], coup: Coup) -> Cents:
    """The commission on one player's prizes of one round.

    A fraction of a cent stays with the player (A01).
    """
    base = sum(prize for place, prize in prizes.items() if bears_commission(rule, place))
    return base * commission_percent(mode, coup) // 100


class SeatSettlement(Struct, frozen=True, gc=False):
    """One player's round, settled against the house."""

    lines: tuple[tuple[BetPlace, Cents, SettledStake], ...]
    lost: Cents
    back: Cents
    prize: Cents
    commission: Cents


def settle_stakes(mode: Commission, rule: Charged, on: Mapping[str, Cents], coup: Coup) -> SeatSettlement:
    lines = tuple(
        (BetPlace(place), stake, settle_stake(BetPlace(place), stake, coup)) for place, stake in on.items()
    )
    prizes = {place: settled.prize for place, _, settled in lines}
    return SeatSettlement(
        lines,
        lost=sum(settled.lost for _, _, settled in lines),
        back=sum(settled.back for _, _, settled in lines),
        prize=sum(prizes.values()),
        commission=commission_on(mode, rule, prizes, coup),
    )


def settlement_of(state: State, seat: Seat) -> SeatSettlement:
    return settle_stakes(state.setting.commission, state.sheet.charged, state.bets[seat].on, coup_of(state))


def settle(state: State) -> tuple[Event, ...]:
    """The two hands decide every player's bets, and each is settled against the house alone.  [PB-5]"""
    coup = coup_of(state)
    lost: dict[Seat, Cents] = {}
    back: dict[Seat, Cents] = {}
    prize: dict[Seat, Cents] = {}
    commission: dict[Seat, Cents] = {}
    for seat in state.bets:
        settled = settlement_of(state, seat)
        for amounts, cents in (
            (lost, settled.lost),
            (back, settled.back),
            (prize, settled.prize),
            (commission, settled.commission),
        ):
            if cents:
                amounts[seat] = cents
    # The scores are counted, losing chips are collected, then winners are paid.  [PB-2c]
    return (
        ScoresCounted(coup.punto, coup.banco, coup.winner, coup.pairs),
        StakesCollected(lost),
        PrizesPaid(back, prize, commission),
    )


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case BetPlaced(seat=seat, on=on):
            return (Posting(TransferKind.STAKE, seat, total(on)),)
        case BetTaken(seat=seat, on=on):
            return (Posting(TransferKind.STAKE_BACK, seat, total(on)),)
        case StakesCollected(lost=lost):
            return postings_by_seat(TransferKind.STAKE_LOST, lost)  # [PB-22]
        case PrizesPaid(back=back, prize=prize, commission=commission):
            # The player keeps a winning stake; the commission is deducted from the prize.  [PB-24] [PB-26]
            return (
                *postings_by_seat(TransferKind.STAKE_BACK, back),
                *postings_by_seat(TransferKind.PRIZE, prize),
                *postings_by_seat(TransferKind.COMMISSION, commission),
            )
        case RoundVoided(back=back):
            return postings_by_seat(TransferKind.STAKE_BACK, back)  # [PB-29]
        case BetsClosed() | CardDealt() | HandTurned() | NaturalAnnounced() | CardDrawn() | ScoresCounted():
            return ()
    assert_never(event)
