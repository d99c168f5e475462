"""The pure fold: windows against a plain count, states that survive any split, time as an event."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.compliance.monitoring.fold import DAY, HOUR, Event, Finding, Machine, State
from casino.compliance.monitoring.rules import read_rule, shipped_rules
from players.shared.clock import LISBON

MINUTE = HOUR // 60
# The clocks of Lisbon change on 29 March 2026 and on 25 October 2026.
SPRING, AUTUMN = (int(datetime(2026, *day, tzinfo=UTC).timestamp()) * 10**6 for day in ((3, 29), (10, 25)))
HEAD = """
name = "toy"
kind = "care"
answers = "a test"
title = {pt = "t", en = "t"}
why = {pt = "w", en = "w"}
sentence = {pt = "%(sum)s", en = "%(sum)s"}
quiet = "1 minute"
"""


def machine(windows: str, condition: str = "sum >= 0", head: str = HEAD) -> Machine:
    return Machine(read_rule(f'{head}condition = "{condition}"\n{windows}'))


def figures(one: Machine, events: list[Event], until: int = 0) -> list[tuple[int, int]]:
    return [(found.at, found.figures["sum"]) for found in one.fold(one.new_state(), events, until)]


def step_of(at: int, step: str) -> int:
    """The step of a moment, by the calendar of the standard library."""
    if step == "1 day":
        return datetime.fromtimestamp(at / 10**6, UTC).astimezone(LISBON).toordinal()
    return at // {"1 minute": MINUTE, "15 minutes": 15 * MINUTE, "1 hour": HOUR}[step]


gaps = st.one_of(st.integers(60 * 10**6, 3 * HOUR), st.integers(HOUR, 9 * DAY))
histories = st.builds(
    lambda first, steps: [
        Event(first + sum(gap for gap, _, _ in steps[: n + 1]), "round", cents, lost, "")
        for n, (_, cents, lost) in enumerate(steps)
    ],
    st.sampled_from([SPRING - 2 * DAY, AUTUMN - 2 * DAY, SPRING + 60 * DAY]),
    st.lists(st.tuples(gaps, st.integers(0, 9999), st.integers(-9999, 9999)), min_size=1, max_size=25),
)


@settings(max_examples=150, deadline=None)
@given(
    histories,
    st.sampled_from([("1 day", "1 days", ""), ("1 day", "7 days", ""), ("1 day", "7 days", "2 days"),
                     ("1 hour", "24 hours", ""), ("15 minutes", "2 hours", "1 hour")]),
    st.sampled_from(["cents", "lost", "events", "periods"]),
)  # fmt: skip
def test_a_window_says_what_a_count_over_the_whole_history_says(
    events: list[Event], window: tuple[str, str, str], adds: str
) -> None:
    step, over, before = window
    one = machine(
        f'[windows.sum]\nwatches = ["round"]\nadds = "{adds}"\nstep = "{step}"\nover = "{over}"\n'
        + (f'before = "{before}"\n' if before else ""),
        "sum >= 0 or sum < 0",
    )
    units = {"1 day": 1, "1 hour": 1, "15 minutes": 4}
    steps, skipped = int(over.split()[0]) * units[step], int(before.split()[0]) * units[step] if before else 0
    found = figures(one, events)
    assert [at for at, _ in found] == [event.at for event in events]
    for number, (at, total) in enumerate(found):
        now = step_of(at, step)
        seen = [
            event for event in events[: number + 1]
            if now - skipped - steps < step_of(event.at, step) <= now - skipped
        ]  # fmt: skip
        expected = {
            "cents": sum(event.cents for event in seen),
            "lost": sum(event.lost for event in seen),
            "events": len(seen),
            "periods": len({step_of(event.at, step) for event in seen}),
        }
        assert total == expected[adds]


def all_kinds() -> st.SearchStrategy[list[Event]]:
    kinds = sorted({event for source in shipped_rules().values() for event in read_rule(source).events})
    return st.builds(
        lambda steps: [
            Event(SPRING - 3 * DAY + sum(gap for gap, *_ in steps[: n + 1]), kind, cents, lost, str(n))
            for n, (_, kind, cents, lost) in enumerate(steps)
        ],
        st.lists(
            st.tuples(gaps, st.sampled_from(kinds), st.integers(1, 200_000), st.integers(-90_000, 200_000)),
            max_size=40,
        ),
    )


@settings(max_examples=60, deadline=None)
@given(all_kinds(), st.sets(st.integers(0, 40)), st.integers(0, 2 * DAY))
@pytest.mark.parametrize("name", shipped_rules())
def test_a_state_is_the_same_however_its_events_were_split(
    name: str, events: list[Event], cuts: set[int], later: int
) -> None:
    """One by one, in batches, with a stored state between: folding again gives the same."""
    one = Machine(read_rule(shipped_rules()[name]))
    end = (events[-1].at if events else SPRING) + later
    whole, parts = one.new_state(), one.new_state()
    found = one.fold(whole, events, end)
    pieces: list[Finding] = []
    edges = sorted({cut for cut in cuts if cut < len(events)} | {0, len(events)})
    for first, last in zip(edges, edges[1:], strict=False):
        until = events[last].at if last < len(events) else end
        pieces += one.fold(parts, events[first:last], until)
        parts = msgspec.msgpack.decode(msgspec.msgpack.encode(parts), type=State)
    pieces += one.fold(parts, [], end)
    assert pieces == found
    assert parts == whole


def test_the_time_of_two_tables_counts_once_and_time_itself_ends_the_wait() -> None:
    one = Machine(read_rule(shipped_rules()["long"]))
    events = [
        Event(SPRING + 8 * HOUR, "session-begun", 0, 0, "a"),
        Event(SPRING + 9 * HOUR, "session-begun", 0, 0, "b"),
        Event(SPRING + 12 * HOUR, "session-ended", 0, 0, "a"),
    ]
    state = one.new_state()
    assert one.fold(state, events, SPRING + 13 * HOUR) == []
    (found,) = one.fold(state, [], SPRING + 15 * HOUR)
    assert (found.at, found.event, found.figures["minutes"]) == (SPRING + 14 * HOUR, "time", 360)
    assert one.rule.explain(found.figures).startswith("360 minut")
    assert one.fold(state, [], SPRING + 16 * HOUR) == [], "it is quiet for fourteen days"
    left = [Event(SPRING + 17 * HOUR, "session-ended", 0, 0, "b")]
    assert one.fold(state, left, SPRING + 30 * DAY) == []
    assert state.wake == 0, "nobody is awaited who left"


def test_a_day_is_lisbons_and_may_have_twenty_three_hours() -> None:
    one = machine('[windows.sum]\nwatches = ["round"]\nadds = "events"\n')
    events = [
        Event(at, "round", 1, 1, "")
        for at in (SPRING, SPRING + 22 * HOUR + 59 * MINUTE, SPRING + 23 * HOUR, AUTUMN, AUTUMN - HOUR)
    ]
    assert [total for _, total in figures(one, events[:3])] == [1, 2, 1]
    assert [total for _, total in figures(one, sorted(events[3:]))] == [1, 2], (
        "the day of 25 hours began at 23 UTC"
    )


def test_how_long_somebody_was_away_is_seen_when_they_return() -> None:
    one = machine('[windows.sum]\nwatches = ["deposit"]\nadds = "idle"\n', "sum > 60")
    events = [Event(SPRING + n * 50 * MINUTE, "deposit", 1, 0, "") for n in (0, 1, 3)]
    assert figures(one, events) == [(SPRING + 150 * MINUTE, 100)]


def test_an_explanation_needs_nothing_but_the_version_and_the_figures() -> None:
    rule = read_rule(shipped_rules()["growth"])
    assert "–" in rule.explain({}), "a figure that an alert lacks is shown as unknown"
    kept = {"week": 60_000, "usual": 20_000, "times": 3, "least": 50_000}
    assert "600,00" in rule.explain(kept) or "600.00" in rule.explain(kept)


others = st.builds(
    lambda steps: [
        Event(SPRING - 2 * DAY + sum(gap for gap, _, _ in steps[: n + 1]), "pot-won", cents, 0, "", other)
        for n, (gap, cents, other) in enumerate(steps)
    ],
    st.lists(st.tuples(gaps, st.integers(0, 9999), st.integers(1, 4)), min_size=1, max_size=25),
)


@settings(max_examples=100, deadline=None)
@given(others, st.sampled_from(["most-of-one", "others", "longest-gap"]), st.integers(0, 24))
def test_what_is_counted_by_other_players_is_what_a_count_says(
    events: list[Event], adds: str, split: int
) -> None:
    """However the events were split, and the state stored and read between them."""
    windows = (
        f'[windows.sum]\nwatches = ["pot-won"]\nadds = "{adds}"\nover = "5 days"\nleast = 500\nmost = 9000\n'
    )
    one = machine(windows, "sum >= 0")
    state = one.new_state()
    found = one.fold(state, events[:split], 0)
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    found += one.fold(state, events[split:], 0)
    assert [finding.at for finding in found] == [event.at for event in events]
    for number, finding in enumerate(found):
        now = step_of(finding.at, "1 day")
        counted = [event for event in events[: number + 1] if 500 <= event.cents <= 9000]
        seen = [event for event in counted if now - 5 < step_of(event.at, "1 day") <= now]
        amounts = {other: sum(e.cents for e in seen if e.other == other) for other in {e.other for e in seen}}
        # A gap counts where it ends.
        spans = [(later.at - earlier.at) // DAY for earlier, later in pairwise(counted) if later in seen]
        expected = {
            "most-of-one": max(amounts.values(), default=0), "others": len(amounts),
            "longest-gap": max(spans, default=0),
        }  # fmt: skip
        assert finding.figures["sum"] == expected[adds]


@settings(max_examples=150, deadline=None)
@given(histories, st.integers(0, 24), st.sampled_from([("1 hour", 24), ("1 hour", 48), ("15 minutes", 6)]))
def test_gaps_that_shrink_are_what_a_look_at_all_gaps_says(
    events: list[Event], split: int, window: tuple[str, int]
) -> None:
    """The longest row of gaps, each shorter than the one before, that ends in the window."""
    step, hours = window
    one = machine(
        f'[windows.sum]\nwatches = ["round"]\nadds = "shrinking-gaps"\n'
        f'over = "{hours} hours"\nstep = "{step}"\n'
    )
    state = one.new_state()
    found = one.fold(state, events[:split], 0)
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    found += one.fold(state, events[split:], 0)
    gaps_before = [0, *(later.at - earlier.at for earlier, later in pairwise(events))]
    rows = [0]
    for gap, before in zip(gaps_before[1:], gaps_before, strict=False):
        is_shorter = gap < before < hours * HOUR
        rows.append(rows[-1] + 1 if is_shorter else 0)
    steps = hours * (4 if step == "15 minutes" else 1)
    for number, finding in enumerate(found):
        now = step_of(finding.at, step)
        seen = [row for event, row in zip(events[: number + 1], rows, strict=False)
                if now - steps < step_of(event.at, step)]  # fmt: skip
        assert finding.figures["sum"] == max(seen)
    assert len(found) == len(events)
