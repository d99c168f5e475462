"""A month of simulated past at the tables of the demonstration that `make run` opens.

It is written once, into a new house, before the first seal and before the house is ready. Its players are
invented and have no password. The people, balances and table numbers of the demonstration stay as they are.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction

from casino.compliance.collusion.analysis import run_analysis
from casino.compliance.player_risk import daily_scan
from casino.compliance.reports import daily_totals as report_totals
from casino.compliance.reports import issuing
from casino.compliance.rtp_monitoring import daily_returns
from casino.compliance.self_checks.models import Manifest
from casino.demo import sample_data
from casino.demo.known_theories import store_known
from casino.demo.simulated_past import conduct_reports, rare_events
from casino.demo.simulated_past.parallel_play import RoundIds, StopOnSignal, play_parts
from casino.demo.simulated_past.people import SimulatedPlayer, create_players
from casino.demo.simulated_past.seeded_draw import SeededRandom
from casino.demo.simulated_past.simulation import SimulationPart
from casino.demo.simulated_past.table_play import SimulatedTable
from games.draw.seal_key import SealKey
from games.models import Round, Table
from games.tables.croupier import journal
from players.audit import note
from players.audit.models import Line, Seal
from players.history import daily_totals as player_totals
from players.history import statements
from players.models import Person
from players.shared import clock, progress

KIND = "demonstration.past-written"  # of the audit line that marks the past
DAYS = 31  # before today
ROUNDS = 3_000
PLAYERS = 96
PARTS = 4
SEED = 2015
TAG = "past"
INTERRUPTED = "The simulated past was interrupted and stays incomplete; `make reset` starts over."
ANEW = "The simulated past was interrupted before the house opened: it is written anew."
TOO_LATE = "No simulated past is added: this house has a record of its own; `make reset` starts over."


def past_begins() -> Any:
    """The first day of the past, in Lisbon."""
    return clock.day_of(clock.now()) - timedelta(days=DAYS)


def write_past(report: Callable[[str], object]) -> int:
    """Write the past into a new demonstration house. Returns the number of rounds; 0 if it has a record."""
    if not settings.HOUSE_LIVELY or settings.PRODUCTION or not settings.HOUSE_DEMO or settings.DEBUG:
        raise ImproperlyConfigured("Only the demonstration that `make run` opens has a simulated past.")
    if Line.objects.filter(kind=KIND).exists():
        return 0
    if Round.objects.exists() or Seal.objects.exists():
        report(INTERRUPTED if Person.objects.filter(email__startswith=f"{TAG}-").exists() else TOO_LATE)
        return 0
    report("a month of simulated past")
    key = SealKey(Path(settings.SEAL_KEY_FILE))
    with transaction.atomic():
        parts = _parts(key)
    now = clock.now()
    with StopOnSignal() as stop:
        rounds = sum(play_parts(parts, ROUNDS, past_begins(), DAYS + 1, now, os.cpu_count() or 1, stop))
        stopped = stop.is_set()
    if stopped:
        report("interrupted: the next `make run` writes the simulated past anew")
        raise SystemExit(progress.INTERRUPTED)
    with transaction.atomic():
        conduct_reports.file_reports(SeededRandom(SEED, "reports"))
    _evaluate()
    with transaction.atomic():
        note(KIND, rounds=rounds, players=PLAYERS, since=past_begins().isoformat())
    return rounds


def is_interrupted() -> bool:
    """Whether the database has a part of a past and nothing else: the house has never been open since."""
    if Person._meta.db_table not in connection.introspection.table_names():
        return False
    has_people = Person.objects.filter(email__startswith=f"{TAG}-").exists()
    return has_people and not Line.objects.filter(kind=KIND).exists() and not Manifest.objects.exists()


def wake_demonstration_tables() -> None:
    """House players come to the empty demonstration tables as soon as a croupier is at work."""
    empty = Table.objects.filter(currency="DEMO", status=Table.Status.OPEN, seated=0, due=None)
    empty.update(due=clock.now())


def _parts(key: SealKey) -> list[SimulationPart]:
    """The demonstration's tables with players of the past, distributed over the parts."""
    rare = rare_events.DEMONSTRATION
    staff = _staff("apoio"), _staff("direcao")
    floor = _staff("mesas").pk, _staff("direcao").pk
    since = clock.midnight(past_begins())
    created = create_players(PLAYERS, since, SeededRandom(SEED, "people"), staff[1], TAG)
    groups: list[tuple[list[SimulatedTable], list[SimulatedPlayer]]] = [([], []) for _ in range(PARTS)]
    for index, table in enumerate(_tables()):
        row = journal.lock_row(table.pk)
        assert row is not None
        groups[index % PARTS][0].append(SimulatedTable(table.pk, row, key, SEED, RoundIds(), floor, rare))
    for index, player in enumerate(created):
        groups[index % PARTS][1].append(player)
    return [
        SimulationPart(number, tables, people, staff, SEED, TAG)
        for number, (tables, people) in enumerate(groups)
    ]


def _tables() -> list[Table]:
    """The tables without sessions, which open at their hour only."""
    names = [table.name for table in sample_data.TABLES if table.setting.get("regime") != "session"]
    return list(Table.objects.filter(name__in=names).order_by("system", "id"))


def _staff(name: str) -> Person:
    return Person.objects.get(email=f"{name}@{sample_data.DOMAIN}")


def _evaluate() -> None:
    """What the hourly tasks compute: totals, statements, reports, returns, signs and findings."""
    with connection.cursor() as cursor:  # the planner knows nothing of the new rows
        cursor.execute("ANALYZE")
    store_known()
    report_totals.fold()
    player_totals.update_totals()
    statements.make_statements()
    issuing.close_last_month()
    daily_returns.fold()
    daily_scan.scan_days()
    run_analysis()
