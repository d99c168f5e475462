"""The exact house edge of roulette, chance by chance.

Every number of the wheel is settled by the function that settles bets at the table, and the sum is an exact
fraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from games.odds.game_odds import GameOdds
from games.odds.outcomes import Outcome, Rounds
from games.odds.worth import Worth
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS, BetKind, winners
from games.rules.roulette.settlement import settle_stake
from games.rules.roulette.sheet import (
    AMERICAN,
    FRENCH,
    PRIZES,
    VARIANTS,
    SecondZero,
    Setting,
    Sheet,
    Zero,
    bet_limits,
    is_offered,
)
from games.rules.shared.money import Cents

STAKE = 100  # cents; halves of it are whole


def edge(sheet: Sheet, variant: str, kind: BetKind) -> Fraction:
    """The house edge of this chance over all numbers of the wheel."""
    layout, wheel = LAYOUT_OF[variant], WHEELS[variant]
    place = next(place for place, spot in PLACES[layout].items() if spot.kind == kind)
    returned = Fraction(0)
    for number in wheel:
        paid = settle_stake(sheet, layout, place, STAKE, number)
        returned += paid.back + paid.prize + paid.held * released(sheet, variant, place)
    return 1 - returned / (len(wheel) * STAKE)


def released(sheet: Sheet, variant: str, place: str) -> Fraction:
    """The expected return of an imprisoned cent. The rule sheet decides about a second zero."""
    wheel, layout = WHEELS[variant], LAYOUT_OF[variant]
    won = sum(place in winners(layout, number) for number in wheel)
    zeros = sum(number in ("0", "00") for number in wheel) if sheet.second_zero is SecondZero.STAYS else 0
    return Fraction(won, len(wheel) - zeros)


def edges(sheet: Sheet, variant: str) -> dict[BetKind, Fraction]:
    return {kind: edge(sheet, variant, kind) for kind in BetKind if is_offered(sheet, kind)}


def worths(sheet: Sheet, setting: Setting) -> Iterator[Worth]:
    """Every chance of the table's wheel. A call bet has the edge of the chips that it places."""
    for kind, kept in edges(sheet, setting.variant).items():
        yield Worth(str(kind), kept)


def outcomes(sheet: Sheet, setting: Setting) -> Rounds:
    return _outcomes_of_wheel(sheet, setting.variant)


@lru_cache(maxsize=32)
def _outcomes_of_wheel(sheet: Sheet, variant: str) -> Rounds:
    layout, wheel = LAYOUT_OF[variant], WHEELS[variant]
    places = {place: spot for place, spot in PLACES[layout].items() if is_offered(sheet, spot.kind)}
    numbers: list[Outcome] = []
    prison: list[str] = []
    release: dict[str, Fraction] = {}
    for number in wheel:
        back = []
        for place in places:
            paid = settle_stake(sheet, layout, place, STAKE, number)
            worth = Fraction(paid.back + paid.prize, STAKE)
            if paid.held:
                release[place] = released(sheet, variant, place)
                worth += Fraction(paid.held, STAKE) * release[place]
                prison.append(number)
            back.append(worth)
        numbers.append(Outcome(number, Fraction(1, len(wheel)), tuple(back)))
    return Rounds(
        tuple(places),
        tuple(str(spot.kind) for spot in places.values()),
        tuple(numbers),
        tuple(dict.fromkeys(prison)),
        tuple(_covariances(sheet, variant, release)),
    )


def _covariances(
    sheet: Sheet, variant: str, release: dict[str, Fraction]
) -> Iterator[tuple[str, str, Fraction]]:
    """The covariance of the releases of imprisoned stakes on two places."""
    layout = LAYOUT_OF[variant]
    zeros_stay = sheet.second_zero is SecondZero.STAYS
    deciding = [number for number in WHEELS[variant] if not (zeros_stay and number in ("0", "00"))]
    for place, chance in release.items():
        for other, other_chance in release.items():
            both = sum(
                place in winners(layout, number) and other in winners(layout, number) for number in deciding
            )
            yield place, other, Fraction(both, len(deciding)) - chance * other_chance


def greatest_cost(sheet: Sheet, setting: Setting) -> Cents:
    """Every seat has the maximum stake on every place that the most expensive number wins."""
    limits, places = bet_limits(sheet, setting), PLACES[LAYOUT_OF[setting.variant]]

    def prizes(number: str) -> Cents:
        winning = [
            (PRIZES[places[place].kind], limit.maximum)
            for place, limit in limits.items()
            if number in places[place].numbers
        ]
        return _prizes_within(winning, setting.cap)

    return setting.seats * max(prizes(number) for number in WHEELS[setting.variant])


def open_cost(sheet: Sheet, setting: Setting, on: Mapping[str, Cents], staked: Cents) -> Cents:
    """The number that pays most on these bets. An imprisoned stake wins no prize."""
    places = PLACES[LAYOUT_OF[setting.variant]]

    def prizes(number: str) -> Cents:
        winning = [(PRIZES[places[place].kind], stake) for place, stake in on.items()
                   if number in places[place].numbers]  # fmt: skip
        return _prizes_within(winning, None)

    return max(prizes(number) for number in WHEELS[setting.variant])


def _prizes_within(winning: Iterable[tuple[tuple[int, int], Cents]], cap: Cents | None) -> Cents:
    """The prizes of the stakes. Under a cap, the best paid stakes come first.

    A fraction of a cent is rounded up.
    """
    left, prizes = cap, 0
    for (won, staked), maximum in sorted(
        winning, key=lambda bet: Fraction(bet[0][0], bet[0][1]), reverse=True
    ):
        stake = maximum if left is None else min(maximum, left)
        prizes += -(-stake * won // staked)
        if left is not None:
            left -= stake
    return prizes


AMERICAN_ODDS = GameOdds(
    worths=worths,
    sheet={"system": AMERICAN, "zero_option": Zero.LOSE_ALL, "variants": VARIANTS[AMERICAN]},
    setting={"variant": "37", "minimum": 100},
    greatest_cost=greatest_cost,
    open_cost=open_cost,
    outcomes=outcomes,
)
# The treatment of zero has no default here either (A09): the query must give it.
FRENCH_ODDS = GameOdds(
    worths=worths,
    sheet={"system": FRENCH, "variants": VARIANTS[FRENCH]},
    setting={"variant": "FR", "minimum": 100},
    greatest_cost=greatest_cost,
    open_cost=open_cost,
    outcomes=outcomes,
)
