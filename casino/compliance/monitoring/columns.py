"""What many players did, in columns, and whom of them a rule may have been met by.

Most events find nothing. So the windows of a rule are computed for all events of a stretch at once, and only
players whose windows meet the condition are folded event by event; the states of all others grow by the sums
of their steps. What is found, and what a state is, says the fold (`fold.py`) alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, cast
from uuid import UUID

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from casino.compliance.monitoring.fold import (
    DAY,
    HOUR,
    Event,
    Finding,
    Machine,
    Series,
    State,
    Track,
    lisbon_offset,
)
from casino.compliance.monitoring.rules import KINDS, MICROSECONDS

Column = NDArray[np.int64]
NO_NUMBER = 2**63 - 1  # of a row that has an identifier instead
STEPS = 2**32  # more than there are steps: the place of a player and a step make one number
LARGEST = 2**62  # conditions that may reach it are left to the fold, whose numbers have no end


class Happened(Struct, dict=True):
    """Events in their order: by player, then by time."""

    player: Column
    at: Column
    kind: Column
    cents: Column
    lost: Column
    other: Column
    source: Column
    number: Column
    high: NDArray[np.uint64]  # of the identifier
    low: NDArray[np.uint64]
    sources: Sequence[str] = ()  # their names

    @classmethod
    def nothing(cls) -> Happened:
        none, half = np.zeros(0, np.int64), np.zeros(0, np.uint64)
        return cls(none, none, none, none, none, none, none, none, half, half)

    def in_order(self) -> Happened:
        order = np.lexsort((self.other, self.low, self.high, self.number, self.kind, self.at, self.player))
        return Happened(
            self.player[order], self.at[order], self.kind[order], self.cents[order], self.lost[order],
            self.other[order], self.source[order], self.number[order], self.high[order], self.low[order],
            self.sources,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.at)

    @cached_property
    def players(self) -> list[int]:
        players: list[int] = self.player[self.firsts].tolist()
        return players

    @cached_property
    def firsts(self) -> Column:
        """The first event of each player."""
        return np.flatnonzero(np.diff(self.player, prepend=-1))

    @cached_property
    def place(self) -> Column:
        """Which of the players each event is of."""
        return np.cumsum(np.diff(self.player, prepend=-1) != 0) - 1

    @cached_property
    def _known(self) -> dict[object, Column]:
        """What several rules ask for."""
        return {}

    def events_of(self, player: int, kinds: tuple[str, ...] = KINDS) -> list[Event]:
        first, last = np.searchsorted(self.player, [player, player + 1])
        rows = first + np.flatnonzero(are_of(kinds)[self.kind[first:last]])
        keys = zip(self.number[rows].tolist(), self.high[rows].tolist(), self.low[rows].tolist(), strict=True)
        return [
            Event(at, KINDS[kind], cents, lost, f"{self.sources[source]}:{key_of(*key)}", other)
            for at, kind, cents, lost, source, key, other in zip(
                self.at[rows].tolist(), self.kind[rows].tolist(), self.cents[rows].tolist(),
                self.lost[rows].tolist(), self.source[rows].tolist(), keys, self.other[rows].tolist(),
                strict=True,
            )
        ]  # fmt: skip

    def of_kinds(self, kinds: tuple[str, ...]) -> Column:
        """The events of these kinds, by their place among all."""
        events = self._known.get(kinds)
        if events is None:
            events = self._known[kinds] = np.flatnonzero(are_of(kinds)[self.kind])
        return events

    @cached_property
    def lisbon(self) -> Column:
        """The moments by the clocks of Lisbon."""
        hours, which = np.unique(self.at // HOUR, return_inverse=True)
        offsets = np.array([lisbon_offset(hour * HOUR) for hour in hours.tolist()], np.int64)
        return self.at + offsets[which] if len(hours) else self.at

    def steps(self, seconds: int) -> Column:
        """The step of each event, as `Track.step_of` has it."""
        steps = self._known.get(seconds)
        if steps is None:
            steps = self.lisbon // DAY if seconds == 86400 else self.at // (seconds * MICROSECONDS)
            self._known[seconds] = steps
        return steps

    def written(self, track: Track) -> Column:
        """The events that a series adds up."""
        events = self._known.get(track.key)
        if events is None:
            events = self.of_kinds(track.watches)
            if track.hours is not None:
                minute = self.lisbon[events] % DAY // (60 * MICROSECONDS)
                events = events[(track.hours[0] <= minute) & (minute < track.hours[1])]
            cents = self.cents[events]
            events = self._known[track.key] = events[(track.least <= cents) & (cents <= track.most)]
        return events


@lru_cache(maxsize=256)
def are_of(kinds: tuple[str, ...]) -> NDArray[np.bool_]:
    """Of each kind, whether it is one of these."""
    return np.isin(KINDS, kinds)


def key_of(number: int, high: int, low: int) -> int | UUID:
    return UUID(int=high << 64 | low) if number == NO_NUMBER else number


class Sums(NamedTuple):
    """A series in columns: what was stored, then what happened. Both numbers grow."""

    step: Column  # with the place of the player
    order: Column  # twice the place of the event, and one more; what was stored comes before the first
    amount: Column


class Gaps(NamedTuple):
    """Before each event: how long since the one before, and how many in a row were shorter than the last."""

    gap: Column
    shrunk: Column


class Crowd:
    """A rule, what happened, and the states of the players concerned; without any, all begin with none."""

    def __init__(self, machine: Machine, happened: Happened, states: Mapping[int, State]) -> None:
        self.machine, self.happened = machine, happened
        self.looks = happened.of_kinds(machine.kinds)
        self.places = np.unique(happened.place[self.looks])  # of the players whom it concerns
        players = happened.players
        self.states = [(place, states[players[place]]) for place in self.places.tolist()] if states else []

    def met(self) -> set[int]:
        """Players whom the fold must look at: nothing is found of any other."""
        machine, happened = self.machine, self.happened
        if machine.is_timed or not len(self.looks):
            return {happened.players[place] for place in self.places.tolist()}
        values: list[Column] = [self.looks] * machine.size
        unclear = [happened.place[:0]]
        for number, track in enumerate(machine.tracks):
            if track.is_by_other:
                stored = [
                    place for place, state in self.states
                    if state.series[number].about or state.series[number].values
                ]  # fmt: skip
                unclear += [happened.place[happened.written(track)], np.array(stored, np.int64)]
                for index, _, _ in track.slices:
                    values[index] = np.zeros_like(self.looks)
            else:
                self.look(number, track, values)
        places = np.concatenate([happened.place[self.looks[self.is_met(values)]], *unclear])
        return {happened.players[place] for place in np.unique(places).tolist()}

    def is_met(self, values: list[Column]) -> NDArray[np.bool_]:
        """At which events the rule is met and not quiet."""
        most = [int(np.abs(column).max(initial=0)) for column in values]
        is_met = np.ones(len(self.looks), bool)
        if self.machine.rule.compiled_condition.reach(most) < LARGEST:
            # What is written for numbers computes columns too.
            is_met &= np.asarray(self.machine.is_met(cast("Sequence[int]", values)), np.bool_)
        if self.states:
            quiet = np.zeros(len(self.happened.players), np.int64)
            quiet[self.places] = [state.quiet_until for _, state in self.states]
            is_met &= self.happened.at[self.looks] >= quiet[self.happened.place[self.looks]]
        return is_met

    def look(self, number: int, track: Track, values: list[Column]) -> None:
        """What the windows of a series say at each event."""
        step, order, amount = self.sums(number, track)
        now = self.happened.place[self.looks] * STEPS + self.happened.steps(track.seconds)[self.looks]
        seen = np.searchsorted(order, 2 * self.looks + 1, side="right")
        total = np.concatenate(([0], np.cumsum(amount)))
        for index, oldest, youngest in track.slices:
            first = np.searchsorted(step, now - oldest)
            last = np.searchsorted(step, now - youngest, side="right") if youngest else seen
            values[index] = total[last] - total[first] if track.is_summed else largest(amount, first, last)

    def sums(self, number: int, track: Track) -> Sums:
        written = self.happened.written(track)
        step = self.happened.place[written] * STEPS + self.happened.steps(track.seconds)[written]
        sums = Sums(step, 2 * written + 1, self.amounts(number, track))
        firsts = self.happened.firsts.tolist() if self.states else []
        stored = [
            (place * STEPS + one, 2 * firsts[place], value)
            for place, state in self.states
            for one, value in state.series[number].values.items()
        ]
        if stored:
            earlier = np.array(stored, np.int64).T
            # Of one step, what was stored comes first.
            steps = np.concatenate((earlier[0], step))
            turn = np.argsort(steps, kind="stable")
            sums = Sums(
                steps[turn],
                np.concatenate((earlier[1], sums.order))[turn],
                np.concatenate((earlier[2], sums.amount))[turn],
            )
        if track.adds == "periods":
            sums = sums._replace(amount=(np.diff(sums.step, prepend=-1) != 0).astype(np.int64))
        return sums

    def amounts(self, number: int, track: Track) -> Column:
        written = self.happened.written(track)
        match track.adds:
            case "cents":
                return self.happened.cents[written]
            case "lost":
                return self.happened.lost[written]
            case "longest-gap":
                at, place = self.happened.at[written], self.happened.place[written]
                since = np.zeros(len(self.happened.players), np.int64)
                for one, state in self.states:
                    since[one] = state.series[number].since
                is_first = np.diff(place, prepend=-1) != 0
                before = np.where(is_first, since[place], np.concatenate((at[:1], at[:-1])))
                return np.where(before > 0, at - before, 0)
            case "shrinking-gaps":
                return self.shrunk(number, track).shrunk
        return np.ones(len(written), np.int64)

    def shrunk(self, number: int, track: Track) -> Gaps:
        """Before each event of a series of shrinking gaps, as `Person.compare_gaps` has them."""
        written = self.happened.written(track)
        at, place = self.happened.at[written], self.happened.place[written]
        since, gap, shrunk = np.zeros((3, len(self.happened.players)), np.int64)
        for one, state in self.states:
            series = state.series[number]
            since[one], gap[one], shrunk[one] = series.since, series.gap, series.shrunk
        is_first = np.diff(place, prepend=-1) != 0
        before = np.where(is_first, since[place], np.concatenate((at[:1], at[:-1])))
        gaps = np.where((before > 0) & (at - before < track.length), at - before, 0)
        gap_before = np.where(is_first, gap[place], np.concatenate((gaps[:1], gaps[:-1])))
        # How many in a row, since the last that was no shorter or since what was stored.
        turn = np.arange(len(written))
        first = np.maximum.accumulate(np.where(is_first, turn, 0))
        ends = np.where((gaps > 0) & (gaps < gap_before), -1, turn)
        last_end = np.maximum.accumulate(ends)
        row = np.where(last_end >= first, turn - last_end, turn - first + 1 + shrunk[place])
        return Gaps(gaps, row)

    def grow(self, left_out: set[int]) -> None:
        """Adds what happened to the states of all players but these, of whom nothing was found."""
        happened, machine = self.happened, self.machine
        last = np.zeros(len(happened.players), np.int64)
        last[happened.place[self.looks]] = self.looks  # the last one stays
        states = [(place, state) for place, state in self.states if happened.players[place] not in left_out]
        if not states:
            return
        for number, track in enumerate(machine.tracks):
            current = happened.steps(track.seconds)[last]
            written = happened.written(track)
            place, step = happened.place[written], happened.steps(track.seconds)[written]
            kept = np.flatnonzero(step >= current[place] - track.kept)
            written, place, step = written[kept], place[kept], step[kept]
            begins = np.flatnonzero(np.diff(place * STEPS + step, prepend=-1))
            amount = self.amounts(number, track)[kept]
            is_added = track.adds in ("cents", "lost", "events")
            add = np.add if is_added else np.maximum
            sums = add.reduceat(amount, begins).tolist() if len(begins) else []
            steps, ends = step[begins].tolist(), np.searchsorted(place[begins], range(len(last) + 1)).tolist()
            latest = np.full_like(last, -1)
            latest[happened.place[happened.written(track)]] = np.arange(len(happened.written(track)))
            gaps = self.shrunk(number, track) if track.adds == "shrinking-gaps" else None
            for one, state in states:
                series = state.series[number]
                _turn(series, int(current[one]), track.kept)
                values = series.values
                for part in range(ends[one], ends[one + 1]):
                    before = values.get(steps[part], 0)
                    if gaps is None or before or sums[part]:
                        values[steps[part]] = before + sums[part] if is_added else max(before, sums[part])
                if not track.is_summed and (event := int(latest[one])) >= 0:
                    series.since = int(happened.at[happened.written(track)[event]])
                    if gaps is not None:
                        series.gap, series.shrunk = int(gaps.gap[event]), int(gaps.shrunk[event])


def _turn(series: Series, step: int, kept: int) -> None:
    """Begins this step and forgets what no window needs any more."""
    if step != series.step:
        for old in [one for one in series.values if one < step - kept]:
            del series.values[old]
        series.step = step


def largest(amounts: Column, first: Column, last: Column) -> Column:
    """The largest of the amounts from each first place to before each last one; 0 where there are none."""
    lengths = last - first
    level = np.frexp(np.maximum(lengths, 1))[1] - 1  # of the largest power of two within it
    found, table, width = np.zeros_like(first), amounts, 1
    for now in range(int(level.max(initial=0)) + 1):
        here = (level == now) & (lengths > 0)
        # Two stretches of this width, one from each end, are all of it.
        found[here] = np.maximum(table[first[here]], table[last[here] - width])
        table, width = np.maximum(table[:-width], table[width:]), 2 * width
    return found


def fold_players(
    machine: Machine, happened: Happened, states: Mapping[int, State], until: int
) -> Iterator[tuple[int, Finding]]:
    """The same states and findings as a fold of each player. Every player has a state."""
    crowd = Crowd(machine, happened, states)
    met = crowd.met()
    crowd.grow(met)
    woken = {player for player, state in states.items() if 0 < state.wake <= until}
    for player in sorted(met | woken):
        for finding in machine.fold(states[player], happened.events_of(player, machine.kinds), until):
            yield player, finding
