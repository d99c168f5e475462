"""A month of simulated past at the tables for money of the demonstration that `make run` opens.

It is written once, beside the open house, which nobody can seal before. Its tables open with it. Its players
are invented and have no password. The people and balances of the demonstration stay as they are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction

from casino.compliance.collusion.analysis import run_analysis
from casino.compliance.monitoring import following
from casino.compliance.reports import daily_totals as report_totals
from casino.compliance.reports import issuing
from casino.compliance.rtp_monitoring import daily_returns
from casino.compliance.rtp_monitoring.models import ReturnsFoldedUntil
from casino.demo import sample_data
from casino.demo.demo_tables import seed_table
from casino.demo.known_theories import store_known
from casino.demo.past_progress import ROUNDS
from casino.demo.simulated_past import conduct_reports, rare_events
from casino.demo.simulated_past.background_writer import LaterWriter
from casino.demo.simulated_past.parallel_play import RoundIds, play_parts
from casino.demo.simulated_past.people import create_players
from casino.demo.simulated_past.seeded_draw import SeededRandom
from casino.demo.simulated_past.simulation import SimulationPart
from casino.demo.simulated_past.table_play import SimulatedTable
from games.draw.seal_key import SealKey
from games.models import Round, Table
from games.tables.croupier import journal
from players.audit import note, simulated_past
from players.audit.models import Line, Seal
from players.history import daily_totals as player_totals
from players.history import statements
from players.history.models import FoldedUntil
from players.models import Person
from players.shared import clock

DAYS = 31  # before today
PLAYERS = 96
SEED = 2015
TAG = "past"
TOO_LATE = "No simulated past is added: this house has a record of its own; `make reset` starts over."


def past_begins() -> Any:
    """The first day of the past, in Lisbon."""
    return clock.day_of(clock.now()) - timedelta(days=DAYS)


def check_demonstration() -> None:
    if not settings.HOUSE_LIVELY or settings.PRODUCTION or not settings.HOUSE_DEMO or settings.DEBUG:
        raise ImproperlyConfigured("Only the demonstration that `make run` opens has a simulated past.")


@transaction.atomic
def begin_past(report: Callable[[str], object]) -> None:
    """Before the tables are made: those with a past wait for it. A house that has been open gets none."""
    check_demonstration()
    if simulated_past.last_kind() in (simulated_past.BEGUN, simulated_past.WRITTEN):
        return
    if Table.objects.exists() or Seal.objects.exists():
        report(TOO_LATE)
        return
    note(simulated_past.BEGUN)


@transaction.atomic
def skip_past() -> None:
    """A demonstration that waits for its past, and now opens without one."""
    if simulated_past.last_kind() == simulated_past.BEGUN and not is_played():
        note(simulated_past.LEFT_OUT)


def write_past(advance: Callable[[int], object], begin: Callable[[str], object]) -> int:
    """Write the past of an open demonstration. Returns the number of its rounds; 0 if none is awaited.

    All of it becomes visible at once: a process that is killed leaves nothing of it, and the next one plays
    it again. While play is simulated, no row is locked that others write.
    """
    check_demonstration()
    if not simulated_past.is_past_awaited():
        return 0
    if not is_played():
        writer = LaterWriter()
        with transaction.atomic():
            part = _part(SealKey(Path(settings.SEAL_KEY_FILE)), writer)
            now, never = clock.now(), threading.Event()
            for rounds in play_parts([part], ROUNDS, past_begins(), DAYS + 1, now, 1, never):
                advance(rounds)
            begin("writing it")
            writer.write_all()
            conduct_reports.file_reports(SeededRandom(SEED, "reports"))
    begin("totals, statements and reports")
    _evaluate()
    begun = Line.objects.filter(kind=simulated_past.BEGUN).latest("pk")
    rounds = Round.objects.filter(ended__lt=begun.at).count()
    with transaction.atomic():
        note(simulated_past.WRITTEN, rounds=rounds, players=PLAYERS, since=past_begins().isoformat())
    return rounds


def is_played() -> bool:
    """Whether the play is written. What the hourly tasks compute from it may be missing."""
    return Person.objects.filter(email__startswith=f"{TAG}-").exists()


def wake_demonstration_tables() -> None:
    """House players come to the empty demonstration tables as soon as a croupier is at work."""
    empty = Table.objects.filter(currency="DEMO", status=Table.Status.OPEN, seated=0, due=None)
    empty.update(due=clock.now())


def _part(key: SealKey, writer: LaterWriter) -> SimulationPart:
    """The tables, made here, with players of the past."""
    staff = _staff("apoio"), _staff("direcao")
    floor = _staff("mesas").pk, _staff("direcao").pk
    for sample in sample_data.TABLES:
        if sample.has_past:
            seed_table(sample)
    names = [sample.name for sample in sample_data.TABLES if sample.has_past]
    rows = journal.lock_rows(Table.objects.filter(name__in=names).values_list("pk", flat=True))
    tables = [
        SimulatedTable(table, row, key, SEED, RoundIds(), floor, rare_events.DEMONSTRATION)
        for table, row in sorted(rows.items(), key=lambda item: (item[1].system, item[0]))
    ]
    since = clock.midnight(past_begins())
    players = create_players(PLAYERS, since, SeededRandom(SEED, "people"), staff[1], TAG)
    return SimulationPart(0, tables, players, staff, SEED, TAG, lambda: writer)


def _staff(name: str) -> Person:
    return Person.objects.get(email=f"{name}@{sample_data.DOMAIN}")


def _evaluate() -> None:
    """What the hourly tasks compute: totals, statements, reports, returns, signs and findings."""
    with connection.cursor() as cursor:  # the planner knows nothing of the new rows
        cursor.execute("ANALYZE")
    store_known()
    # An hourly task may have run first: read these days again.
    for folded in (ReturnsFoldedUntil, FoldedUntil):
        folded.objects.all().delete()
    report_totals.unfold()
    report_totals.fold()
    player_totals.update_totals()
    statements.make_statements()
    issuing.close_last_month()
    daily_returns.fold()
    following.start_over()
    following.follow(seconds=3600)
    run_analysis()
