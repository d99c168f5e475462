"""Many players at once in columns: the same states and findings as a fold of each, event by event."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.compliance.monitoring.columns import NO_NUMBER, Happened, fold_players, largest
from casino.compliance.monitoring.fold import DAY, HOUR, Event, Machine
from casino.compliance.monitoring.rules import KINDS, Rule, read_rule, shipped_rules
from tests.casino.compliance.monitoring.test_fold import AUTUMN, HEAD, SPRING

Lives = dict[int, list[Event]]
EVERY_SUM = "\n".join(
    f'[windows.{adds}_{number}]\nwatches = ["round", "deposit"]\nadds = "{adds}"\n{window}'
    for adds in ("events", "cents", "lost", "periods", "longest-gap")
    for number, window in enumerate(
        (
            'over = "5 days"\n',
            'over = "3 hours"\nstep = "1 hour"\nbefore = "2 hours"\nleast = 100\nmost = 900\n',
            'over = "2 days"\nbetween = "02:00-06:00"\n',
        )
    )
).replace("longest-gap_", "gap_")


SHRINKING = """
[windows.gaps]
watches = ["deposit"]
adds = "shrinking-gaps"
over = "5 days"
[windows.short_gaps]
watches = ["deposit", "round"]
adds = "shrinking-gaps"
over = "3 hours"
step = "1 hour"
before = "2 hours"
least = 100
"""


def columns_of(lives: Lives, since: int, until: int) -> Happened:
    """As the record is read: unordered rows, each with a number or an identifier."""
    rows = [
        (player, event, int(event.key))
        for player, events in reversed(lives.items())
        for event in events
        if since <= event.at < until
    ]

    def column(values: list[int]) -> np.ndarray:
        return np.array(values, np.int64)

    return Happened(
        column([player for player, _, _ in rows]),
        column([event.at for _, event, _ in rows]),
        column([KINDS.index(event.kind) for _, event, _ in rows]),
        column([event.cents for _, event, _ in rows]),
        column([event.lost for _, event, _ in rows]),
        column([event.other for _, event, _ in rows]),
        column([0 for _ in rows]),
        column([number if number % 2 else NO_NUMBER for _, _, number in rows]),
        np.array([number for _, _, number in rows], np.uint64),
        np.array([2**63 + number for _, _, number in rows], np.uint64),
        sources=("toy",),
    ).in_order()


def toy_rules() -> dict[str, Rule]:
    """Every way to add up, with a condition that is met now and then."""
    sums = [line[9:-1] for line in EVERY_SUM.splitlines() if line.startswith("[windows.")]
    quiet = HEAD.replace("%(sum)s", "x").replace('"1 minute"', '"2 hours"')
    conditions = {
        "sums": " + ".join(f"min({name}, 50)" for name in sums[:9]) + " >= 120 or not (gap_0 < 3)",
        "past any number of 64 bits": " * ".join(["cents_0"] * 8) + " > 5",
        "whatever happens": "1 > 0",
    }
    gaps = {f"{n} shrinking gaps": f"gaps >= {n} or short_gaps >= {n - 1}" for n in (2, 4)}
    return {
        name: read_rule(f'{quiet}condition = "{condition}"\n{SHRINKING if name in gaps else EVERY_SUM}')
        for name, condition in (conditions | gaps).items()
    }


RULES = {name: read_rule(source) for name, source in shipped_rules().items()} | toy_rules()
gaps = st.one_of(st.integers(0, 3), st.just(HOUR), st.integers(10**6, 3 * HOUR), st.integers(HOUR, 40 * DAY))


def lives_of(rule: Rule) -> st.SearchStrategy[Lives]:
    """Some players who do what the rule watches, at the same moments too, around a change of the clocks."""
    step = st.tuples(
        gaps, st.sampled_from(sorted(rule.events)), st.integers(0, 200_000), st.integers(-90_000, 200_000),
        st.integers(1, 3),
    )  # fmt: skip

    def life(first: int, steps: list[tuple[int, str, int, int, int]]) -> list[Event]:
        moments = [first + sum(gap for gap, *_ in steps[: n + 1]) for n in range(len(steps))]
        events = [
            Event(at, kind, cents, lost, str(n), other)
            for n, (at, (_, kind, cents, lost, other)) in enumerate(zip(moments, steps, strict=True))
        ]
        return sorted(events, key=lambda event: (event.at, event.kind))

    lives = st.builds(
        life, st.sampled_from([SPRING - 3 * DAY, AUTUMN - 2 * DAY]), st.lists(step, max_size=30)
    )
    return st.dictionaries(st.integers(1, 10**6), lives, max_size=4)


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_players_at_once_are_folded_as_each_alone(name: str, data: st.DataObject) -> None:
    """However the past is split into passes, with stored states between them."""
    machine = Machine(RULES[name])
    lives = data.draw(lives_of(machine.rule))
    ends = sorted({event.at for events in lives.values() for event in events})
    cuts = data.draw(st.lists(st.sampled_from(ends), max_size=3)) if ends else []
    last = max(ends, default=SPRING) + data.draw(st.integers(1, 3 * DAY))
    alone, together = ({player: machine.new_state() for player in lives} for _ in range(2))
    for since, until in pairwise(sorted({0, *cuts, last})):
        happened = columns_of(lives, since, until)
        expected = [
            (player, finding)
            for player in sorted(lives)
            for finding in machine.fold(alone[player], happened.events_of(player), until)
        ]
        assert list(fold_players(machine, happened, together, until)) == expected
        assert together == alone


@settings(deadline=None)
@given(st.dictionaries(st.integers(1, 5), st.lists(st.integers(0, 10**6), max_size=5)))
def test_columns_keep_each_event_as_it_was(moments: dict[int, list[int]]) -> None:
    lives = {
        player: [Event(at, KINDS[n], n, -n, str(n), n) for n, at in enumerate(sorted(of_player))]
        for player, of_player in moments.items()
    }
    happened = columns_of(lives, 0, 10**9)
    assert happened.players == sorted(player for player, events in lives.items() if events)
    for player, events in lives.items():
        found = happened.events_of(player)
        assert [event._replace(key="") for event in found] == [event._replace(key="") for event in events]
        for n, event in enumerate(found):
            assert event.key == (f"toy:{n}" if n % 2 else f"toy:00000000-0000-{n:04x}-8000-{n:012x}"), event


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1), st.data())
def test_the_largest_of_a_stretch(stretches: list[tuple[int, int]], data: st.DataObject) -> None:
    amounts = data.draw(st.lists(st.integers(0, 99), min_size=40, max_size=40))
    first, last = (np.array(column, np.int64) for column in zip(*map(sorted, stretches), strict=True))
    expected = [max(amounts[a:b], default=0) for a, b in zip(first, last, strict=True)]
    assert largest(np.array(amounts, np.int64), first, last).tolist() == expected
