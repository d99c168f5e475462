"""The progressive jackpot: who is paid what, in which order, and what is left of the pot.  Article 10 of 61/2004

Pure figures: the meter is an account of the table, and only the postings of the round's events move it. A pot that is too
small for a prize is filled up by the house first, so that every prize comes out of the pot (A47).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games.rules.engine import Breach, Cents
from games.rules.shared.poker_hands import Kind

# The five combinations that win a jackpot prize, in the order in which the sums are announced.  [MS-10.2]
PAYING: Final = (Kind.ROYAL_FLUSH, Kind.STRAIGHT_FLUSH, Kind.FOUR_OF_A_KIND, Kind.FULL_HOUSE, Kind.FLUSH)
TENTH: Final = 10  # a straight flush takes one part in so many of the pot  [MS-10.2.2]


class Fixed(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The fixed sums that the house announces at the table.  [MS-10.3] (A48)"""

    royal_flush: Cents
    straight_flush: Cents
    four_of_a_kind: Cents
    full_house: Cents
    flush: Cents

    def of(self, kind: Kind | None) -> Cents:
        sums = dict(
            zip(
                PAYING,
                (self.royal_flush, self.straight_flush, self.four_of_a_kind, self.full_house, self.flush),
                strict=True,
            )
        )
        return sums.get(kind, 0) if kind is not None else 0


class Jackpot(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a table sets and announces of its jackpot: the regulation gives none of these figures (A48)."""

    bet: Cents  # what a jackpot bet costs
    contribution: Cents  # what of it goes to the pot; the rest is the house's
    minimum: Cents  # where the pot begins, and begins again when nothing of it is left  [MS-10.8b]
    fixed: Fixed  # [MS-10.2.1] [MS-10.2.2] [MS-10.2.3] [MS-10.2.4] [MS-10.2.5]


class Won(Struct, frozen=True):
    """One jackpot prize: the hand's place in the order of the table, what it is paid, what the house adds to the pot for it."""

    place: int
    kind: Kind
    cents: Cents
    fill: Cents


class Payment(Struct, frozen=True):
    """All jackpot prizes of a deal, in the order in which they are paid, and the pot after them."""

    won: tuple[Won, ...]
    left: Cents  # of the pot, when everybody is paid
    restart: Cents  # what the house puts in for the pot to begin again

    @property
    def meter(self) -> Cents:
        return self.left + self.restart

    def paid_to(self, place: int) -> Cents:
        return sum(won.cents for won in self.won if won.place == place)


def check(jackpot: Jackpot) -> list[Breach]:
    """Every way in which a table's jackpot makes no sense."""
    found = []
    sums = {field: getattr(jackpot.fixed, field) for field in Fixed.__struct_fields__}
    positive = {"bet": jackpot.bet, "contribution": jackpot.contribution, "minimum": jackpot.minimum}
    for field, cents in positive.items():
        if cents < 1:
            rule = "MS-10.8b" if field == "minimum" else "MS-10.1"
            found.append(Breach(rule, f"jackpot.{field}", "not-positive", {"given": cents}))
    for field, cents in sums.items():
        if cents < 1:
            found.append(Breach("MS-10.3", f"jackpot.fixed.{field}", "not-positive", {"given": cents}))
    if jackpot.contribution > jackpot.bet:
        said = {"most": jackpot.bet, "given": jackpot.contribution}
        found.append(Breach("MS-10.1", "jackpot.contribution", "above-bet", said))
    return found


def settle(pot: Cents, minimum: Cents, fixed: Fixed, hands: Sequence[Kind | None]) -> Payment:
    """The prizes of hands with an accepted jackpot bet, given from the dealer's left to right; None where none is to be paid."""
    order = [
        place for place, kind in enumerate(hands) if kind in PAYING
    ]  # from left to right  [MS-10.2] [MS-10.4]
    if Kind.ROYAL_FLUSH in hands:
        # The straight flushes are paid first; the others keep their turn.  [MS-10.7]
        order.sort(key=lambda place: hands[place] is not Kind.STRAIGHT_FLUSH)
    prizes = {kind: _prize(pot, fixed, hands, kind) for kind in PAYING}
    left, won = pot, []
    for place in order:
        kind = hands[place]
        assert kind is not None
        fill = max(0, prizes[kind] - left)  # the house covers what the pot lacks (A47)
        left += fill - prizes[kind]  # [MS-10.8a]
        won.append(Won(place, kind, prizes[kind], fill))
    # After a royal flush, or whatever else leaves nothing, the pot begins again; otherwise it is not topped up (A47).
    return Payment(tuple(won), left, minimum if left == 0 and won else 0)  # [MS-10.8b]


def _prize(pot: Cents, fixed: Fixed, hands: Sequence[Kind | None], kind: Kind) -> Cents:
    """What each hand of that kind is paid. A fraction of a cent goes to the player (A01)."""
    tenth = max(
        _part(pot, TENTH), fixed.straight_flush
    )  # of the pot before any payment (A46)  [MS-10.2.2] [MS-10.6]
    if kind is Kind.STRAIGHT_FLUSH:
        return tenth
    if kind is Kind.ROYAL_FLUSH and kind in hands:
        # All that the straight flushes leave; fixed sums of other hands are not deducted first (A46).  [MS-10.2.1] [MS-10.7]
        rest = max(0, pot - tenth * hands.count(Kind.STRAIGHT_FLUSH))
        return _part(max(rest, fixed.royal_flush), hands.count(kind))  # [MS-10.5]
    return fixed.of(kind)  # [MS-10.2.3] [MS-10.2.4] [MS-10.2.5]


def _part(cents: Cents, parts: int) -> Cents:
    return -(-cents // parts)
