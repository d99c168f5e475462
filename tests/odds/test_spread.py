"""The variance of every bet, against published figures and against play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from games.catalogue import GAMES
from games.odds import blackjack_spread
from games.odds.blackjack import expected
from games.odds.outcomes import Spread
from games.rules.blackjack.sheet import Sheet
from tests.live_table import SETTINGS, SHEETS
from tests.odds.blackjack_simulation import Simulation


def at(system: str, **changes: Any) -> tuple[Any, Any]:
    engine: Any = GAMES[system].engine
    sheet = msgspec.convert({**SHEETS[system], **changes}, engine.sheet_type, strict=False)
    return sheet, msgspec.convert(SETTINGS[system], engine.setting_type, strict=False)


def spreads_of(system: str, **changes: Any) -> dict[str, Spread]:
    return {item.bet: item for item in GAMES[system].odds.spreads(*at(system, **changes))}


COUNTED = ("american-roulette", "french-roulette", "baccarat", "caribbean-stud", "macau-stud")


@pytest.mark.parametrize("system", COUNTED)
def test_the_mean_is_the_worth_that_is_published(system: str) -> None:
    sheet, setting = at(system)
    worths = {worth.bet: worth.edge for worth in GAMES[system].odds.worths(sheet, setting)}
    spreads = {item.bet: 1 - item.returned for item in GAMES[system].odds.spreads(sheet, setting)}
    assert spreads == {bet: worths[bet] for bet in spreads} and spreads.keys() == worths.keys()


def test_roulette_is_counted_by_hand() -> None:
    spreads = spreads_of("american-roulette")
    assert spreads["straight"].variance == Fraction(36**2, 37) - Fraction(36, 37) ** 2
    assert spreads["red"].variance == Fraction(18 * 4, 37) - Fraction(36, 37) ** 2
    half = spreads_of("french-roulette")["red"]
    assert half.variance == Fraction(18 * 4 * 4 + 1, 4 * 37) - half.returned**2


def test_a_stake_in_prison_has_the_luck_of_its_second_number_too() -> None:
    """By the whole tree: a number, and after a zero another one. A second zero takes the stake."""
    spreads = spreads_of("french-roulette", zero_option="en-prison")["red"]
    ends = [
        (Fraction(18, 37), 2),
        (Fraction(18, 37), 0),
        (Fraction(1, 37) * Fraction(18, 37), 1),
        (Fraction(1, 37) * Fraction(19, 37), 0),
    ]
    mean = sum(chance * back for chance, back in ends)
    assert (
        spreads.returned == mean
        and spreads.variance == sum(chance * back * back for chance, back in ends) - mean**2
    )


@pytest.mark.parametrize("bet,deviation", [("banco", 0.93), ("punto", 0.95), ("tie", 2.64)])
def test_baccarat_deviates_as_is_printed_of_it(bet: str, deviation: float) -> None:
    """With five per cent of commission, from eight packs, as handbooks have it to two decimals."""
    engine: Any = GAMES["baccarat"].engine
    sheet = msgspec.convert({}, engine.sheet_type, strict=False)
    setting = msgspec.convert(
        {**SETTINGS["baccarat"], "commission": "a", "decks": 8}, engine.setting_type, strict=False
    )
    spreads = {item.bet: item for item in GAMES["baccarat"].odds.spreads(sheet, setting)}
    assert float(spreads[bet].variance) ** 0.5 == pytest.approx(deviation, abs=0.006)


def test_a_stud_deviates_as_is_printed_of_it() -> None:
    assert float(spreads_of("caribbean-stud")["ante"].variance) ** 0.5 == pytest.approx(2.24, abs=0.02)


@pytest.mark.parametrize("system", ["american-roulette", "french-roulette", "baccarat"])
def test_the_outcomes_are_all_there_are(system: str) -> None:
    outcomes = GAMES[system].odds.outcomes
    assert outcomes is not None
    rounds = outcomes(*at(system))
    assert sum(item.chance for item in rounds.outcomes) == 1
    assert len({item.name for item in rounds.outcomes}) == len(rounds.outcomes)
    assert len(rounds.places) == len(rounds.kinds) == len(rounds.outcomes[0].back)


def test_where_people_play_against_each_other_nothing_is_said() -> None:
    assert list(GAMES["holdem"].odds.spreads(*at("holdem"))) == []


@pytest.mark.long
def test_blackjack_deviates_as_much_as_it_does_when_played() -> None:
    """The bounds on splits add little: the figure lies between what is played and a twentieth above it."""
    returned, variance = blackjack_spread.moments(Sheet(), 6)
    assert returned - 1 == pytest.approx(expected(Sheet(), 6), abs=1e-9)
    played = Simulation(Sheet(), 6, 2015)
    played.play(100)
    seen = played.squares / played.rounds - played.mean**2
    assert 0.98 * seen < variance < 1.05 * seen
