"""Whether every process, and the database, has the same optional apps (HOUSE_EXTRAS)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec

import redis
from django.conf import settings
from django.db import connection

from casino.archive.options import archive_options
from casino.operation import liveness
from casino.operation.problems import Problem
from games.tables.croupier import metrics as croupier_metrics
from players.audit.online_record import last_detached
from players.shared.extras import extras_here

HEARTBEATS = ("worker", "beat")
MIGRATED = "SELECT DISTINCT app FROM django_migrations WHERE app = ANY(%s)"
SAME = "Give every process the same HOUSE_EXTRAS and restart it; see docs/subsystems/extras.md."


def other_processes(client: redis.Redis) -> list[tuple[str, str]]:
    """The living processes with other optional apps than this one: which process, and what it has.

    Web processes have no sign of life in Valkey; each compares itself with the croupiers, workers and beats.
    """
    living = [(f"croupier {name}", one.extras) for name, one in croupier_metrics.read_all(client)]
    for kind in HEARTBEATS:
        living += [(f"{kind} {name}", extras) for name, extras in liveness.extras_of(client, kind)]
    return [(process, extras) for process, extras in living if extras != extras_here()]


def check_extras(process: str) -> Iterator[Problem]:
    """What this process has beside what the database was migrated with, and what the others have."""
    known = {name for name, app in settings.KNOWN_EXTRAS.items() if find_spec(f"{app}.migrations")}
    here = {name for name, app in settings.KNOWN_EXTRAS.items() if app in settings.EXTRAS}
    with connection.cursor() as cursor:
        cursor.execute(MIGRATED, [sorted(known)])
        migrated = {name for (name,) in cursor.fetchall()}
    if off := sorted(migrated - here):
        yield Problem(
            f"The database has the tables of {', '.join(off)}, which HOUSE_EXTRAS leaves out here.",
            SAME,
        )
    if missing := sorted(known & here - migrated):
        yield Problem(
            f"HOUSE_EXTRAS of this process has {', '.join(missing)}, whose tables the database has not.",
            "Run `feltro manage migrate`, or correct HOUSE_EXTRAS; see docs/subsystems/extras.md.",
        )
    if last_detached() is not None and not any(option.name == "attach" for option in archive_options()):
        yield Problem(
            "Months are in the archive alone, and HOUSE_EXTRAS leaves out what brings them back.",
            "Add detached_months to HOUSE_EXTRAS; see docs/operating/records.md.",
        )
    if process == "web":
        yield from _check_processes()


def _check_processes() -> Iterator[Problem]:
    """Only web may read the signs of life of the others."""
    with closing(liveness.connect()) as client:
        try:
            others = other_processes(client)
        except redis.RedisError:
            yield Problem("Not looked at: Valkey does not answer.", "Check Valkey first.")
            return
    for other, extras in others:
        yield Problem(
            f"The {other} has HOUSE_EXTRAS={extras or 'unknown'}, and this process {extras_here()}.",
            SAME,
        )
