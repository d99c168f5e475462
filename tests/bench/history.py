"""What people of the house and its jobs of the night do, over two million rounds and over eight million.

Two houses stand beside each other, in processes of their own, as in `bounded.py`. Both have as many rounds a
day; the longer one has four times as many days and players. Each turn plays new rounds, and then every page,
search, report and job runs in the one house and in the other: the proof of a night, the closing of a month,
each task of the schedule. The first turns work off the history and are not counted.

The database writes the past itself (`long_past.py`), 9,000 rounds a second.

`HISTORY_ROUNDS=20000` is a trial.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

from tests.bench import bounded, environment
from tests.bench.bounded import NewPlay, Task
from tests.bench.long_past import write_past
from tests.bench.measure import detail
from tests.bench.office_pages import (
    add_up_days,
    check_answer,
    play_one_round,
    requests_for,
    unlimited,
)

ROUNDS = int(os.environ.get("HISTORY_ROUNDS", "2000000"))
DAYS = 365
# The months that are closed, one in each turn, are those before this one.
MONTHS_CLOSED = bounded.WORKING_OFF + bounded.TURNS
# A past that the database copies has one event a round and no chain: what reads the record would find faults.
OF_THE_RECORD = ("seals", "record-check", "regulator-files")


def history() -> None:
    jobs = bounded.measure_in_turn("tests.bench.history")
    for name in OF_THE_RECORD:
        detail(f"{name}: not measured (a copied past has no chain; see bounded)")
    bounded.report("long-history", jobs)


def serve(times: int) -> None:
    """The process of one house."""
    with environment.servers(as_administrator=True) as folder, unlimited():
        from django.db import connection

        place = Path(str(folder.path))
        bounded.set_places(place)
        played = play_one_round(place)
        begun = time.monotonic()
        past = write_past(ROUNDS * times, DAYS * times)
        written = f"{past.rounds:,} rounds of {past.players:,} players in {time.monotonic() - begun:.0f} s"
        add_up_days(31 * (MONTHS_CLOSED + 2))
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        table = NewPlay(place)
        tasks: dict[str, Task] = {
            name: partial(answered, name, request) for name, request in requests_for(past, played).items()
        }
        tasks |= {f"report {name}": task for name, task in reports().items()}
        tasks["closing of a month"] = partial(close_month, count(1))
        tasks["prove of a night"] = partial(prove, table.table.table)
        tasks |= {
            name: task
            for name, task in bounded.scheduled_tasks().items()
            if name != "prove" and not name.startswith(OF_THE_RECORD)
        }
        bounded.answer([written])
        bounded.obey(table, tasks)


def answered(name: str, request: Callable[[], Any]) -> None:
    check_answer(name, request())


def reports() -> dict[str, Task]:
    """The page of each report for the last month that is over."""
    from datetime import timedelta

    from django.urls import reverse

    from casino.compliance.reports.all_reports import REPORTS
    from players.shared import clock
    from tests.bench.office_pages import head_with_every_role

    client, this_month = head_with_every_role(), clock.day_of(clock.now()).replace(day=1)
    given = {
        "since": clock.months_after(this_month, -1).isoformat(),
        "until": (this_month - timedelta(days=1)).isoformat(),
        "step": "day",
    }
    return {
        code: partial(answered, partial(client.get, reverse("compliance_report", args=[code]), given))
        for code in REPORTS
    }


def close_month(months: count[int]) -> None:
    """An earlier month in each turn: a closed one stays closed."""
    from casino.compliance.reports import issuing
    from players.shared import clock

    this_month = clock.day_of(clock.now()).replace(day=1)
    assert issuing.close_month(clock.months_after(this_month, -next(months)))


def prove(table: int) -> None:
    from django.core.management import call_command

    call_command("prove", table=[table], jobs=1, stdout=StringIO(), stderr=StringIO())


if __name__ == "__main__":
    bounded.keep_output_for_answers()
    serve(int(sys.argv[1]))
