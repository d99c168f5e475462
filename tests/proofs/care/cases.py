"""Cases of harm as what their person did. Who was never spoken to there must be noticed here, and in time.

`cases.toml` holds facts only. A case whose source was read names the regulator, the year and the address,
and repeats the fact; every other one is composed. Pounds are read as euros. What happens is folded here as
events; `played.py` plays it through the cashier and at a table, unless the case says why it is only folded.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec
from msgspec import Struct

from casino.compliance.monitoring.ages import speaks_of
from casino.compliance.monitoring.fold import DAY, Event, Finding, Machine
from casino.compliance.monitoring.record import microseconds
from casino.compliance.monitoring.rules import MICROSECONDS, Rule, read_rule, seconds_of, shipped_rules
from players.shared import clock

BEGINNING = microseconds(clock.midnight(date(2026, 3, 2)))  # a Monday
ADULT = 40  # years, where a case says nothing of the age


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    regulator: str
    year: int
    address: str
    fact: str


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is done once, or so many times at equal distances. Amounts in cents."""

    event: str
    after: str = "0 minutes"  # since the first midnight of the case
    times: int = 1
    every: str = "1 minute"
    cents: int = 0
    lost: int = 0


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rule: str  # which notices it
    within: str  # since the first midnight of the case
    does: list[Step]
    source: Source | None = None  # composed without one
    quick: bool = False  # played with every run of the tests
    folded: str = ""  # why it is not played; empty: it is
    age: int = ADULT

    @property
    def events(self) -> list[Event]:
        return sorted(event for step in self.does for event in happening(step))

    @property
    def latest(self) -> int:
        return BEGINNING + seconds_of(self.within) * MICROSECONDS


def happening(step: Step) -> Iterator[Event]:
    begins = 0 if step.after.startswith("0 ") else seconds_of(step.after)
    for number in range(step.times):
        at = BEGINNING + (begins + number * seconds_of(step.every)) * MICROSECONDS
        yield Event(at, step.event, step.cents, step.lost, f"{step.event}:{number}")


def cases() -> list[Case]:
    text = Path(__file__).with_name("cases.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["case"], list[Case])


def care_rules() -> dict[str, Rule]:
    rules = {name: read_rule(source) for name, source in shipped_rules().items()}
    return {name: rule for name, rule in rules.items() if rule.kind == "care" and not rule.retired}


def findings_of(rule: Rule, events: list[Event], until: int, age: int) -> list[Finding]:
    """What the rule says of somebody of this age."""
    machine, birth = Machine(rule), date(2026 - age, 1, 1)
    found = machine.fold(machine.new_state(), events, until)
    return [one for one in found if speaks_of(rule, birth, one.at)]


def noticed(case: Case) -> Finding | None:
    """The first time that the named rule is met, if that is soon enough."""
    found = findings_of(care_rules()[case.rule], case.events, case.events[-1].at + DAY, case.age)
    return found[0] if found and found[0].at <= case.latest else None
