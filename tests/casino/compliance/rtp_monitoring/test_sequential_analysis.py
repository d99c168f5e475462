"""The sequential test: its false alarms on honest play, and how soon it detects planted faults."""

from __future__ import annotations

import math
from datetime import date, timedelta
from typing import Any

import msgspec
import numpy as np
import pytest

from casino.compliance.rtp_monitoring.charts import Walk
from casino.compliance.rtp_monitoring.sequential_analysis import (
    LEVEL,
    MINIMUM_ROUNDS,
    bound,
    evidence,
    expected_rounds_to_detect,
    weight,
)
from games.catalogue import GAMES
from games.odds.roulette import outcomes
from games.odds.stud import ante_chances
from tests.live_table import SETTINGS, SHEETS

DAYS, ROUNDS = 365, 400  # a year, and the rounds of a day
Chances = list[tuple[float, float]]


def wheel(kind: str) -> Chances:
    rules: Any = GAMES["american-roulette"].engine
    sheet = msgspec.convert(SHEETS["american-roulette"], rules.sheet_type, strict=False)
    rounds = outcomes(sheet, msgspec.convert(SETTINGS["american-roulette"], rules.setting_type, strict=False))
    place = rounds.kinds.index(kind)
    return [(float(value.chance), float(value.back[place])) for value in rounds.outcomes]


def stud() -> Chances:
    rules: Any = GAMES["caribbean-stud"].engine
    sheet = msgspec.convert(SHEETS["caribbean-stud"], rules.sheet_type, strict=False)
    setting = msgspec.convert(SETTINGS["caribbean-stud"], rules.setting_type, strict=False)
    return [(float(chance), float(back)) for chance, back in ante_chances(sheet, setting, 100)]


def both(one: Chances, other: Chances) -> Chances:
    """A small bet that often comes and a large one that seldom does, in one round."""
    return [(chance, back + 3 * far) for (chance, back), (_, far) in zip(one, other, strict=True)]


PLAYED = {
    "red": lambda: wheel("red"),
    "straight": lambda: wheel("straight"),
    "mixed": lambda: both(wheel("red"), wheel("straight")),
    "stud": stud,
}


def moments(chances: Chances) -> tuple[float, float]:
    mean = sum(chance * back for chance, back in chances)
    return mean, sum(chance * back * back for chance, back in chances) - mean * mean


def first_alarms(
    chances: Chances, years: int, key: int, *, lean: float = 0.0, days: int = DAYS
) -> np.ndarray:
    """The day of the first alarm of each chart, or -1, computed as on the page for all charts at once."""
    mean, variance = moments(chances)
    dice = np.random.default_rng(key)
    counts = dice.multinomial(ROUNDS, [chance for chance, _ in chances], size=(years, days))
    walk = np.cumsum(counts @ np.array([back for _, back in chances]) + ROUNDS * lean - ROUNDS * mean, axis=1)
    spent = np.arange(1, days + 1) * ROUNDS * variance
    judged = np.arange(1, days + 1) * ROUNDS >= MINIMUM_ROUNDS
    width = spent[judged][0]
    reach = np.array([bound(value, width) for value in spent])
    passed = (np.abs(walk) >= reach) & judged
    return np.where(passed.any(axis=1), passed.argmax(axis=1) + 1, -1)


@pytest.mark.parametrize("spent", [1.0, 50.0, 1e6])
def test_the_bound_is_where_the_evidence_passes(spent: float) -> None:
    assert evidence(bound(spent, 10.0), spent, 10.0) == pytest.approx(-math.log(LEVEL))
    assert evidence(0.0, spent, 10.0) < 0


def test_a_few_large_rounds_weigh_as_few() -> None:
    assert weight(100 * 4.0, 100 * 16.0) == 100
    assert weight(100 * 4.0 + 4e6, 100 * 16.0 + 1.6e13) < 1.1


@pytest.mark.parametrize("game", PLAYED)
def test_a_year_of_honest_play_raises_no_alarm_more_often_than_stated(game: str) -> None:
    """0.3 alarms are expected in 300 years. Four are very unlikely, and the seeds are fixed."""
    alarms = first_alarms(PLAYED[game](), 300, 2015)
    assert (alarms > 0).sum() <= 3


@pytest.mark.long
@pytest.mark.parametrize("game", PLAYED)
def test_twenty_thousand_years_of_honest_play_alarm_as_seldom_as_stated(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    alarms = sum(int((first_alarms(PLAYED[game](), 500, key) > 0).sum()) for key in range(40))
    with capsys.disabled():
        print(
            f"\n{game}: {alarms} alarms in 20,000 years of honest play, "
            f"stated are {20_000 * LEVEL:.0f} at most"
        )
    assert alarms <= 20_000 * LEVEL + 3 * math.sqrt(20_000 * LEVEL)


@pytest.mark.parametrize("game,lean", [("red", 0.02), ("red", -0.02), ("straight", 0.05), ("stud", 0.03)])
def test_what_was_planted_is_seen_in_the_time_that_is_stated(game: str, lean: float) -> None:
    """The page says after how many rounds a lean is expected to be seen; half of the charts see it within a
    third more than that.
    """
    chances = PLAYED[game]()
    stated = expected_rounds_to_detect(lean, moments(chances)[1]) / ROUNDS
    days = first_alarms(chances, 100, 7, lean=lean, days=int(4 * stated) + 5)
    assert (days > 0).mean() > 0.97, "within four times the stated time nearly all have"
    assert 0.5 * stated < np.median(days) < 1.34 * stated


def test_the_times_that_the_page_states_are_these() -> None:
    """About 40,000 rounds for even money with two points, and 200,000 for a number with five points."""
    assert 35_000 < expected_rounds_to_detect(0.02, moments(wheel("red"))[1]) < 60_000
    assert 150_000 < expected_rounds_to_detect(0.05, moments(wheel("straight"))[1]) < 350_000
    assert expected_rounds_to_detect(0.02, 1.0) < expected_rounds_to_detect(0.01, 1.0) / 3


def day(number: int, back: float) -> dict[str, Any]:
    rounds, stake = 5000, 100
    staked, square = rounds * stake, float(stake * stake)
    sums = {"variance": rounds * square, "squares": 0.0, "spread": rounds * square * square}
    when = date(2026, 1, 1) + timedelta(days=number)
    return {
        "day": when,
        "rounds": rounds,
        "staked": staked,
        "returned": int(staked * back),
        "expected": 0.97 * staked,
        **sums,
    }


@pytest.mark.parametrize(
    "system,back,state",
    [("american-roulette", 0.97, "calm"), ("american-roulette", 0.99, "alarm"),
     ("american-roulette", 0.95, "alarm"), ("blackjack", 0.99, "alarm"), ("blackjack", 0.90, "below"),
     ("holdem", 0.5, "rake")],
)  # fmt: skip
def test_the_state_of_a_chart(system: str, back: float, state: str) -> None:
    """In games with decisions, returns below best play are no fault of the operator."""
    walk = Walk(system)
    for number in range(30):
        walk.add(day(number, back))
    assert walk.state == state


def test_a_chart_that_was_answered_counts_from_then_on() -> None:
    walk = Walk("american-roulette", since=date(2026, 1, 21))
    for number in range(30):
        walk.add(day(number, 0.99 if number < 20 else 0.97))
    assert walk.points[0].day == date(2026, 1, 21) and walk.state == "calm"
