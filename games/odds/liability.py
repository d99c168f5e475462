"""The greatest sum that one round can cost the bank, by the limits of a table: an upper bound that holds whatever is bet and drawn.

Every seat is taken, everybody stakes the most that is allowed where it wins the most, and everybody wins. Prizes count; stakes that
go back are nobody's cost. Where players bet against each other the bank has none, and the prizes of a jackpot come from its pot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.rules.baccarat import sheet as baccarat_sheet
from games.rules.baccarat.sheet import CAP_PERCENT, MACAU, Place
from games.rules.blackjack.settlement import SPECIAL_PRIZE
from games.rules.roulette import sheet as roulette_sheet
from games.rules.roulette.layout import LAYOUT_OF, PLACES, WHEELS
from games.rules.shared.money import Cents
from games.rules.stud.sheet import SECOND_TIMES


def greatest(system: str, sheet: Any, setting: Any) -> Cents | None:
    """In cents; None where there is no bound, nought where the bank pays no prize."""
    match system:
        case "american-roulette" | "french-roulette":
            return int(setting.seats * _roulette(sheet, setting))
        case "blackjack":
            return int(setting.places * _blackjack(sheet, setting))
        case "baccarat":
            return _baccarat(sheet, setting)
        case "caribbean-stud" | "macau-stud":
            return int(setting.seats * _stud(sheet, setting))
        case _:
            return 0


def _roulette(sheet: Any, setting: Any) -> Cents:
    """One player with the most on every place that the best number wins; a limit of all chances together goes where it pays most."""
    bounds = roulette_sheet.bet_limits(sheet, setting)
    places = PLACES[LAYOUT_OF[setting.variant]]

    def won(number: str) -> Cents:
        winning = [
            (roulette_sheet.PRIZES[places[place].kind], bound.maximum)
            for place, bound in bounds.items()
            if number in places[place].numbers
        ]
        return _spent(winning, setting.cap)

    return max(won(number) for number in WHEELS[setting.variant])


def _spent(winning: Iterable[tuple[tuple[int, int], Cents]], cap: Cents | None) -> Cents:
    """What the stakes win; of a limited sum those that pay most come first. A part of a cent counts whole."""
    left, prizes = cap, 0
    for (times, of), most in sorted(winning, key=lambda each: each[0][0] / each[0][1], reverse=True):
        stake = most if left is None else min(most, left)
        prizes += -(-stake * times // of)
        if left is not None:
            left -= stake
    return prizes


def _blackjack(sheet: Any, setting: Any) -> Cents:
    """One place, split as often as it may be, each hand doubled and won, with the special prize where it is offered."""
    splits = setting.decks * 4 if sheet.split_limit is None else sheet.split_limit
    times = 1 + (SPECIAL_PRIZE if sheet.special_prizes else 0)
    return int((splits + 1) * 2 * setting.maximum * times)


def _baccarat(sheet: Any, setting: Any) -> Cents | None:
    offered = baccarat_sheet.offered_places(sheet, setting)
    pairs = [place for place in offered if place in baccarat_sheet.PAIRS]
    prizes = baccarat_sheet.PRIZES
    if setting.variant != MACAU:
        most = {
            place: (baccarat_sheet.limits_of(sheet, setting, place).maximum or 0) * prizes[place]
            for place in offered
        }
        return int(
            setting.seats
            * (
                max(most[place] for place in offered if place not in pairs)
                + sum(most[place] for place in pairs)
            )
        )
    if setting.prize_cap is None:
        return None
    share = {place: baccarat_sheet.prize_cap_of(setting, place) for place in CAP_PERCENT}
    sides = max(share[Place.PUNTO], share[Place.TIE] * prizes[Place.TIE])
    return int(sides + sum(share[place] * prizes[place] for place in pairs))


def _stud(sheet: Any, setting: Any) -> Cents:
    """The ante at one to one, and the second bet at the royal flush's multiple, as far as the house pays at all."""
    second = SECOND_TIMES * setting.maximum * sheet.royal_times
    if setting.house_maximum is not None:
        second = min(second, setting.house_maximum)
    return int(setting.maximum + second)
