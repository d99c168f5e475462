"""The fold: how events of one person change the small state of a rule, and when the rule is met.

It is pure. The same events in the same order give the same states and the same findings, whether they come
one by one while they happen or all at once from the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec import Struct

from casino.compliance.monitoring.rules import MICROSECONDS, Rule, Window, seconds_of
from players.shared.clock import LISBON

HOUR, DAY = 3600 * MICROSECONDS, 86400 * MICROSECONDS
NEVER = 2**62  # after every moment
TIME = "time"  # what a finding names as its event when time alone brought it


class Event(NamedTuple):
    """What somebody did, as the record has it. Times are microseconds since 1970."""

    at: int
    kind: str
    cents: int  # the amount; of a round what was staked
    lost: int  # of a round what was staked and did not come back
    key: str  # which row of the record
    other: int = 0  # the other player whom it is about, if there is one


class Finding(NamedTuple):
    """A rule was met: at which event, and what it saw since when."""

    at: int
    since: int
    event: str
    key: str
    figures: dict[str, int]


class Series(Struct, array_like=True):
    """The sums of the steps that some window still needs."""

    values: dict[int, int]
    step: int = -1  # the current one
    open: int = 0  # open sessions
    since: int = 0  # up to when their time is added; the last event of an idle window, and before a gap
    about: dict[int, dict[int, int]] = {}  # by step and other player, where a window counts by them
    gap: int = 0  # before the last event, of a window of shrinking gaps
    shrunk: int = 0  # how many gaps in a row, up to that one, were shorter than the one before


class State(Struct, array_like=True):
    """What a rule knows of a person."""

    series: list[Series]
    quiet_until: int = 0
    wake: int = 0  # when the rule looks again without an event; 0 is never


class Slice(NamedTuple):
    """The steps of a window: from the oldest to the youngest, counted back from the current one."""

    place: int
    oldest: int
    youngest: int


class Track:
    """How one series is written: what windows with the same events, amount and steps have in common."""

    def __init__(self, window: Window) -> None:
        self.watches = tuple(sorted(window.watches))
        self.adds = window.adds
        self.seconds = window.step_seconds
        self.hours = window.hours
        self.least, self.most = window.least, window.most or NEVER
        # Gaps as long as the window end a row of gaps. No other series depends on how long its windows are.
        self.length = window.steps * window.step_seconds * MICROSECONDS
        length = self.length if self.adds == "shrinking-gaps" else 0
        self.key = (self.watches, self.adds, self.seconds, self.hours, self.least, self.most, length)
        self.slices: list[Slice] = []
        self.current: list[int] = []  # the windows to which the current step belongs
        self.kept = 0

    def add_slice(self, index: int, window: Window) -> None:
        oldest = window.skipped + window.steps - 1
        self.slices.append(Slice(index, oldest, window.skipped))
        if window.skipped == 0:
            self.current.append(index)
        self.kept = max(self.kept, oldest)

    @property
    def is_moving(self) -> bool:
        """Whether time alone changes what it says."""
        return self.adds in ("minutes", "idle")

    @property
    def is_by_other(self) -> bool:
        return self.adds in ("most-of-one", "others")

    @property
    def is_summed(self) -> bool:
        """Whether the steps of a window are added up. Otherwise the window looks at all of them anew."""
        return self.adds not in ("longest-gap", "shrinking-gaps") and not self.is_by_other

    def value_of(self, series: Series, first: int, last: int) -> int:
        """What a window says from one step to another."""
        if self.is_by_other:
            by_other: dict[int, int] = {}
            for step, amounts in series.about.items():
                if first <= step <= last:
                    for other, amount in amounts.items():
                        by_other[other] = by_other.get(other, 0) + amount
            return len(by_other) if self.adds == "others" else max(by_other.values(), default=0)
        values = [value for step, value in series.values.items() if first <= step <= last]
        return sum(values) if self.is_summed else max(values, default=0)

    def step_of(self, at: int) -> tuple[int, int]:
        """The step of a moment and when it ends. Days are Lisbon's."""
        if self.seconds == 86400:
            offset = lisbon_offset(at)
            step = (at + offset) // DAY
            # On the day of a change of the clocks the hours before and after it have other offsets.
            end = (step + 1) * DAY - offset
            return step, min(end, (at // HOUR + 1) * HOUR) if lisbon_offset(end - 1) != offset else end
        length = self.seconds * MICROSECONDS
        return at // length, (at // length + 1) * length

    def start_of(self, step: int) -> int:
        if self.seconds == 86400:
            return step * DAY - lisbon_offset(step * DAY)
        return step * self.seconds * MICROSECONDS


def lisbon_offset(at: int) -> int:
    """Microseconds by which Lisbon is ahead of UTC."""
    hour = at // HOUR
    offset = _offsets.get(hour)
    if offset is None:
        moment = datetime.fromtimestamp(hour * 3600, UTC).astimezone(LISBON).utcoffset()
        assert moment is not None
        offset = _offsets[hour] = int(moment.total_seconds()) * MICROSECONDS
    return offset


_offsets: dict[int, int] = {}


def never(values: Sequence[int]) -> int:
    """The condition of a rule that was retired."""
    return 0


class Machine:
    """A rule, ready to fold."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.is_met = never if rule.retired else rule.compiled_condition.compute
        self.quiet = seconds_of(rule.quiet) * MICROSECONDS
        self.wakes = seconds_of(rule.wakes) * MICROSECONDS if rule.wakes else 0
        self.size = len(rule.windows)
        self.tracks: list[Track] = []
        self.writers: dict[str, list[int]] = {}
        known: dict[tuple[object, ...], int] = {}
        for index, window in enumerate(rule.windows.values()):
            track = Track(window)
            if track.key not in known:
                known[track.key] = len(self.tracks)
                self.tracks.append(track)
                for event in window.watches:
                    self.writers.setdefault(event, []).append(known[track.key])
            self.tracks[known[track.key]].add_slice(index, window)
        self.kinds = tuple(sorted(self.writers))
        self.moving = [number for number, track in enumerate(self.tracks) if track.is_moving]
        self.is_idle_seen = any(track.adds == "idle" for track in self.tracks)

    @property
    def is_timed(self) -> bool:
        """Whether time alone may bring a finding, or changes what the windows say."""
        return bool(self.wakes or self.moving)

    def new_state(self) -> State:
        return State([Series({}) for _ in self.tracks])

    def fold(self, state: State, events: Sequence[Event], until: int) -> list[Finding]:
        """Applies the events of one person, in their order, and the time up to `until`."""
        person: Person | None = None
        writers = self.writers
        for event in events:
            written = writers.get(event.kind)
            if written is not None:
                person = person or Person(self, state)
                if 0 < state.wake <= event.at:
                    person.wake_until(event.at)
                person.take(event, written)
        if 0 < state.wake <= until:
            person = person or Person(self, state)
            person.wake_until(until)
        return person.findings if person else []


class Person:
    """One person's state of one rule while it is folded: what can be computed from it is kept beside it."""

    def __init__(self, machine: Machine, state: State) -> None:
        self.machine, self.state = machine, state
        self.tracks, self.moving = machine.tracks, machine.moving
        self.findings: list[Finding] = []
        self.totals = [0] * machine.size
        self.ends = [0] * len(machine.tracks)
        self.next_end = 0  # the first of them that no moving series has
        for number in range(len(machine.tracks)):
            self.add_up(number)

    def take(self, event: Event, writers: Iterable[int]) -> None:
        at = event.at
        if self.moving or at >= self.next_end:
            self.move_to(at)
        for number in writers:
            self.write(number, event)
        if at >= self.state.quiet_until:
            self.look(at, event.kind, event.key)
        if self.machine.wakes:
            self.sleep(at)
        for number in self.moving:
            if self.tracks[number].adds == "idle" and number in writers:
                self.state.series[number].since = at

    def wake_until(self, until: int) -> None:
        """Time as an event: at each moment that was set, not when somebody happens to look."""
        state = self.state
        while 0 < state.wake <= until:
            if not self.machine.is_idle_seen:
                self.pass_wakes(until)
                if state.wake > until:
                    return
            at = state.wake
            self.move_to(at)
            self.look(at, TIME, "")
            state.wake = 0
            if any(series.open for series in state.series):
                self.sleep(at)

    def pass_wakes(self, until: int) -> None:
        """Passes the moments at which only the time of open sessions has grown and the rule is not met. The
        state stays as it was but for the next moment, so that it does not depend on how far one looked.
        """
        state, totals, is_met = self.state, self.totals, self.machine.is_met
        growing = [number for number in self.moving if state.series[number].open]
        if not growing:
            return
        since = state.series[growing[0]].since
        last = min(until, min(track.step_of(since)[1] for track in self.tracks) - 1)
        indexes = [index for number in growing for index in self.tracks[number].current]
        tried, at = list(totals), state.wake
        while at <= last:
            for index in indexes:
                tried[index] = totals[index] + at - since
            if is_met(tried):
                break
            at += self.machine.wakes
        state.wake = at

    def sleep(self, at: int) -> None:
        """Until the rule looks again. While it has nothing more to say it need not look."""
        self.state.wake = max(at + self.machine.wakes, self.state.quiet_until)

    def look(self, at: int, event: str, key: str) -> None:
        """A finding, if the rule is met and was not met a short while ago."""
        state = self.state
        if at < state.quiet_until or not self.machine.is_met(self.totals):
            return
        state.quiet_until = at + self.machine.quiet
        figures = self.machine.rule.figures_of(self.totals)
        self.findings.append(Finding(at, self.oldest(), event, key, figures))

    def oldest(self) -> int:
        """Since when the windows see."""
        return min(
            track.start_of(series.step - track.kept) if track.adds != "idle" else series.since
            for track, series in zip(self.tracks, self.state.series, strict=True)
        )

    def write(self, number: int, event: Event) -> None:
        track, series = self.tracks[number], self.state.series[number]
        if track.hours is not None:
            minute = (event.at + lisbon_offset(event.at)) % DAY // (60 * MICROSECONDS)
            if not track.hours[0] <= minute < track.hours[1]:
                return
        if not track.least <= event.cents <= track.most:
            return
        match track.adds:
            case "cents":
                amount = event.cents
            case "lost":
                amount = event.lost
            case "events":
                amount = 1
            case "periods":
                amount = 0 if series.step in series.values else 1
            case "minutes":
                series.open = series.open + 1 if event.kind == "session-begun" else max(series.open - 1, 0)
                return
            case "longest-gap":
                gap = event.at - series.since if series.since else 0
                series.values[series.step] = max(series.values.get(series.step, 0), gap)
                series.since = event.at
                self.add_up(number)
                return
            case "shrinking-gaps":
                self.compare_gaps(track, series, event.at)
                self.add_up(number)
                return
            case "most-of-one" | "others":
                amounts = series.about.setdefault(series.step, {})
                amounts[event.other] = amounts.get(event.other, 0) + event.cents
                self.add_up(number)
                return
            case _:
                return
        self.add(number, amount)

    @staticmethod
    def compare_gaps(track: Track, series: Series, at: int) -> None:
        """A gap as long as the window is none: the next event begins a row of its own."""
        gap = at - series.since if series.since and at - series.since < track.length else 0
        series.shrunk = series.shrunk + 1 if 0 < gap < series.gap else 0
        series.gap, series.since = gap, at
        if series.shrunk:
            series.values[series.step] = max(series.values.get(series.step, 0), series.shrunk)

    def add(self, number: int, amount: int) -> None:
        series = self.state.series[number]
        series.values[series.step] = series.values.get(series.step, 0) + amount
        for index in self.tracks[number].current:
            self.totals[index] += amount

    def move_to(self, at: int) -> None:
        """Brings every series to this moment."""
        if at >= self.next_end:
            for number in range(len(self.ends)):
                if number not in self.moving:
                    self.turn(number, at)
            still = [end for number, end in enumerate(self.ends) if number not in self.moving]
            self.next_end = min(still, default=NEVER)
        for number in self.moving:
            self.pass_time(number, at)

    def turn(self, number: int, at: int) -> None:
        """Begins the step of this moment and forgets what no window needs any more."""
        if at < self.ends[number]:
            return
        track, series = self.tracks[number], self.state.series[number]
        step, self.ends[number] = track.step_of(at)
        before, values = series.step, series.values
        series.step = step
        # Usually a step or two have passed: only what leaves the windows and what comes in is counted.
        if before < 0 or not track.is_summed or not 0 <= step - before <= len(values):
            for steps in (values, series.about):
                for old in [known for known in steps if known < step - track.kept]:
                    del steps[old]
            self.add_up(number)
            return
        for passed in range(before + 1, step + 1):
            for index, oldest, youngest in track.slices:
                self.totals[index] += values.get(passed - youngest, 0) - values.get(passed - oldest - 1, 0)
            values.pop(passed - track.kept - 1, None)

    def pass_time(self, number: int, at: int) -> None:
        """Adds the time of open sessions, step by step; for an idle window, looks how long ago it was."""
        track, series = self.tracks[number], self.state.series[number]
        if track.adds == "idle":
            for index, _, _ in track.slices:
                self.totals[index] = at - series.since if series.since else 0
            return
        if series.open:
            # Steps that no window needs any more need not be walked through.
            series.since = max(series.since, track.start_of(track.step_of(at)[0] - track.kept))
            while series.since < at:
                self.turn(number, series.since)
                piece = min(at, self.ends[number]) - series.since
                self.add(number, piece)
                series.since += piece
        self.turn(number, at)
        series.since = at

    def add_up(self, number: int) -> None:
        track, series = self.tracks[number], self.state.series[number]
        for index, oldest, youngest in track.slices:
            self.totals[index] = track.value_of(series, series.step - oldest, series.step - youngest)
