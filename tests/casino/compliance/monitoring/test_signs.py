"""Each rule that the house comes with is met at its threshold and not below."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from casino.compliance.monitoring.fold import DAY, HOUR, Event, Machine
from casino.compliance.monitoring.record import microseconds
from casino.compliance.monitoring.rules import read_rule, shipped_rules
from players.shared import clock

NOON = microseconds(clock.midnight(date(2026, 6, 15))) + 12 * HOUR


def happened(kind: str, days_ago: float, hour: float = 12, cents: int = 5000, lost: int = 0) -> Event:
    return Event(int(NOON - days_ago * DAY + (hour - 12) * HOUR), kind, cents, lost, "")


def growth(reached: bool) -> list[Event]:
    usual = [happened("round", 7 * week + 2, cents=20_000) for week in range(8, 0, -1)]
    return [*usual, happened("round", 0, cents=60_000 if reached else 59_999)]


def losses(reached: bool) -> list[Event]:
    usual = [happened("round", 30 * month + 2, lost=100_000) for month in (3, 2, 1)]
    return [*usual, happened("round", 0, lost=200_000 if reached else 199_900)]


def chasing(reached: bool) -> list[Event]:
    events = [happened("round", 0, 9, lost=20_000), happened("deposit-failed", 0, 10)]
    return [*events, *(happened("deposit", 0, 11 + hour) for hour in range(3 if reached else 2))]


def night(reached: bool) -> list[Event]:
    nights = range(8 if reached else 7, 0, -1)
    # One begins when the night ends, and two rounds of one night are one night.
    events = [happened("round", day, hour) for day in nights for hour in (2, 5.9)]
    return [happened("round", 12, 6), *events]


def long(reached: bool) -> list[Event]:
    end = 14 if reached else 13.98
    return [happened("session-begun", 0, 8), happened("session-ended", 0, end)]


def raised(reached: bool) -> list[Event]:
    lowered = [happened("limit-lowered", 20), happened("limit-set", 19)]
    return [*lowered, *(happened("limit-raise-asked", day) for day in (29, 10, 0)[: 3 if reached else 2])]


def refused(reached: bool) -> list[Event]:
    other = [happened("deposit-refused", 6)]
    return [*other, *(happened("deposit-over-limit", day) for day in (6, 3, 0)[: 3 if reached else 2])]


def cancelled(reached: bool) -> list[Event]:
    other = [happened("withdrawal-refused", 25), happened("withdrawal-back", 24)]
    days = (29, 10, 0) if reached else (30, 10, 0)
    return [*other, *(happened("withdrawal-cancelled", day) for day in days)]


def bots(reached: bool) -> list[Event]:
    return [happened("round", 1), *([happened("bot-suspected", 0)] if reached else [])]


SIGNS: dict[str, Callable[[bool], list[Event]]] = {
    "growth": growth, "losses": losses, "chasing": chasing, "night": night, "long": long, "raised": raised,
    "refused": refused, "cancelled": cancelled, "bots": bots,
}  # fmt: skip


def test_every_rule_has_a_test() -> None:
    assert SIGNS.keys() == shipped_rules().keys()


@pytest.mark.parametrize("name", SIGNS)
def test_a_rule_is_met_at_its_threshold_and_not_below(name: str) -> None:
    machine = Machine(read_rule(shipped_rules()[name]))
    events = SIGNS[name](True)
    state = machine.new_state()
    (found,) = machine.fold(state, events, NOON + DAY)
    sentence = machine.rule.explain(found.figures)
    assert "%" not in sentence and "–" not in sentence
    assert machine.fold(machine.new_state(), SIGNS[name](False), NOON + DAY) == []


@pytest.mark.parametrize(("days_later", "is_new"), [(13.9, False), (14, True)])
def test_a_rule_says_the_same_again_after_fourteen_days(days_later: float, is_new: bool) -> None:
    machine = Machine(read_rule(shipped_rules()["cancelled"]))
    events = [happened("withdrawal-cancelled", 0) for _ in range(3)]
    later = happened("withdrawal-cancelled", -days_later)
    assert len(machine.fold(machine.new_state(), [*events, later], NOON + 30 * DAY)) == 1 + is_new
