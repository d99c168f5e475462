"""The rules over play while the worker that follows the record is killed as well (`chaos.py`).

Rules of the proof are met again and again, by rounds and by time alone. At the end the whole record is folded
once more: its alerts must be those that were raised, none missing and none twice, and each player must have
the one case that the first of them opened.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby

import msgspec

VICTIM = "worker"
KIND = "bots"  # nothing is said to players, so their play stays as it is
ROUNDS = (1, 2, 4, 8)  # within an hour
READ_WITHIN = 120.0  # seconds, after the last kill
RULE = """
name = "chaos-{name}"
kind = "bots"
answers = "chaos"
condition = "seen >= {least}"
quiet = "1 minute"
{wakes}
title = {{ pt = "Prova", en = "Proof" }}
why = {{ pt = "Para a prova.", en = "For the proof." }}
sentence = {{ pt = "%(seen)s vistos.", en = "%(seen)s seen." }}
[windows.seen]
watches = {watches}
adds = "{adds}"
over = "1 hour"
step = "1 minute"
[[follows]]
kind = "case"
"""
# Version of the rule, player, moment, since when it saw, event, row of the record, figures.
RaisedAlert = tuple[int, int, datetime, datetime, str, str, bytes]


def rules() -> Iterator[str]:
    for least in ROUNDS:
        yield RULE.format(name=f"rounds-{least}", least=least, wakes="", watches=["round"], adds="events")
    yield RULE.format(
        name="minutes", least=1, wakes='wakes = "1 minute"', watches=["session-begun", "session-ended"],
        adds="minutes",
    )  # fmt: skip


def bring_rules() -> None:
    """Puts the rules of the proof in force, as the owner of the database may."""
    from django.db import transaction

    from casino.compliance.monitoring.models import RuleVersion
    from casino.compliance.monitoring.rules import read_rule
    from players.shared import clock

    with transaction.atomic():
        for source in rules():
            version = RuleVersion.objects.create(
                name=read_rule(source).name, number=1, kind=KIND, source=source
            )
            RuleVersion.objects.filter(pk=version.pk).update(state="in-force", decided=clock.now())


def print_check() -> list[str]:
    """The contradictions, once the rules have read all that was played."""
    from players.shared import clock

    played, end = clock.now(), time.monotonic() + READ_WITHIN
    while not has_read(played):
        if time.monotonic() > end:
            return [f"the rules have not read everything {READ_WITHIN:g} seconds after the last kill"]
        time.sleep(0.5)
    alerts, wrong = compare()
    print(
        f"monitoring: {alerts.total()} alerts about {len({alert[1] for alert in alerts})} players in the "
        f"record, {len(wrong)} contradictions",
        flush=True,
    )
    return wrong if alerts else ["no rule was met"]


def has_read(moment: datetime) -> bool:
    from casino.compliance.monitoring.models import SHARDS, Shard

    return Shard.objects.filter(until__gte=moment).count() == SHARDS


def compare() -> tuple[Counter[RaisedAlert], list[str]]:
    """What a fold of the record finds, and where alerts, states or cases are otherwise."""
    from django.db import transaction

    from casino.compliance.monitoring.following import differing_players
    from casino.compliance.monitoring.models import Alert, Case

    with transaction.atomic():
        folded = Counter(fold_record())
        stored = Counter(
            (*row, encode_figures(figures))
            for *row, figures in Alert.objects.values_list(
                "version", "player", "at", "since", "event", "key", "figures"
            )
        )
        opened = Counter(Case.objects.filter(kind=KIND).values_list("player", "since"))
        of_kind = dict(Alert.objects.filter(kind=KIND).order_by("-at").values_list("player", "at"))
        states = differing_players()
    wrong = [f"missing alert {alert}" for alert in folded - stored]
    wrong += [f"alert that the record does not have {alert}" for alert in stored - folded]
    wrong += [f"cases {case} instead of {first}" for case, first in unlike(opened, Counter(of_kind.items()))]
    wrong += [f"the state of player {player} is not what the record says" for player in states]
    return folded, wrong


def unlike(
    opened: Counter[tuple[int, datetime]], first: Counter[tuple[int, datetime]]
) -> Iterator[tuple[str, str]]:
    for player, at in opened - first:
        yield f"{player} since {at}", "none"
    for player, at in first - opened:
        yield "none", f"{player} since {at}"


def fold_record() -> Iterator[RaisedAlert]:
    """In the transaction of the caller, in which no shard advances."""
    from casino.compliance.monitoring import record
    from casino.compliance.monitoring.ages import births_of, speaks_of
    from casino.compliance.monitoring.following import fold_player, versions_in_force
    from casino.compliance.monitoring.models import SHARDS, Shard
    from casino.compliance.monitoring.record import events_by_player, microseconds, moment_of

    shards, first = list(Shard.objects.select_for_update().order_by("until", "number")), record.first_moment()
    versions = versions_in_force()
    events = {event for version in versions for event in version.machine.rule.events}
    for until, group in groupby(shards, key=lambda shard: shard.until):
        if first is None or until is None:
            continue
        numbers = [shard.number for shard in group]
        happened = dict(events_by_player(first, until, events=events, shards=numbers, of=SHARDS))
        births = births_of(happened)
        for player, of_player in happened.items():
            states = {version.pk: version.machine.new_state() for version in versions}
            for version, found in fold_player(versions, states, of_player, microseconds(until)):
                if speaks_of(version.machine.rule, births.get(player), found.at):
                    yield (
                        version.pk, player, moment_of(found.at), moment_of(found.since), found.event,
                        found.key, encode_figures(found.figures),
                    )  # fmt: skip


def encode_figures(figures: dict[str, int]) -> bytes:
    return msgspec.json.encode(figures, order="sorted")
