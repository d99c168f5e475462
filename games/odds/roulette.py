"""What roulette is worth: the exact part of a stake that the house keeps on average, chance by chance.

Nothing is estimated: every number of the wheel is paid by the very function that pays at the table, and the sum is a
fraction of whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.odds.worth import GameOdds, Worth
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS, Kind, winners
from games.rules.roulette.settlement import settle_stake
from games.rules.roulette.sheet import (
    AMERICAN,
    FRENCH,
    VARIANTS,
    SecondZero,
    Setting,
    Sheet,
    Zero,
    is_offered,
)

STAKE = 100  # cents; halves of it are whole


def edge(sheet: Sheet, variant: str, kind: Kind) -> Fraction:
    """The part of a stake on this chance that the house keeps on average over all numbers of the wheel."""
    layout, wheel = LAYOUT_OF[variant], WHEELS[variant]
    place = next(place for place, spot in PLACES[layout].items() if spot.kind == kind)
    returned = Fraction(0)
    for number in wheel:
        paid = settle_stake(sheet, layout, place, STAKE, number)
        returned += paid.back + paid.prize + paid.held * released(sheet, variant, place)
    return 1 - returned / (len(wheel) * STAKE)


def released(sheet: Sheet, variant: str, place: str) -> Fraction:
    """What a cent in prison is worth: it comes back when its chance wins, and meets a second zero as the sheet says."""
    wheel, layout = WHEELS[variant], LAYOUT_OF[variant]
    won = sum(place in winners(layout, number) for number in wheel)
    zeros = sum(number in ("0", "00") for number in wheel) if sheet.second_zero is SecondZero.STAYS else 0
    return Fraction(won, len(wheel) - zeros)


def edges(sheet: Sheet, variant: str) -> dict[Kind, Fraction]:
    return {kind: edge(sheet, variant, kind) for kind in Kind if is_offered(sheet, kind)}


def worths(sheet: Sheet, setting: Setting) -> Iterator[Worth]:
    """Every chance of the table's wheel; a call bet is worth what the chips that it places are worth."""
    for kind, kept in edges(sheet, setting.variant).items():
        yield Worth(str(kind), kept)


AMERICAN_ODDS = GameOdds(
    worths,
    {"system": AMERICAN, "zero_option": Zero.LOSE_ALL, "variants": VARIANTS[AMERICAN]},
    {"variant": "37", "minimum": 100},
)
# The treatment of zero has no default here either (A09): whoever asks must choose it.
FRENCH_ODDS = GameOdds(
    worths, {"system": FRENCH, "variants": VARIANTS[FRENCH]}, {"variant": "FR", "minimum": 100}
)
