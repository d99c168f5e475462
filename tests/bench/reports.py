"""Every report over a year of play, and the lists behind one of its months, at two sizes of the same past:
time, number of queries and cost per row.

`REPORT_ROUNDS=4000,40000` sets the sizes; `REPORT_ROUNDS=20000,2000000` is the year that the goals refer
to.
"""

from __future__ import annotations

import os
import time
from datetime import timedelta
from io import StringIO
from statistics import median
from typing import Any

from tests.bench import environment
from tests.bench.measure import CLOCK, detail, goal

SIZES = tuple(int(size) for size in os.environ.get("REPORT_ROUNDS", "4000,40000").split(","))
PLAYERS_OF = 400  # rounds for each player, so that a larger past has more people too
TURNS = 3
OPENS, CLOSES, GROWS = 2.0, 60.0, 1.3


def reports() -> None:
    with environment.servers():
        from django.core.management import call_command
        from django.db import connection

        from casino.compliance.reports import daily_totals
        from games.models import Round

        taken: list[dict[str, float]] = []
        rows: list[int] = []
        existing = 0
        for place, size in enumerate(SIZES):
            begun = time.perf_counter()
            more = size - existing
            arguments = {
                "rounds": more,
                "players": max(40, more // PLAYERS_OF),
                "seed": place + 1,
                "jobs": os.cpu_count() or 1,
            }
            call_command("simulate_house", **arguments, stdout=StringIO(), stderr=StringIO())
            played, existing = time.perf_counter() - begun, size
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
            begun = time.perf_counter()
            daily_totals.fold()
            folded = time.perf_counter() - begun
            rounds = Round.objects.filter(status="ended").count()
            detail(
                f"{rounds:,} rounds: the last {arguments['rounds']:,} played in {played:.0f} s, "
                f"folded in {folded:.1f} s"
            )
            rows.append(rounds)
            taken.append(measured(rounds))
        goal("reports.slowest", max(taken[-1].values()), most=OPENS, beside="no peer", machine=CLOCK)
        goal("reports.month", closing(), most=CLOSES, beside="no peer", machine=CLOCK)
        grown = rows[-1] / rows[0]
        worst = max(taken[-1][code] / taken[0][code] for code in taken[0])
        detail(f"{grown:.1f} times the rounds, and the report that grew most takes {worst:.1f} times as long")
        goal("reports.ratio", worst / grown, most=GROWS, beside=f"{rows[0]:,} rounds")


def measured(rounds: int) -> dict[str, float]:
    """Opens the page of each report for the whole year, as a member of staff does."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client, override_settings
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from casino.compliance.reports.all_reports import REPORTS
    from players.shared import clock
    from tests.live_table import signer

    today = clock.day_of(clock.now())
    parameters: dict[str, Any] = {
        "since": (today - timedelta(days=366)).isoformat(),
        "until": today.isoformat(),
        "step": "month",
    }
    month = {"period": clock.months_after(today.replace(day=1), -1).isoformat(), "system": "baccarat"}
    pages = {
        code: (reverse("compliance_report", args=[code]), parameters | {"part": "game"}) for code in REPORTS
    }
    pages |= {
        f"{kind} of a month": (reverse(f"compliance_reports_{kind}"), parameters | month)
        for kind in ("rounds", "transfers")
    }
    plain = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    durations: dict[str, float] = {}
    with override_settings(STORAGES=plain):
        client: Any = Client(HTTP_HOST=settings.HOUSE_URL.partition("://")[2])
        client.force_login(
            signer("compliance officer"), backend="allauth.account.auth_backends.AuthenticationBackend"
        )
        for name, (address, given) in pages.items():
            times = []
            for _ in range(TURNS):
                with CaptureQueriesContext(connection) as queries:
                    begun = time.perf_counter()
                    answer = client.get(address, given)
                    times.append(time.perf_counter() - begun)
                assert answer.status_code == 200, name
            durations[name] = median(times)
            detail(f"{name}: {durations[name] * 1000:,.0f} ms, {len(queries)} queries, at {rounds:,} rounds")
    return durations


def closing() -> float:
    from casino.compliance.reports.issuing import close_month, stored_report
    from players.shared import clock

    begun = time.perf_counter()
    issues = close_month(clock.months_after(clock.day_of(clock.now()).replace(day=1), -1))
    took = time.perf_counter() - begun
    assert all(stored_report(issue).equal for issue in issues)
    detail(
        f"closing of a month: {took:.2f} s, {sum(issue.count for issue in issues)} rows, equal to the ledger"
    )
    return took
