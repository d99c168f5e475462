"""Measure the rules of player protection: which cases of harm they notice, and how many ordinary people they
speak to in half a year.

    python -m tests.proofs.care
    python -m tests.proofs.care --seed 1f3a --people 5000
    python -m tests.proofs.care --played

Without --seed it draws one and says it. Who ordinary people are says `ordinary.py`. Students are taken to be
20 years old. Accounts are opened an hour before the first thing that is done. How many months ended with a
loss below €50 at tables against the house stands beside the published share.

With --played every case is played through the cashier and at a table (`played.py`), and nobody is simulated
beside it.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct

from casino.compliance.monitoring.fold import Event
from tests.proofs.care.cases import ADULT, care_rules, cases, findings_of, noticed
from tests.proofs.care.ordinary import ORDINARY, PUBLISHED_SHARE, SMALL_LOSS, live, losses_by_month
from tests.proofs.laundering.life import DAYS, HOUR, as_events, moment
from tests.proofs.rates import upper_bound

LARGEST_SHARE = 0.01  # the upper bound of ordinary people to whom the house speaks
YOUNG = 20
LEAST_PLAYED = 40  # cases
PLAYED = Path(__file__).parents[1] / "test_played_cases.py"


class Score(Struct):
    """By kind of people: how many there are, and to how many the house speaks; and by which rule."""

    people: Counter[str]
    contacted: Counter[str]
    rules: Counter[tuple[str, str]]
    months: Counter[bool]  # in which somebody played against the house, by whether little was lost

    @property
    def bound(self) -> float:
        return upper_bound(self.contacted.total(), self.people.total())


def measure(seed: str, people: int) -> Score:
    chance, rules = Random(seed), care_rules()
    score = Score(Counter(), Counter(), Counter(), Counter())
    kinds, shares = list(ORDINARY), [share for _, share in ORDINARY.values()]
    for number in range(people):
        kind = chance.choices(kinds, shares)[0]
        rows = live(number, kind, Random(f"{seed} {number}"))
        events, age = list(as_events(rows)), YOUNG if kind == "student" else ADULT
        if events:
            events.insert(0, Event(events[0].at - HOUR, "account-opened", 0, 0, "account"))
        score.months.update(lost < SMALL_LOSS for lost in losses_by_month(rows))
        met = [
            name
            for name, rule in rules.items()
            if (found := findings_of(rule, events, moment(DAYS + 1), age))
            and any(follow.is_spoken and follow.start <= len(found) for follow in rule.follows)
        ]
        score.people[kind] += 1
        score.contacted[kind] += bool(met)
        score.rules.update((kind, name) for name in met)
    return score


class PlayedCases:
    """Hears how each case went that was played."""

    def __init__(self) -> None:
        self.noticed, self.missed = 0, 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if "[" not in report.nodeid or (report.when != "call" and report.passed):
            return
        self.noticed += report.passed
        self.missed += not report.passed
        name = report.nodeid.partition("[")[2].removesuffix("]")
        print(f"\n{name}: {dict(report.user_properties).get('noticed', 'missed')}", flush=True)


def play_cases() -> int:
    """Plays them as tests, in a house of their own."""
    began, heard = time.perf_counter(), PlayedCases()
    result = pytest.main(["-q", "-m", "long or not long", str(PLAYED)], plugins=[heard])
    print(
        f"{heard.noticed} of {len(cases())} cases played through the cashier and at a table, and noticed in "
        f"time; {heard.missed} missed, {time.perf_counter() - began:.0f} s"
    )
    return int(bool(result) or heard.noticed < LEAST_PLAYED)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="")
    parser.add_argument("--people", type=int, default=5_000)
    parser.add_argument("--played", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.played:
        return play_cases()
    seed, began = asked.seed or secrets.token_hex(4), time.perf_counter()
    known = cases()
    missed = [case.name for case in known if case.rule in care_rules() and not noticed(case)]
    for name in missed:
        print(f"missed: {name}")
    score = measure(seed, asked.people)
    for kind, people in sorted(score.people.items()):
        rules = ", ".join(f"{rule} {n}" for (who, rule), n in sorted(score.rules.items()) if who == kind)
        print(f"{kind:16} {score.contacted[kind]:4} of {people:5}  [{rules}]")
    calm = score.months[True] / max(score.months.total(), 1)
    print(
        f"{100 * calm:.0f} % of the months at tables against the house ended with a loss below "
        f"{SMALL_LOSS // 100} euros; published: {100 * PUBLISHED_SHARE:.0f} %"
    )
    print(
        f"{len(known) - len(missed)} of {len(known)} cases noticed in time; {score.contacted.total()} of "
        f"{score.people.total()} ordinary people spoken to in {DAYS} days, upper 95 % bound "
        f"{100 * score.bound:.2f} % (at most {100 * LARGEST_SHARE:g} %); seed {seed}, "
        f"{time.perf_counter() - began:.0f} s"
    )
    return int(bool(missed) or score.bound > LARGEST_SHARE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
