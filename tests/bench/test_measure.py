"""When a bench has missed its goal: only outside the spread of its runs."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from tests.bench import measure


@pytest.fixture(autouse=True)
def missed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    monkeypatch.setattr(measure, "missed", names)
    return names


def has_met(missed: list[str], runs: list[float], **bound: float) -> bool:
    missed.clear()
    measure.goal("one", runs, beside="a peer", **bound)
    return not missed


@pytest.mark.parametrize(
    ("count", "k", "probability"),
    # Tables of the sign test, two-sided, at 5 %.
    [(6, 1, 0.969), (8, 1, 0.992), (9, 2, 0.961), (12, 3, 0.961), (15, 4, 0.965), (20, 6, 0.959)],
)
def test_interval_of_the_median_is_that_of_the_sign_test(count: int, k: int, probability: float) -> None:
    found = measure.interval_of_median([float(number) for number in range(count, 0, -1)])
    assert (found.low, found.high) == (k, count + 1 - k)
    assert found.probability == pytest.approx(probability, abs=0.0006)


@pytest.mark.parametrize(("count", "probability"), [(2, 0.5), (3, 0.75), (4, 0.875), (5, 0.9375)])
def test_up_to_five_runs_the_interval_is_all_of_them(count: int, probability: float) -> None:
    found = measure.interval_of_median([float(number) for number in range(count)])
    assert (found.low, found.high, found.probability) == (0, count - 1, probability)


def test_interval_has_the_true_median_as_often_as_it_says() -> None:
    chance = Random(1)
    within = 0
    for _ in range(2000):
        found = measure.interval_of_median([chance.expovariate(1) for _ in range(20)])
        within += found.low <= 0.6931 <= found.high
    assert 0.94 < within / 2000 < 0.98


def test_one_lucky_run_of_many_does_not_meet_a_goal(missed: list[str]) -> None:
    slow = [0.90 + number / 1000 for number in range(11)]
    assert not has_met(missed, [*slow, 1.03], least=0.98)
    assert not has_met(missed, [*(2 - run for run in slow), 0.97], most=1.02)


def test_goal_within_the_spread_is_no_miss(missed: list[str]) -> None:
    runs = [0.93, 0.94, 0.95, 0.96, 0.97, 0.97, 0.99, 1.0, 1.01, 1.02, 1.03, 1.04]
    assert median(runs) < 0.99
    assert has_met(missed, runs, least=0.99)
    assert has_met(missed, runs, most=0.95)


def test_few_runs_miss_only_together_and_are_said_to_be_few(
    missed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert has_met(missed, [0.9, 0.91, 0.98], least=0.98)
    assert not has_met(missed, [0.9, 0.91, 0.979], least=0.98)
    assert "3 runs from 0.9 to 0.979, median between 0.9 and 0.979 (few runs, 75%)" in capsys.readouterr().out


def test_one_run_decides(missed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert has_met(missed, [130], most=130)
    assert not has_met(missed, [131], most=130)
    assert "one run;" in capsys.readouterr().out


def test_lines_of_a_goal(missed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    has_met(missed, [float(number) for number in range(1, 10)], least=5)
    assert capsys.readouterr().out == (
        "  one: beside a peer; 9 runs from 1 to 9, median between 2 and 8 (96%); machine 1.00\n"
        "bench one value=5 goal>=5\n"
    )
