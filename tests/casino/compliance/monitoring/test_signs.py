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


def happened(
    kind: str, days_ago: float, hour: float = 12, cents: int = 5000, lost: int = 0, other: int = 0
) -> Event:
    return Event(int(NOON - days_ago * DAY + (hour - 12) * HOUR), kind, cents, lost, "", other)


def growth(reached: bool) -> list[Event]:
    usual = [happened("round", 7 * week + 2, cents=20_000) for week in range(8, 0, -1)]
    return [*usual, happened("round", 0, cents=100_000, lost=50_000 if reached else 49_999)]


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


def quick_losses(reached: bool) -> list[Event]:
    usual = [happened("round", 10, lost=74_900), happened("round", 0, 1, lost=40_000)]
    return [*usual, happened("round", 0, 13, lost=35_000 if reached else 34_800)]


def rising_stakes(reached: bool) -> list[Event]:
    """Nine pieces of five minutes with 1,000 cents each, then three with four times as much."""
    calm = [happened("round", 0, 10 + n / 12, cents=1_000) for n in range(9)]
    rise = [happened("round", 0, 11.7 + n / 10, cents=4_000) for n in range(2)]
    return [*calm, *rise, happened("round", 0, 11.9, cents=4_000 if reached else 3_999, lost=30_000)]


def stopped(reached: bool) -> list[Event]:
    twice = [happened("limit-reached", 29, 23), happened("limit-reached", 29, 23.5)]
    return [*twice, *(happened("deposit-over-limit", day) for day in (20, 10, 0)[: 3 if reached else 2])]


def closer_deposits(reached: bool) -> list[Event]:
    """The second gap is no shorter than the one before, or a minute shorter; a week lies before the first."""
    hours = (9, 10.5, 12 - (1 / 60 if reached else 0), 12.5)
    deposits = (happened("deposit", 0, hour - 1) for hour in hours)
    return [happened("deposit", 7), happened("round", 0, 9, lost=10_000), *deposits]


def closer_deposits_young(reached: bool) -> list[Event]:
    deposits = (happened("deposit", 0, hour) for hour in (8, 10, 11.9 if reached else 12))
    return [happened("deposit", 7), happened("round", 0, 9, lost=5_000), *deposits]


def first_day(reached: bool) -> list[Event]:
    opened = happened("account-opened", 3 if reached else 4.5)
    activated = [happened("account-activated", 3, 13)] if reached else []
    deposits = (happened("deposit", 2, 9 + n, cents=24_999) for n in range(4))
    return [opened, *activated, *deposits]


def methods(reached: bool) -> list[Event]:
    return [happened("deposit", 29), *(happened("instrument-new", day) for day in (29, 10, 0)[: 2 + reached])]


def declined(reached: bool) -> list[Event]:
    other = [happened("deposit-refused", 0, 8), happened("deposit-failed", 2)]
    return [*other, *(happened("deposit-failed", 0, 9 + n) for n in range(4 if reached else 3))]


def young(reached: bool) -> list[Event]:
    usual = [happened("round", day, lost=10_000) for day in (20, 10, 5, 3)]
    return [*usual, happened("round", 0, lost=10_000 if reached else 9_900)]


def structuring(reached: bool) -> list[Event]:
    large = [happened("deposit", 5, cents=200_000), happened("deposit", 4, cents=149_999)]
    return [*large, *(happened("deposit", day, cents=150_000) for day in (3, 2, 0)[: 3 if reached else 2])]


def linked(reached: bool) -> list[Event]:
    play = [happened("round", 0, 9, cents=50_000)]
    return [*play, *(happened("deposit", 0, hour, cents=70_000) for hour in (10, 11, 12)[: 2 + reached])]


def unplayed(reached: bool) -> list[Event]:
    came = [happened("deposit", 20, cents=120_000), happened("round", 10, cents=60_000)]
    return [*came, happened("withdrawal", 0, cents=100_000 if reached else 99_900)]


def even(reached: bool) -> list[Event]:
    rounds = [happened(kind, 0, 8 + n, cents=40_000) for n in range(5) for kind in ("round", "round-even")]
    other = [happened("round", 0, 7, cents=133_300 if reached else 133_400)]
    return [*other, *rounds]


def pots(kind: str, reached: bool) -> list[Event]:
    # One small pot counts for nothing, and a pot of somebody else is within a fifth.
    several = [happened(kind, 2, cents=4_999, other=8), happened(kind, 2, cents=10_000, other=9)]
    return [
        *several,
        *(happened(kind, 1, hour, cents=24_000, other=7) for hour in (9, 10, 11)[: 2 + reached]),
    ]


def dumping_won(reached: bool) -> list[Event]:
    return [*pots("pot-won", reached), happened("withdrawal", 0, cents=40_000)]


def dumping_lost(reached: bool) -> list[Event]:
    return [happened("deposit", 3, cents=75_000), *pots("pot-lost", reached)]


def mules(reached: bool) -> list[Event]:
    shared = [happened("sign-in-shared", 9, other=7), happened("sign-in-shared", 8, other=7)]
    account = [happened("account-shared", 9, cents=0, other=7)] if reached else []
    return [*shared, *account, happened("deposit", 3, cents=60_000), happened("withdrawal", 0, cents=50_000)]


def velocity(reached: bool) -> list[Event]:
    moves = [happened(kind, day, hour, cents=50_000)
             for day in (2, 1, 0) for kind, hour in (("deposit", 9), ("withdrawal", 11))]  # fmt: skip
    return moves if reached else moves[:-1]


def instrument(reached: bool) -> list[Event]:
    new = [happened("instrument-new", 6 if reached else 7, cents=10_000)]
    return [*new, happened("round", 1, cents=90_000, lost=-70_000), happened("withdrawal", 0, cents=150_000)]


def dormant(reached: bool) -> list[Event]:
    before = [happened("round", 102.5 if reached else 101)]
    return [*before, happened("deposit", 12, cents=100_000), happened("withdrawal", 0, cents=50_000)]


SIGNS: dict[str, Callable[[bool], list[Event]]] = {
    "growth": growth, "losses": losses, "chasing": chasing, "night": night, "long": long, "raised": raised,
    "refused": refused, "cancelled": cancelled, "bots": bots,
    "quick-losses": quick_losses, "rising-stakes": rising_stakes, "stopped": stopped, "first-day": first_day,
    "closer-deposits": closer_deposits, "closer-deposits-young": closer_deposits_young,
    "methods": methods, "declined": declined, "young": young,
    "structuring": structuring, "linked": linked, "unplayed": unplayed, "even": even,
    "dumping-won": dumping_won, "dumping-lost": dumping_lost, "mules": mules, "velocity": velocity,
    "instrument": instrument, "dormant": dormant,
}  # fmt: skip


def test_every_rule_has_a_test() -> None:
    assert SIGNS.keys() == shipped_rules().keys()


def test_one_large_pot_is_no_rise_of_stakes() -> None:
    machine = Machine(read_rule(shipped_rules()["rising-stakes"]))
    calm = rising_stakes(False)[:9]
    pot = happened("round", 0, 11.9, cents=100_000, lost=99_999)
    assert machine.fold(machine.new_state(), [*calm, pot], NOON + DAY) == []


@pytest.mark.parametrize("name", SIGNS)
def test_a_rule_is_met_at_its_threshold_and_not_below(name: str) -> None:
    machine = Machine(read_rule(shipped_rules()[name]))
    events = SIGNS[name](True)
    state = machine.new_state()
    (found,) = machine.fold(state, events, NOON + DAY)
    sentence = machine.rule.explain(found.figures)
    assert "%" not in sentence and "–" not in sentence
    assert machine.fold(machine.new_state(), SIGNS[name](False), NOON + DAY) == []


@pytest.mark.parametrize("name", [name for name, text in shipped_rules().items() if "laundering" in text])
def test_what_follows_a_rule_about_laundering_is_a_case(name: str) -> None:
    assert [follow.kind for follow in read_rule(shipped_rules()[name]).follows] == ["case"]


# What honest people do: each of these lives is near some rule, and meets none.
HONEST: dict[str, list[Event]] = {
    "who loses what they deposit": [
        event
        for hour in range(9, 15)
        for event in (happened("deposit", 0, hour, cents=70_000),
                      happened("round", 0, hour + 0.5, cents=140_000, lost=70_000))
    ],
    "who wins and withdraws": [
        happened("deposit", 5, cents=20_000), happened("round", 4, cents=300_000, lost=-900_000),
        happened("withdrawal", 0, cents=900_000),
    ],
    "who sees ties at baccarat": [
        happened(kind, day, 9 + n / 10, cents=10_000)
        for day in range(6, -1, -1) for n in range(30)
        for kind in (("round", "round-even") if n % 10 == 0 else ("round",))
    ],
    "who plays hold'em against many": [
        happened("pot-won", day, 9 + n, cents=8_000, other=n)
        for day in range(6, -1, -1) for n in range(5)
    ] + [happened("withdrawal", 0, 20, cents=200_000)],
    "a couple at one address": [
        happened("sign-in-shared", 9, other=7), happened("deposit", 3, cents=60_000),
        happened("withdrawal", 0, cents=60_000),
    ],
    "who changes the card": [
        happened("instrument-new", 3, cents=5_000), happened("round", 2, cents=20_000, lost=5_000),
    ],
    "who comes back after a summer": [
        happened("round", 120), happened("deposit", 2, cents=20_000),
        happened("round", 1, cents=60_000, lost=20_000),
    ],
    "who deposits by mistake and takes it back": [
        happened("deposit", 2, cents=50_000), happened("withdrawal", 1, cents=50_000),
    ],
}  # fmt: skip


@pytest.mark.parametrize("life", HONEST)
def test_no_rule_about_laundering_is_met_by_an_honest_life(life: str) -> None:
    for name, text in shipped_rules().items():
        machine = Machine(read_rule(text))
        if machine.rule.kind == "laundering":
            assert machine.fold(machine.new_state(), HONEST[life], NOON + DAY) == [], name


@pytest.mark.parametrize(("days_later", "is_new"), [(13.9, False), (14, True)])
def test_a_rule_says_the_same_again_after_fourteen_days(days_later: float, is_new: bool) -> None:
    machine = Machine(read_rule(shipped_rules()["cancelled"]))
    events = [happened("withdrawal-cancelled", 0) for _ in range(3)]
    later = happened("withdrawal-cancelled", -days_later)
    assert len(machine.fold(machine.new_state(), [*events, later], NOON + 30 * DAY)) == 1 + is_new
