"""The pages of the back office over 100,000 rounds: the page of a player with a twentieth of them, each
way of finding a player, the lists of a day, the live floor and the overview. Each page may take 300 ms.

A statement that takes longer than 50 ms is printed with its plan. `OFFICE_ROUNDS=2000000` is the size that
the goal refers to.

The requests are answered in this process, as `django.test.Client` does, by a member of staff who has every
role, so that every panel is read. Two million take minutes: 5 to fill, 3 to add up the days, 2 to measure.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import environment
from tests.bench.long_past import Past, write_past
from tests.bench.measure import CLOCK, detail, goal, percentile

ROUNDS = int(os.environ.get("OFFICE_ROUNDS", "100000"))
TURNS = 16
MOST_SECONDS, SLOW_STATEMENT = 0.300, 0.050
PLAN_LINES = 40
PLAYER = "/admin/players/player/{heavy}/change/"
FIND = "/admin/players/player/find/"
PAGES = {
    "overview": "/admin/",
    "live floor": "/admin/floor/",
    "work queue": "/admin/work/",
    "player, timeline": PLAYER,
    "player, timeline before a day": PLAYER + "?until={day}",
    "player, rounds in the timeline": PLAYER + "?kind=rounds&until={day}",
    "player, acts of staff in the timeline": PLAYER + "?kind=staff&until={day}",
    "player, money": PLAYER + "?tab=money",
    "player, play": PLAYER + "?tab=play",
    "player, protection": PLAYER + "?tab=protection",
    "player, identity": PLAYER + "?tab=identity",
    "player, linked accounts": PLAYER + "?tab=links",
    "player, complaints": PLAYER + "?tab=complaints",
    "player, audit": PLAYER + "?tab=audit",
    "players": "/admin/players/player/",
    "players with a limit": "/admin/players/player/?list=limited",
    "players without activity": "/admin/players/player/?list=inactive",
    "rounds": "/admin/games/round/",
    "rounds of a day": "/admin/games/round/?ended_since={day}&ended_until={day}",
    "rounds of a month": "/admin/games/round/?ended_since={month}&ended_until={day}",
    "rounds of a player": "/admin/games/round/?player_name={alias}",
    "rounds of a player on a day": "/admin/games/round/?player_name={alias}&ended_since={day}"
    "&ended_until={day}",
    "rounds of a table": "/admin/games/round/?table__id__exact={table}",
    "a round": "/admin/games/round/{played}/change/",
    "play sessions": "/admin/players/playsession/",
    "play sessions of a day": "/admin/players/playsession/?ended_since={day}&ended_until={day}",
    "play sessions of a month": "/admin/players/playsession/?ended_since={month}&ended_until={day}",
    "play sessions of a player": "/admin/players/playsession/?q={alias}",
    "payments": "/admin/cashier/payment/",
    "payments of a day": "/admin/cashier/payment/?made_since={day}&made_until={day}",
    "payments of a month": "/admin/cashier/payment/?made_since={month}&made_until={day}",
    "payments of a player": "/admin/cashier/payment/?player_name={alias}",
    "transfers": "/admin/wallet/transfer/",
    "transfers of the last month": "/admin/wallet/transfer/?since=month",
    "transfers of a round": "/admin/wallet/transfer/?q={played}",
    "sign-ins": "/admin/identity/signin/",
    "audit log": "/admin/compliance/audit/",
    "audit log of a player": "/admin/compliance/audit/?player={alias}",
    "command search, a round": "/admin/search/?s={played}",
    "command search, a name": "/admin/search/?s={alias}",
}
Request = Callable[[], Any]


class SlowStatements:
    """The slowest run of each statement, with its values, while pages are read."""

    def __init__(self) -> None:
        self.slowest: dict[str, tuple[float, Any]] = {}

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        begun = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            took = time.perf_counter() - begun
            if took > SLOW_STATEMENT and took > self.slowest.get(sql, (0.0, None))[0]:
                self.slowest[sql] = (took, params)

    def explain(self) -> None:
        from django.db import connection

        for sql, (took, params) in self.slowest.items():
            detail(f"    {took * 1000:.0f} ms: {' '.join(sql.split())[:1000]}")
            if not sql.lstrip().startswith(("SELECT", "WITH", "(")):
                continue
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {sql}", params)
                for (line,) in cursor.fetchall()[:PLAN_LINES]:
                    detail(f"      {line[:200]}")


def office_pages() -> None:
    started = time.monotonic()
    with environment.servers(as_administrator=True) as folder, unlimited():
        from django.db import connection

        played = play_one_round(Path(str(folder.path)))
        begun = time.perf_counter()
        past = write_past(ROUNDS)
        detail(f"{past.rounds:,} rounds of {past.players:,} players in {time.perf_counter() - begun:.0f} s:")
        detail(", ".join(f"{count:,} {table}" for table, count in past.counts.items()))
        add_up_days()
        begun = time.perf_counter()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("SELECT pg_size_pretty(pg_database_size(current_database()))")
            detail(f"{cursor.fetchone()[0]}, vacuumed in {time.perf_counter() - begun:.0f} s")
        for name, request in requests_for(past, played).items():
            measure_page(name, request)
    detail(f"{time.monotonic() - started:.0f} s in all, load {os.getloadavg()[0]:.1f}")


def requests_for(past: Past, played: int) -> dict[str, Request]:
    """Each page and each search, as a member of staff with every role asks for it."""
    from players.shared import clock

    day = clock.day_of(clock.now()) - timedelta(days=100)
    known = {
        "heavy": past.heavy,
        "alias": past.known["alias"],
        "day": day.isoformat(),
        "month": (day - timedelta(days=30)).isoformat(),
        "played": played,
        "table": table_of_the_past(),
    }
    client = head_with_every_role()
    pages = {name: partial(client.get, address.format(**known)) for name, address in PAGES.items()}
    searches = {
        f"find by {kind}": partial(client.post, FIND, {"term": str(term)})
        for kind, term in past.known.items()
    }
    return pages | searches


@contextmanager
def unlimited() -> Iterator[None]:
    """Pages are served as in production, without a collected folder of static files; and one person may
    search as often as the bench does.
    """
    from django.conf import settings
    from django.test import override_settings

    from players.administration import player_search

    plain = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    limits = player_search.MAX_SEARCHES
    player_search.MAX_SEARCHES = ((10**9, 60),)  # type: ignore[assignment]
    try:
        with override_settings(HOUSE_DEMO=True, STORAGES=plain):
            yield
    finally:
        player_search.MAX_SEARCHES = limits


def play_one_round(folder: Path) -> int:
    """A real round, whose rows the past copies. Returns its key."""
    from django.core.management import call_command

    from games.models import Round, Table
    from players.models import Player
    from tests.live_table import LiveTable, bet

    call_command("seed_demo", verbosity=0)
    ana, table = Player.objects.get(alias="Ana"), Table.objects.get(name="Lisboa")
    room = LiveTable(folder, table)
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"straight:17": 500, "red": 1000})))
    room.until("round-ended")
    return int(Round.objects.get(table=table, number=room.round).pk)


def add_up_days(days: int = 20) -> None:
    """The totals that the jobs of the night make; those of reports for so many days: the overview shows
    twenty.
    """
    from casino.compliance.reports import daily_totals
    from casino.compliance.reports.models import ReportsFoldedUntil
    from players.history.daily_totals import update_totals
    from players.shared import clock

    begun = time.perf_counter()
    update_totals()
    ReportsFoldedUntil.objects.all().delete()
    ReportsFoldedUntil.objects.create(day=clock.day_of(clock.now()) - timedelta(days=days))
    daily_totals.fold()
    detail(f"days added up in {time.perf_counter() - begun:.0f} s")


def table_of_the_past() -> int:
    from games.models import Table

    return int(Table.objects.get(name="Past table 5").pk)


def head_with_every_role() -> Any:
    from django.conf import settings
    from django.contrib.auth.models import Group
    from django.db import connection
    from django.test import Client

    from players.models import Person

    person = Person.objects.get(email="direcao@feltro.example")
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        person.groups.set(Group.objects.all())
        cursor.execute("SET session_replication_role = origin")
    client = Client(HTTP_HOST=settings.HOUSE_URL.partition("://")[2])
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def measure_page(name: str, request: Request) -> None:
    """Prints the median and the 95th percentile, and one line for the goal.

    The time of the processor, of this process and of its database session, is what is left of the median on a
    machine that others use too.
    """
    from django.db import connection

    took, worked, slow = [], [], SlowStatements()
    for turn in range(TURNS):
        with connection.execute_wrapper(slow):
            begun, before = time.perf_counter(), processor_seconds()
            response = request()
            seconds, work = time.perf_counter() - begun, processor_seconds() - before
        if turn:
            took.append(seconds)
            worked.append(work)
        check_answer(name, response)
    detail(
        f"{name}: median {median(took) * 1000:.0f} ms, p95 {percentile(took, 0.95) * 1000:.0f} ms, "
        f"processor {median(worked) * 1000:.0f} ms, {len(response.content):,} bytes"
    )
    slow.explain()
    line = f"office-pages.{name.replace(',', '').replace(' ', '-')}"
    goal(line, took, most=MOST_SECONDS, beside="no peer", machine=CLOCK)


def check_answer(name: str, response: Any) -> None:
    """A page, or a search that leads to what it found. Who is sent to sign in has seen neither."""
    leads_to = response.get("Location", "") if response.status_code == 302 else ""
    is_found = leads_to.startswith("/") and "sign-in" not in leads_to and "login" not in leads_to
    assert response.status_code == 200 or is_found, (name, response.status_code, leads_to)


def processor_seconds() -> float:
    from django.db import connection

    assert connection.connection is not None
    session = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return time.process_time() + int(session.read_text().split()[0]) / 1e9
