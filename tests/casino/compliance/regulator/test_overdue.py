"""When the reporting chain is down, rounds are played to their end and no bets for money follow.
[903-B 2.3.3]
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from casino.compliance.regulator import gateway, overdue, production
from casino.compliance.regulator.models import RegulatorFile
from casino.operation import doctor, health
from games.models import SessionLease
from games.rules.shared.refusals import Refusal
from games.tables.messages.table import MESSAGES
from games.tables.transport import protocol
from players.audit.models import Line
from players.shared import clock
from tests.casino.compliance.regulator.conftest import sealed
from tests.live_table import LiveTable, bet, players_with, signer, table_open

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Cause = SessionLease.Cause


@pytest.fixture
def reporting(folders: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A house that reports, and stops when its safe was down for 24 hours."""
    settings.REGULATOR_STOP_HOURS, settings.REGULATOR_HOURLY_MINUTES = 24, 60
    settings.REGULATOR_GATEWAY = ""
    monkeypatch.setattr(overdue, "send_to_tables", lambda tables, command: None)
    return settings


@pytest.fixture
def owing(reporting: Any) -> Any:
    """Hourly files that missed their deadline."""
    now = clock.now()
    production.expect(since=now - timedelta(hours=4), until=now - timedelta(hours=1, minutes=30))
    assert RegulatorFile.objects.exists()
    return reporting


def refused(room: LiveTable, player: Any) -> Refusal | None:
    (response,) = room.send((player, protocol.Sit(uuid4())))
    return response.refused.code if response.refused else None


def move(files: QuerySet[RegulatorFile], state: str, **values: Any) -> None:
    """Moves due files forward, step by step."""
    described = {"rows": 0, "size": 1, "digest": "0" * 64}
    keys = list(files.values_list("pk", flat=True))
    for step in ("made", "validated", "reconciled", "delivered"):
        more = described if step == "made" else values if step == "reconciled" else {}
        RegulatorFile.objects.filter(pk__in=keys).update(state=step, **more)
        if step == state:
            return


def captured(until: datetime, but: Q | None = None) -> None:
    """The files of the hours before then are made and delivered, but for some."""
    production.expect(since=until - 3 * HOUR, until=until)
    files = RegulatorFile.objects.filter(until__lte=until, state="due")
    move(files.exclude(but) if but else files, "delivered", reconciled=Now())


def test_a_missed_hour_stops_bets_for_money(owing: Any, folders: Path) -> None:
    room, demo = LiveTable(folders, table_open()), LiveTable(folders, table_open(currency="DEMO"))
    early, late = players_with(100_00, 2)
    room.sit([early])
    room.until("bets-opened")
    assert room.send((early, bet(room.round, {"red": 500})))[0].refused is None
    assert overdue.renew_lease() is not None and overdue.standing().stopped
    assert overdue.standing().cause == Cause.CAPTURE
    assert refused(room, late) is Refusal.REPORTS_STOPPED
    assert refused(demo, late) is None, "demonstration tables do not ask"
    assert refused(room, early) is None, "who sits already stays"
    (response,) = room.send((early, bet(room.round, {"red": 500})))
    assert response.refused is not None and response.refused.code is Refusal.REPORTS_STOPPED
    assert response.refused.details == {"why": "capture"}
    assert room.browsers[early.pk].table["reports_stopped"] == "capture"
    room.until("round-ended")
    assert not room.live.void and [room.step() for _ in range(3)] == [[], [], []]
    assert Line.objects.filter(kind="sessions.stopped").count() == 1
    overdue.renew_lease()
    assert Line.objects.filter(kind="sessions.stopped").count() == 1, (
        "it is noted as it begins, and not every minute"
    )


def test_play_goes_on_by_itself_once_the_hours_are_captured(owing: Any, folders: Path) -> None:
    room, (player, late) = LiveTable(folders, table_open()), players_with(100_00, 2)
    SessionLease.objects.update(until=None)
    room.sit([player])
    overdue.renew_lease()
    assert refused(room, late) is Refusal.REPORTS_STOPPED
    room.step()
    assert room.browsers[0].table["reports_stopped"] == "capture"
    sealed()
    production.make_files(
        seconds=300,
        since=clock.now() - timedelta(hours=4),
        until=clock.now() - timedelta(hours=1, minutes=30),
    )
    assert not RegulatorFile.objects.exclude(state="delivered").exists()
    owing.REGULATOR_HOURLY_MINUTES = 150  # what came due meanwhile is younger than that
    overdue.renew_lease()
    assert refused(room, late) is None and Line.objects.filter(kind="sessions.resumed").count() == 1
    room.until("bets-opened")
    assert "reports_stopped" not in room.browsers[0].table
    assert room.send((player, bet(room.round, {"red": 500})))[0].refused is None


def test_the_deadline_of_an_hour_is_exact(reporting: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hour = clock.now().replace(minute=0, second=0, microsecond=0)
    captured(hour)
    for minute in (0, 1, 59):
        now = hour + timedelta(minutes=minute)
        assert overdue.find_limit(now, gateway=None) == (hour + 2 * HOUR, Cause.CAPTURE)
    production.expect(since=hour, until=hour + HOUR)
    limit, cause = overdue.find_limit(hour + HOUR, gateway=None)
    assert (limit, cause) == (hour + 2 * HOUR, Cause.CAPTURE), "the hour that ended is due"
    for family in ("JGDR", "SESS", "AJOG"):
        move(RegulatorFile.objects.filter(family=family, since=hour), "reconciled", reconciled=Now())
        assert overdue.find_limit(hour + HOUR, gateway=None)[0] == hour + 2 * HOUR, "each family counts"


@pytest.mark.parametrize("state", ["due", "failed"])
def test_an_hour_that_is_not_made_or_wrong_is_not_captured(reporting: Any, state: str) -> None:
    hour = clock.now().replace(minute=0, second=0, microsecond=0)
    captured(hour, but=Q(family="JGDR", until=hour))
    missing = RegulatorFile.objects.filter(family="JGDR", until=hour)
    if state == "failed":
        move(missing, "made")
        missing.update(state="failed")
    assert overdue.find_limit(clock.now(), gateway=None) == (hour + HOUR, Cause.CAPTURE)


def test_a_file_that_is_asked_again_stops_nothing(reporting: Any) -> None:
    """The regulator asks for it: its hour was captured before, and has a week.  [903-B 2.3.4]"""
    hour = clock.now().replace(minute=0, second=0, microsecond=0)
    captured(hour)
    file = RegulatorFile.objects.filter(family="JGDR", until=hour - HOUR).get()
    production.reprocess(file=file, person=signer("compliance officer"), reason="asked by the regulator")
    assert overdue.find_limit(clock.now(), gateway=None)[0] > clock.now()


def test_a_worker_that_is_slow_stops_nothing_and_one_that_fell_does(reporting: Any, folders: Path) -> None:
    """The lease reaches to the deadline of the hour that runs, whether or not anybody renews it."""
    room, (player,) = LiveTable(folders, table_open()), players_with(100_00, 1)
    captured(clock.now().replace(minute=0, second=0, microsecond=0))
    until = overdue.renew_lease()
    assert until is not None and until - clock.now() > timedelta(minutes=60)
    assert not overdue.standing().stopped
    SessionLease.objects.update(until=clock.now() - timedelta(seconds=1))
    assert refused(room, player) is Refusal.REPORTS_STOPPED and overdue.standing().stopped


@pytest.mark.parametrize("family", ["JGDR", "EXCL"])
def test_the_safe_may_be_down_for_a_day(reporting: Any, family: str) -> None:
    """Since its first file was ready, to the second; a daily file counts like an hourly one."""
    now = clock.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    ready = now - timedelta(hours=23, minutes=59)
    captured(hour, but=Q(family=family))
    if family == "EXCL":
        day = clock.start_of(now, "day")
        production.expect(since=day - timedelta(days=1), until=day)
        move(RegulatorFile.objects.filter(state="due").exclude(family=family), "delivered", reconciled=Now())
    move(RegulatorFile.objects.filter(family=family, state="due"), "reconciled", reconciled=ready)
    assert overdue.find_limit(now, gateway=None) == (ready + 24 * HOUR, Cause.SAFE)


@pytest.fixture
def way_in() -> Iterator[Any]:
    """A gateway whose answer the test chooses."""

    class Handler(BaseHTTPRequestHandler):
        status = 200

        def do_GET(self) -> None:
            self.send_response(self.status)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - of the base class
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    Handler.address = f"http://127.0.0.1:{server.server_port}/"  # type: ignore[attr-defined]
    yield Handler
    server.shutdown()
    server.server_close()
    thread.join(timeout=5)


def test_a_gateway_that_does_not_answer_stops_bets_at_once(reporting: Any, way_in: Any) -> None:
    captured(clock.now().replace(minute=0, second=0, microsecond=0))
    assert gateway.gateway_answers() is None, "not asked, and nobody knows"
    reporting.REGULATOR_GATEWAY = way_in.address
    overdue.renew_lease()
    assert not overdue.standing().stopped
    way_in.status = 404
    assert gateway.gateway_answers() is True, "it answers"
    way_in.status = 502
    overdue.renew_lease()
    assert overdue.standing().stopped and overdue.standing().cause == Cause.GATEWAY
    way_in.status = 200
    overdue.renew_lease()
    assert not overdue.standing().stopped
    reporting.REGULATOR_GATEWAY = "http://127.0.0.1:1/"
    assert gateway.gateway_answers() is False


@pytest.mark.parametrize("missing", ["hours", "delivery"])
def test_where_nothing_is_delivered_play_goes_on_and_this_is_said(
    owing: Any, folders: Path, missing: str
) -> None:
    if missing == "hours":
        owing.REGULATOR_STOP_HOURS = 0
    else:
        owing.REGULATOR_DELIVERY = ""
    room, (player,) = LiveTable(folders, table_open()), players_with(100_00, 1)
    assert overdue.renew_lease() is None
    assert refused(room, player) is None and not overdue.standing().stopped
    assert not overdue.standing().is_reporting
    assert overdue.check_deliveries(clock.now())[1]["reporting"] is False


def test_a_change_wakes_the_tables_for_money(
    owing: Any, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    money, demo = LiveTable(folders, table_open()), LiveTable(folders, table_open(currency="DEMO"))
    ana, rui = players_with(100_00, 2)
    money.sit([ana])
    demo.sit([rui])
    sent: list[list[int]] = []
    monkeypatch.setattr(overdue, "send_to_tables", lambda tables, command: sent.append(tables))
    overdue.renew_lease()
    overdue.renew_lease()
    assert sent == [[money.table.pk]]


def test_the_refusal_has_words() -> None:
    for code in (Refusal.NO_SESSIONS, Refusal.REPORTS_STOPPED):
        assert f"refused.{code}" in MESSAGES


def test_doctor_says_how_long_reporting_is_down_and_what_follows(reporting: Any) -> None:
    """[903-B 2.3.3] (A71)"""

    def problems(process: str = "operator") -> list[str]:
        return [problem.problem for problem in doctor.check_reporting(process)]

    (never,) = problems()
    assert never.startswith("Nobody has looked yet whether reporting works")
    now = clock.now().replace(minute=30, second=0, microsecond=0)
    with clock.at(now):
        captured(now.replace(minute=0))
        overdue.renew_lease()
        assert problems() == [] and problems("worker") == []
    with clock.at(now + 2 * HOUR):
        production.expect(since=now.replace(minute=0), until=now.replace(minute=0) + HOUR)
        RegulatorFile.objects.filter(state="due").update(late=now + 2 * HOUR)
        SessionLease.objects.update(until=now + 2.5 * HOUR)
        (warning,) = problems()
        assert "4 late, 0 failed, the oldest for 90 minutes" in warning
        assert "Bets for money stop in 30 minutes" in warning
        SessionLease.objects.update(until=now, cause=Cause.CAPTURE)
        (down,) = problems("worker")
        assert down.startswith("Reporting is down: an hourly file missed its deadline. For 2 hours nobody")
        assert "rounds are played to their end" in down
        assert problems("web") == [], "the page and /readyz say it there"
    reporting.REGULATOR_STOP_HOURS = 0
    assert problems() == [], "nothing shall stop"


def test_readiness_of_reports_is_known_only_where_somebody_looked(reporting: Any) -> None:
    """[903-B 2.3.3]"""
    assert health.check_reports() == {"ok": None, "stopped": ""}, "the worker has not looked yet"
    now = clock.now()
    captured(now.replace(minute=0, second=0, microsecond=0))
    overdue.renew_lease()
    assert health.check_reports() == {"ok": True, "stopped": ""}
    SessionLease.objects.update(until=now - HOUR, cause=Cause.SAFE)
    assert health.check_reports() == {"ok": False, "stopped": "safe"}
    reporting.REGULATOR_STOP_HOURS = 0
    SessionLease.objects.update(until=None)
    assert health.check_reports() == {"ok": None, "stopped": ""}, "nothing is reported"
