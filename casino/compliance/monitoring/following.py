"""Follows the record: folds what is settled into the states of the rules, and raises their alerts.

A pass is one transaction: it locks the position of some players, reads what was settled since, folds it, and
writes states, alerts and position together. So every event is folded once, whoever is killed when. Any number
of workers may follow; each takes what no other holds. No bet waits for any of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
from django.db import connection, transaction
from msgspec import Struct

from casino.compliance.monitoring import record
from casino.compliance.monitoring.ages import births_of, speaks_of
from casino.compliance.monitoring.fold import Event, Finding, Machine, State
from casino.compliance.monitoring.models import SHARDS, PlayerState, RuleVersion, Shard
from casino.compliance.monitoring.record import microseconds, moment_of, read_past
from casino.compliance.monitoring.rules import read_rule, shipped_rules
from casino.compliance.monitoring.what_follows import NewAlert, carry_out
from players.audit.simulated_past import is_past_awaited
from players.shared import clock

if TYPE_CHECKING:
    from casino.compliance.monitoring.columns import Happened

EVENTS_WANTED = 100_000  # of a pass; more would only hold its locks for longer
SHORTEST, LONGEST = timedelta(minutes=5), timedelta(days=90)  # stretches of time that a pass reads
BEHIND = timedelta(minutes=1)  # from here on a pass takes half of the players, so that another worker helps

BEGINNING = 0x3E61  # an advisory lock: one worker begins

WAKING = "SELECT player_id FROM monitoring_playerstate WHERE shard = ANY(%s) AND wake <= %s"
STORED = "SELECT player_id, states FROM monitoring_playerstate WHERE player_id = ANY(%s)"
STORED_OF_SHARDS = "SELECT player_id, states FROM monitoring_playerstate WHERE shard = ANY(%s)"
STORE = """
INSERT INTO monitoring_playerstate (player_id, shard, states, wake)
SELECT player, player %% %(of)s, states, wake
FROM unnest(%(players)s::bigint[], %(states)s::bytea[], %(wakes)s::timestamptz[]) AS s (player, states, wake)
ON CONFLICT (player_id) DO UPDATE SET states = excluded.states, wake = excluded.wake
"""
RAISE = """
INSERT INTO monitoring_alert (version_id, player_id, kind, at, since, event, key, figures)
SELECT * FROM unnest(%(versions)s::bigint[], %(players)s::bigint[], %(kinds)s::text[], %(ats)s::timestamptz[],
                     %(sinces)s::timestamptz[], %(events)s::text[], %(keys)s::text[], %(figures)s::jsonb[])
ON CONFLICT DO NOTHING RETURNING id, version_id, player_id, at
"""
# Shards that wait at the same place and know the same rules are read together.
CLAIM = """
SELECT number, until, versions FROM monitoring_shard ORDER BY until NULLS FIRST, number
LIMIT %s FOR UPDATE SKIP LOCKED
"""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[int, State]).decode


class InForce(Struct, frozen=True):
    """A version of a rule that counts, ready to fold."""

    pk: int
    kind: str
    since: int  # an alert is raised from this moment on
    machine: Machine


class Position(Struct, frozen=True):
    """Some shards that have read equally far."""

    shards: list[int]
    until: datetime
    versions: list[int]


class Raised(Struct, frozen=True):
    version: InForce
    player: int
    finding: Finding

    @property
    def moment(self) -> datetime:
        return moment_of(self.finding.at)


def follow(*, seconds: float = 50.0, until: datetime | None = None) -> int:
    """Folds whatever is settled and nobody else is at. Returns how many alerts were raised."""
    raised, deadline, length = 0, time.monotonic() + seconds, SHORTEST
    # Asked once: what settles meanwhile is the next run's. Otherwise a run would never have read everything.
    settled = until or record.settled_until()
    while settled is not None and time.monotonic() < deadline:
        with transaction.atomic():
            position = _claim_position()
            if position is None or position.until >= settled:
                break
            end = min(settled, position.until + length)
            alerts, events = advance(position, end)
            raised += alerts
        factor = EVENTS_WANTED / max(events, 1)
        length = min(max(length * min(factor, 16.0), SHORTEST), LONGEST)
    return raised


def has_read(player: int, moment: datetime) -> bool:
    """Whether the rules have read everything about a player up to a moment: no payout leaves before.

    Rules that never began have read nothing. While the past of a demonstration is written, nothing waits.
    """
    read = Shard.objects.filter(number=player % SHARDS, until__gte=moment)
    return read.exists() or is_past_awaited()


def _claim_position() -> Position | None:
    """Locks the shards that are furthest behind."""
    if not _has_begun():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [BEGINNING])
        if not _has_begun():  # while this one waited
            _begin()
    behind = Shard.objects.filter(until__lt=clock.now() - BEHIND).exists()
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, [SHARDS // 2 if behind else SHARDS])
        rows = cursor.fetchall()
    if not rows or rows[0][1] is None:
        return None
    _, until, versions = rows[0]
    return Position([row[0] for row in rows if row[1:] == (until, versions)], until, versions)


def _has_begun() -> bool:
    last = Shard.objects.order_by("until").last()
    return last is not None and last.until is not None


def _begin() -> None:
    """Places every shard where the record begins, and brings the rules in force that the house comes with."""
    first, known = record.first_moment(), set(RuleVersion.objects.values_list("name", flat=True))
    brought = RuleVersion.objects.bulk_create(
        RuleVersion(name=name, number=1, kind=read_rule(source).kind, source=source)
        for name, source in shipped_rules().items()
        if name not in known
    )
    RuleVersion.objects.filter(pk__in=[version.pk for version in brought]).update(
        state=RuleVersion.State.IN_FORCE
    )
    shards = [Shard(number=number, until=first) for number in range(SHARDS)]
    Shard.objects.bulk_create(
        shards, update_conflicts=True, unique_fields=["number"], update_fields=["until"]
    )


def versions_in_force() -> list[InForce]:
    """The last version of each rule that came in force, unless it retired the rule."""
    versions = RuleVersion.objects.filter(state=RuleVersion.State.IN_FORCE).order_by("name", "-number")
    return [
        InForce(
            version.pk,
            version.kind,
            microseconds(version.decided) if version.decided else 0,
            Machine(rule),
        )
        for version in versions.distinct("name")
        if not (rule := read_rule(version.source)).retired
    ]


def advance(position: Position, until: datetime) -> tuple[int, int]:
    """One pass, in the transaction of the caller. Returns how many alerts and how many events there were."""
    versions = versions_in_force()
    known = [version.pk for version in versions]
    if new := [version for version in versions if version.pk not in position.versions]:
        _build(new, position)
    events = {event for version in versions for event in version.machine.rule.events}
    happened = record.read_events(position.until, until, events=events, shards=position.shards, of=SHARDS)
    raised = _raise_alerts(_fold_events(versions, happened, position, until))
    Shard.objects.filter(number__in=position.shards).update(until=until, versions=known)
    return raised, len(happened)


def _fold_events(
    versions: Sequence[InForce], happened: Happened, position: Position, until: datetime
) -> list[Raised]:
    """Brings the states of everybody concerned to this moment: who did something, and whom time wakes."""
    from casino.compliance.monitoring.columns import fold_players

    with connection.cursor() as cursor:
        cursor.execute(WAKING, [position.shards, until])
        players = sorted({*happened.players, *(player for (player,) in cursor.fetchall())})
        if not players:
            return []
        cursor.execute(STORED, [players])
        stored = {player: _decode(states) for player, states in cursor.fetchall()}
    folded: dict[int, dict[int, State]] = {player: {} for player in players}
    raised: list[Raised] = []
    for version in versions:
        for player, states in folded.items():
            before = stored.get(player, {}).get(version.pk)
            states[version.pk] = before or version.machine.new_state()
        of_version = {player: states[version.pk] for player, states in folded.items()}
        found = fold_players(version.machine, happened, of_version, microseconds(until))
        # Before a version came in force it watches, and says nothing.
        raised += [Raised(version, player, one) for player, one in found if one.at >= version.since]
    _store(folded)
    return sorted(raised, key=lambda one: one.player)


def fold_player(
    versions: Iterable[InForce], states: Mapping[int, State], events: Sequence[Event], until: int
) -> Iterator[tuple[InForce, Finding]]:
    """What the rules find. Before a version came in force it watches, and says nothing."""
    for version in versions:
        for finding in version.machine.fold(states[version.pk], events, until):
            if finding.at >= version.since:
                yield version, finding


def _store(folded: Mapping[int, Mapping[int, State]]) -> None:
    wakes = [
        min((state.wake for state in states.values() if state.wake), default=0) for states in folded.values()
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            STORE,
            {
                "of": SHARDS,
                "players": list(folded),
                "states": [_encode(states) for states in folded.values()],
                "wakes": [moment_of(wake) if wake else None for wake in wakes],
            },
        )


def _raise_alerts(raised: Sequence[Raised]) -> int:
    """Stores each alert once, whoever folds it how often; and what follows follows once, with it."""
    births = births_of(one.player for one in raised if one.version.machine.rule.ages)
    raised = [
        one for one in raised if speaks_of(one.version.machine.rule, births.get(one.player), one.finding.at)
    ]
    if not raised:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            RAISE,
            {
                "versions": [one.version.pk for one in raised],
                "players": [one.player for one in raised],
                "kinds": [one.version.kind for one in raised],
                "ats": [one.moment for one in raised],
                "sinces": [moment_of(one.finding.since) for one in raised],
                "events": [one.finding.event for one in raised],
                "keys": [one.finding.key for one in raised],
                "figures": [msgspec.json.encode(one.finding.figures).decode() for one in raised],
            },
        )
        stored = {(version, player, at): number for number, version, player, at in cursor.fetchall()}
    carry_out(
        [
            NewAlert(number, one.player, one.moment, one.version.machine.rule, one.finding.figures)
            for one in raised
            if (number := stored.get((one.version.pk, one.player, one.moment)))
        ]
    )
    return len(raised)


def _build(versions: Sequence[InForce], position: Position) -> None:
    """Folds the whole past for rules that are new here, up to where the others are."""
    first = record.first_moment()
    if first is None or first >= position.until:
        return
    for version in versions:
        built = dict(past_states(version.machine, first, position.until, position.shards))
        with connection.cursor() as cursor:
            cursor.execute(STORED_OF_SHARDS, [position.shards])
            stored = {player: _decode(states) for player, states in cursor.fetchall()}
        _store({player: {**stored.get(player, {}), version.pk: state} for player, state in built.items()})


def past_states(
    machine: Machine, since: datetime, until: datetime, shards: Sequence[int]
) -> Iterator[tuple[int, State]]:
    """The state of each player of these shards, from the record alone."""
    for happened in read_past(since, until, events=machine.rule.events, shards=shards, of=SHARDS):
        for player in happened.players:
            state = machine.new_state()
            machine.fold(state, happened.events_of(player), microseconds(until))
            yield player, state


def differing_players() -> list[int]:
    """Whose stored states are not what the record says, read once more from its beginning."""
    first = record.first_moment()
    differing: set[int] = set()
    with transaction.atomic():
        shards = list(Shard.objects.select_for_update().exclude(until=None).order_by("until"))
        for until, group in groupby(shards, key=lambda shard: shard.until):
            numbers = [shard.number for shard in group]
            stored = _stored_states(numbers)
            for version in versions_in_force():
                if first is None or until is None:
                    continue
                folded = dict(past_states(version.machine, first, until, numbers))
                for player in folded.keys() | stored.keys():
                    empty = version.machine.new_state()
                    kept = stored.get(player, {}).get(version.pk, empty)
                    if kept != folded.get(player, empty):
                        differing.add(player)
    return sorted(differing)


def _stored_states(shards: Sequence[int]) -> dict[int, dict[int, State]]:
    with connection.cursor() as cursor:
        cursor.execute(STORED_OF_SHARDS, [list(shards)])
        return {player: _decode(states) for player, states in cursor.fetchall()}


def start_over() -> None:
    """Forgets states and positions: the record is folded again, and raises no alert twice."""
    with transaction.atomic():
        list(Shard.objects.select_for_update())
        PlayerState.objects.all().delete()
        Shard.objects.update(until=None, versions=[])
