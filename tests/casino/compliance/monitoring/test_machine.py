"""Monitoring follows the record through events, passes and crashes in any order, and says what one fold of
the whole record says, which for a simple rule is what a plain count says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from casino.compliance.monitoring.fold import HOUR, Event, Finding, Machine, Person, State, Track
from casino.compliance.monitoring.rules import read_rule, shipped_rules
from tests.casino.compliance.monitoring.test_fold import HEAD, SPRING
from tests.state_machines import MOST_STEPS, explore, planted, shortest_failure

# Sums of a day, and time as an event: the shipped rule on long play.
DAILY = HEAD.replace('quiet = "1 minute"', 'quiet = "2 hours"') + (
    'condition = "sum >= 3"\n[windows.sum]\nwatches = ["round"]\nadds = "cents"\nstep = "1 hour"\n'
    'over = "3 hours"\n'
)


class MonitoringMachine(RuleBasedStateMachine):
    """Findings and states are those of the whole record, whenever it was read, stored and read again."""

    source = DAILY
    kinds: tuple[str, ...] = ("round",)

    def __init__(self) -> None:
        super().__init__()
        self.machine = Machine(read_rule(self.source))
        self.record: list[Event] = []  # what happened
        self.now = SPRING
        # What the follower has stored: how far it read, its state, and what it found.
        self.read, self.until = 0, SPRING
        self.stored = msgspec.msgpack.encode(self.machine.new_state())
        self.found: list[Finding] = []

    def follow(self) -> tuple[bytes, list[Finding]]:
        """What a pass of the follower would store."""
        state = msgspec.msgpack.decode(self.stored, type=State)
        found = self.machine.fold(state, self.record[self.read :], self.now)
        return msgspec.msgpack.encode(state), found

    @rule(kind=st.integers(0, 1), hours=st.integers(0, 2), cents=st.integers(1, 3))
    def happens(self, kind: int, hours: int, cents: int) -> None:
        self.now += hours * HOUR + 1
        name = self.kinds[kind % len(self.kinds)]
        self.record.append(Event(self.now, name, cents, 0, str(len(self.record))))

    @rule(hours=st.integers(1, 8))
    def time_passes(self, hours: int) -> None:
        self.now += hours * HOUR

    @rule()
    def follower_passes(self) -> None:
        self.stored, found = self.follow()
        self.found += found
        self.read, self.until = len(self.record), self.now

    @rule()
    def follower_dies_before_its_commit(self) -> None:
        """It has computed everything, and nothing of it is stored."""
        self.follow()

    @invariant()
    def always_what_the_whole_record_shows(self) -> None:
        state = self.machine.new_state()
        expected = self.machine.fold(state, self.record[: self.read], self.until)
        assert self.found == expected
        assert msgspec.msgpack.decode(self.stored, type=State) == state


class DailyMachine(MonitoringMachine):
    """A rule that a plain count can follow: three cents in three hours, then two hours of quiet."""

    @invariant()
    def always_what_a_count_shows(self) -> None:
        quiet_until, expected = 0, []
        for number, event in enumerate(self.record[: self.read]):
            hour = event.at // HOUR
            total = sum(e.cents for e in self.record[: number + 1] if hour - 3 < e.at // HOUR <= hour)
            if total >= 3 and event.at >= quiet_until:
                expected.append((event.at, total))
                quiet_until = event.at + 2 * HOUR
        assert [(found.at, found.figures["sum"]) for found in self.found] == expected


class LongPlayMachine(MonitoringMachine):
    source = shipped_rules()["long"]
    kinds = ("session-begun", "session-ended")


@pytest.mark.parametrize("machine", [DailyMachine, LongPlayMachine])
def test_following_says_what_the_whole_record_says(machine: type[MonitoringMachine]) -> None:
    explore(machine, attempts=100, steps=20)


def forgets_quiet(follow: Callable[..., Any]) -> Callable[..., Any]:
    """The time of quiet after a finding is not stored."""

    def wrong(self: MonitoringMachine) -> tuple[bytes, list[Finding]]:
        stored, found = follow(self)
        state = msgspec.msgpack.decode(stored, type=State)
        state.quiet_until = 0
        return msgspec.msgpack.encode(state), found

    return wrong


def reads_again(follow: Callable[..., Any]) -> Callable[..., Any]:
    """The last event of the pass before is read once more."""

    def wrong(self: MonitoringMachine) -> tuple[bytes, list[Finding]]:
        read = self.read
        self.read = max(0, read - 1)
        try:
            return follow(self)
        finally:
            self.read = read

    return wrong


def stores_before_commit(follow: Callable[..., Any]) -> Callable[..., Any]:
    """The state is written where the findings are still undecided."""

    def wrong(self: MonitoringMachine) -> tuple[bytes, list[Finding]]:
        self.stored, found = follow(self)
        return self.stored, found

    return wrong


@pytest.mark.parametrize("mistake", [forgets_quiet, reads_again, stores_before_commit])
def test_a_planted_mistake_of_the_follower_shrinks_to_a_few_steps(mistake: Callable[..., Any]) -> None:
    with planted(MonitoringMachine, "follow", mistake):
        steps = shortest_failure(DailyMachine, attempts=100, steps=20)
    assert 1 <= len(steps) <= MOST_STEPS, steps


def longer_by_a_step(add_slice: Callable[..., Any]) -> Callable[..., Any]:
    """A window that keeps a step too many."""

    def wrong(self: Track, index: int, window: Any) -> None:
        add_slice(self, index, window)
        place = self.slices[-1]
        self.slices[-1] = place._replace(oldest=place.oldest + 1)
        self.kept += 1

    return wrong


def looks_though_quiet(look: Callable[..., Any]) -> Callable[..., Any]:
    """The time of quiet is not renewed by what is found."""

    def wrong(self: Person, *arguments: Any) -> None:
        before = self.state.quiet_until
        look(self, *arguments)
        self.state.quiet_until = before

    return wrong


@pytest.mark.parametrize(
    ("owner", "name", "mistake"),
    [(Track, "add_slice", longer_by_a_step), (Person, "look", looks_though_quiet)],
)
def test_a_planted_mistake_of_the_fold_shrinks_to_a_few_steps(owner: Any, name: str, mistake: Any) -> None:
    with planted(owner, name, mistake):
        steps = shortest_failure(DailyMachine, attempts=100, steps=20)
    assert 1 <= len(steps) <= MOST_STEPS, steps


def test_a_wake_that_is_lost_between_two_passes_is_noticed() -> None:
    """Planted in the fold itself: a stored state sleeps for ever, so that only a whole reading wakes."""

    def wrong(fold: Callable[..., Any]) -> Callable[..., Any]:
        def folded(self: Machine, state: State, events: Any, until: int) -> Any:
            if not events:
                state.wake = 0
            return fold(self, state, events, until)

        return folded

    with planted(Machine, "fold", wrong):
        steps = shortest_failure(LongPlayMachine, attempts=100, steps=20)
    assert 1 <= len(steps) <= MOST_STEPS, steps
