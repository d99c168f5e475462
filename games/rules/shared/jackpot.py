"""The progressive jackpot: who is paid what, in which order, and what is left of the pot.

Article 10 of 61/2004

Pure figures: the meter is an account of the table, and only the postings of the round's events move it. If
the pot is too small for a prize, the operator first fills it up, so that every prize comes from the pot
(A47).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games.rules.shared.money import Cents
from games.rules.shared.poker_hands import HandKind
from games.rules.shared.refusals import Breach

# The five combinations that win a jackpot prize, in the order in which the sums are announced.  [MS-10.2]
PAYING: Final = (
    HandKind.ROYAL_FLUSH,
    HandKind.STRAIGHT_FLUSH,
    HandKind.FOUR_OF_A_KIND,
    HandKind.FULL_HOUSE,
    HandKind.FLUSH,
)
STRAIGHT_FLUSH_PART: Final = 10  # a straight flush wins one tenth of the pot  [MS-10.2.2]


class FixedPrizes(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The fixed sums that are announced at the table.  [MS-10.3] (A48)"""

    royal_flush: Cents
    straight_flush: Cents
    four_of_a_kind: Cents
    full_house: Cents
    flush: Cents

    def of(self, kind: HandKind | None) -> Cents:
        match kind:
            case HandKind.ROYAL_FLUSH:
                return self.royal_flush
            case HandKind.STRAIGHT_FLUSH:
                return self.straight_flush
            case HandKind.FOUR_OF_A_KIND:
                return self.four_of_a_kind
            case HandKind.FULL_HOUSE:
                return self.full_house
            case HandKind.FLUSH:
                return self.flush
            case _:
                return 0


class Jackpot(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a table sets and announces for its jackpot. The regulation gives none of these figures (A48)."""

    bet: Cents  # the price of a jackpot bet
    contribution: Cents  # the part of it that goes to the pot; the rest is the operator's
    minimum: Cents  # where the pot begins, and begins again when nothing is left  [MS-10.8b]
    fixed: FixedPrizes  # [MS-10.2.1] [MS-10.2.2] [MS-10.2.3] [MS-10.2.4] [MS-10.2.5]


class JackpotWin(Struct, frozen=True):
    """One jackpot prize: the index of the winning hand, the prize, and the operator's addition to the pot."""

    place: int
    kind: HandKind
    cents: Cents
    fill: Cents


class JackpotSettlement(Struct, frozen=True):
    """All jackpot prizes of a deal in the order of payment, and the pot after them."""

    won: tuple[JackpotWin, ...]
    left: Cents  # in the pot, when everybody is paid
    restart: Cents  # what the operator puts in for the pot to begin again

    @property
    def meter(self) -> Cents:
        return self.left + self.restart

    def paid_to(self, place: int) -> Cents:
        return sum(win.cents for win in self.won if win.place == place)


def check_jackpot(jackpot: Jackpot) -> list[Breach]:
    """Every way in which a table's jackpot is inconsistent."""
    positive = (
        ("MS-10.1", "bet", jackpot.bet),
        ("MS-10.1", "contribution", jackpot.contribution),
        ("MS-10.8b", "minimum", jackpot.minimum),
        *(("MS-10.3", f"fixed.{field}", getattr(jackpot.fixed, field)) for field in _FIXED_FIELDS),
    )
    breaches = [
        Breach(rule, f"jackpot.{field}", "not-positive", {"given": cents})
        for rule, field, cents in positive
        if cents < 1
    ]
    if jackpot.contribution > jackpot.bet:
        details = {"most": jackpot.bet, "given": jackpot.contribution}
        breaches.append(Breach("MS-10.1", "jackpot.contribution", "above-bet", details))
    return breaches


_FIXED_FIELDS: Final = FixedPrizes.__struct_fields__


def settle_jackpot(
    pot: Cents, minimum: Cents, fixed: FixedPrizes, hands: Sequence[HandKind | None]
) -> JackpotSettlement:
    """The prizes of the hands with an accepted jackpot bet, from the dealer's left. None wins nothing."""
    order = [
        place for place, kind in enumerate(hands) if kind in PAYING
    ]  # from left to right  [MS-10.2] [MS-10.4]
    if HandKind.ROYAL_FLUSH in hands:
        # Straight flushes are paid first; the others keep their order.  [MS-10.7]
        order.sort(key=lambda place: hands[place] is not HandKind.STRAIGHT_FLUSH)
    prizes = {kind: _prize(pot, fixed, hands, kind) for kind in PAYING}
    left, wins = pot, []
    for place in order:
        kind = hands[place]
        assert kind is not None
        fill = max(0, prizes[kind] - left)  # the operator covers what the pot lacks (A47)
        left += fill - prizes[kind]  # [MS-10.8a]
        wins.append(JackpotWin(place, kind, prizes[kind], fill))
    # Once nothing is left, after a royal flush or otherwise, the pot begins again; otherwise it is not
    # topped up (A47).
    restart = minimum if left == 0 and wins else 0  # [MS-10.8b]
    return JackpotSettlement(tuple(wins), left, restart)


def _prize(pot: Cents, fixed: FixedPrizes, hands: Sequence[HandKind | None], kind: HandKind) -> Cents:
    """The prize of each hand of that kind. A fraction of a cent goes to the player (A01)."""
    # One tenth of the pot before any payment (A46).  [MS-10.2.2] [MS-10.6]
    straight_flush = max(_part(pot, STRAIGHT_FLUSH_PART), fixed.straight_flush)
    if kind is HandKind.STRAIGHT_FLUSH:
        return straight_flush
    if kind is HandKind.ROYAL_FLUSH and kind in hands:
        # All that the straight flushes leave; fixed sums of other hands are not deducted first (A46).
        # [MS-10.2.1] [MS-10.7]
        rest = max(0, pot - straight_flush * hands.count(HandKind.STRAIGHT_FLUSH))
        return _part(max(rest, fixed.royal_flush), hands.count(kind))  # [MS-10.5]
    return fixed.of(kind)  # [MS-10.2.3] [MS-10.2.4] [MS-10.2.5]


def _part(cents: Cents, parts: int) -> Cents:
    return -(-cents // parts)
