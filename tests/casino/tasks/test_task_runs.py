"""What became of each task: any error on any queue stands on the panel and rings, and so does silence."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import psycopg
import pytest
from billiard.exceptions import TimeLimitExceeded, WorkerLostError
from celery import current_app
from celery.signals import task_failure, task_prerun, worker_init
from django.db import OperationalError, connection
from django.test import Client
from django.utils import translation

from casino.backoffice import alerts
from casino.compliance.rtp_monitoring.models import Day, ReturnsFoldedUntil
from casino.models import TaskRun
from casino.operation import metrics
from casino.operation.doctor import check_tasks
from casino.record_checks import check_states, checks
from casino.record_checks.tasks import run_self_checks
from casino.tasks import task_runs
from casino.tasks.check_states import NEVER_ENDED, Verdict
from casino.tasks.task_names import MISSING, NAMES, name_of
from casino.tasks.task_runs import DUE
from players.shared import clock
from tests.demo_house import signed_in

PANEL = "/admin/compliance/panel/"
CLOSING = ["/admin/compliance/closing/", "/admin/compliance/closing/2026-10/"]
# The pages that show the work of a task, and say so where it is not known. The panel speaks of all of them.
SPEAKING = {
    "returns": ["/admin/compliance/returns/"],
    "report-days": ["/admin/", "/admin/compliance/reports/", *CLOSING],
    "close-month": CLOSING,
    "report-mails": ["/admin/compliance/reports/schedules/"],
    "fold-days": ["/admin/"],
    "monitoring": ["/admin/compliance/care/"],
    "collusion": ["/admin/compliance/integrity/"],
    "seal": ["/admin/compliance/audit/"],
    "seal-check": ["/admin/compliance/audit/"],
    "record-check": ["/admin/compliance/audit/"],
    "regulator-files": ["/admin/compliance/files/", "/admin/compliance/files/alerts/"],
    "regulator-safe": ["/admin/compliance/files/"],
    "regulator-lease": ["/admin/compliance/files/"],
    "webhooks": ["/admin/webhooks/"],
}


class Broken(Exception):
    """Its text would name a person: ana@feltro.example."""


def task_of(entry: str) -> Any:
    current_app.loader.import_default_modules()
    return current_app.tasks[DUE[entry]["task"]]


def run(entry: str) -> None:
    task_of(entry).apply(args=DUE[entry].get("args", ()))


def officer() -> Client:
    return signed_in("direcao@feltro.example", "en")


@pytest.fixture(autouse=True)
def no_writes_are_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_runs, "_written", {})
    monkeypatch.setattr(task_runs, "_process", {"worker": ""})


@pytest.fixture
def all_ran(demo: None) -> None:
    """A house in which every task has just run well."""
    now = clock.now()
    TaskRun.objects.all().delete()
    TaskRun.objects.bulk_create(TaskRun(name=name, known=now, started=now, succeeded=now) for name in DUE)


def fail(*_: Any) -> None:
    raise Broken(Broken.__doc__)


@pytest.mark.parametrize("entry", DUE)
def test_a_task_that_fails_once_rings_and_stands_with_its_error(
    all_ran: None, entry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert task_runs.failing_tasks() == {} and run_self_checks.run() == 0

    monkeypatch.setattr(task_of(entry), "run", fail)
    run(entry)
    failed = task_runs.failing_tasks()[entry]
    assert failed.verdict is Verdict.ERROR and failed.error.startswith(
        "Broken · tests/casino/tasks/test_task_runs.py:"
    )
    assert list(task_runs.failing_tasks()) == [entry], "the other tasks are in order"
    [event] = [event for event in alerts.current_events() if event.name == "task-failed"]
    assert entry in event.content["title"] and event.content["detail"] == failed.error
    assert "ana@feltro.example" not in str(event.content)
    if entry not in SPEAKING:
        return
    # The checks of the minute: they ring in the banner.
    run("self-checks")
    assert check_states.failing_checks() == ["schedule"]
    client = officer()
    page = client.get(PANEL).content.decode()
    card = page.partition('id="watch-schedule"')[0].rpartition("<section")[2]
    assert 'data-good="no"' in card and "ana@feltro.example" not in page
    for address in SPEAKING[entry]:
        shown = client.get(address).content.decode()
        told = unescape(shown).replace("\N{NO-BREAK SPACE}", " ")
        assert f"“{name_of(entry)}” failed " in told, address
        assert f" ago: {failed.error}. {MISSING.get(entry, '')}" in told, address


class Ended(psycopg.OperationalError):
    sqlstate = "57P01"  # the server ends this connection


class Deadlock(psycopg.OperationalError):
    sqlstate = "40P01"


def caused_by(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("entry", "cause", "verdict"),
    [
        ("removed-players", Ended(), Verdict.FINE),
        ("removed-players", psycopg.OperationalError("connection refused"), Verdict.FINE),
        ("removed-players", Deadlock(), Verdict.ERROR),
        ("prove", Ended(), Verdict.ERROR),
    ],
)
def test_a_restart_of_the_database_is_no_fault_of_a_task_that_soon_runs_again(
    all_ran: None, monkeypatch: pytest.MonkeyPatch, entry: str, cause: Exception, verdict: Verdict
) -> None:
    """Red before: `doctor` reported a failed task for ten minutes after a restart of PostgreSQL."""

    def stop(*_arguments: Any) -> None:
        raise caused_by(cause)

    monkeypatch.setattr(task_of(entry), "run", stop)
    run(entry)
    assert task_runs.standing(entry).verdict == verdict


def test_the_panel_names_every_task_that_failed(all_ran: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the self-checks too, which itself calls people."""
    for entry in DUE:
        monkeypatch.setattr(task_of(entry), "run", fail)
        run(entry)
    page = officer().get(PANEL).content.decode()
    for entry in DUE:
        assert f'<code>{entry}</code></th><td><strong class="office-red">failed</strong><br>Broken' in page
    assert "ana@feltro.example" not in page


def test_a_task_that_did_not_run_yet_is_not_known_with_its_age(all_ran: None) -> None:
    """Where all ran and none rings, there is no empty list and no table without rows."""
    silent = ("have not run yet:", 'sheet watch-tasks"')
    assert checks.schedule(clock.now())[0] is True
    assert run_self_checks.run() == 0, "the last look found all in order"
    page = officer().get(PANEL).content.decode()
    assert not [text for text in silent if text in page]
    TaskRun.objects.filter(pk="returns").update(
        known=clock.now() - timedelta(minutes=12), started=None, succeeded=None
    )
    assert task_runs.failing_tasks() == {}
    page = " ".join(officer().get(PANEL).content.decode().split())
    assert "Not known, because these tasks have not run yet:" in page and silent[1] not in page
    card = page.partition('id="watch-schedule"')
    assert 'data-good="unknown"' in card[0].rpartition("<section")[2], "grey, not in order"
    assert "<span>has not run yet</span>" in card[2].partition("</h2>")[0]
    assert checks.schedule(clock.now())[0] is None, "nor for the checks of the minute"
    assert '<code>returns</code> <span class="office-soft">in the schedule for 12 min</span>' in page.replace(
        "\xa0", " "
    )
    shown = " ".join(officer().get("/admin/compliance/returns/").content.decode().split())
    shown = shown.replace("\xa0", " ")
    assert "“Count of returns” has not run yet; it has been in the schedule for 12 min." in shown
    assert "Until then nothing is known here." in shown, "no day has been counted"
    today = clock.day_of(clock.now())
    ReturnsFoldedUntil.objects.create(day=today)
    Day.objects.create(
        day=today - timedelta(days=1), table=1, system="french-roulette", sheet=1, bet="", rounds=1,
        staked=100, returned=0, expected=97.3, variance=1.0, squares=0.0, spread=1.0,
    )  # fmt: skip
    shown = " ".join(officer().get("/admin/compliance/returns/").content.decode().split())
    known = f"What is shown is known up to the end of {today - timedelta(days=1):%d/%m/%Y}."
    assert known in shown and "nothing is known" not in shown, "results that are known are called known"


def test_every_task_has_a_name_in_words() -> None:
    """Red before: pages in Portuguese spoke of `close-month`."""
    assert set(NAMES) == set(DUE) and set(MISSING) <= set(NAMES)


@pytest.mark.parametrize("entry", DUE)
def test_a_task_that_is_not_run_any_more_rings(all_ran: None, entry: str) -> None:
    due = task_runs.next_due(entry, clock.now())
    assert due is not None
    for seconds, verdict in ((-60, Verdict.FINE), (60, Verdict.LATE)):
        with clock.at(due + task_runs.allowed_delay(entry) + timedelta(seconds=seconds)):
            assert task_runs.standing(entry).verdict is verdict
    # No day of rest hides a task: it is known to be late within two days of the next time, a monthly one too.
    assert task_runs.allowed_delay(entry) <= timedelta(hours=25)


@pytest.mark.parametrize("entry", DUE)
def test_a_task_that_never_ran_is_grey_and_rings_when_its_time_has_passed(demo: None, entry: str) -> None:
    TaskRun.objects.all().delete()
    assert task_runs.standing(entry).verdict is Verdict.UNKNOWN
    task_runs.record_schedule()
    assert task_runs.standing(entry).verdict is Verdict.UNKNOWN and task_runs.failing_tasks() == {}
    due = task_runs.next_due(entry, clock.now())
    assert due is not None
    with clock.at(due + task_runs.allowed_delay(entry) + timedelta(minutes=1)):
        assert task_runs.standing(entry).verdict is Verdict.LATE


@pytest.mark.parametrize("error", [WorkerLostError("killed"), TimeLimitExceeded(600)])
def test_a_process_that_was_killed_or_ran_out_of_time_is_a_failure(all_ran: None, error: Exception) -> None:
    """Celery tells it in the main process of the worker."""
    task_failure.send(sender=task_of("returns"), task_id="1", exception=error, args=[], traceback=None)
    assert task_runs.failing_tasks()["returns"].error == type(error).__name__


def test_a_task_whose_worker_died_began_and_never_ended(all_ran: None) -> None:
    now = clock.now()
    TaskRun.objects.filter(pk="seal-check").update(started=now)
    limit = task_runs.time_limit("seal-check")
    with clock.at(now + limit):
        assert task_runs.standing("seal-check").verdict is Verdict.FINE, "it may still run"
    with clock.at(now + limit + task_runs.LEAST_DELAY + timedelta(minutes=1)):
        state = task_runs.standing("seal-check")
        assert (state.verdict, state.error) == (Verdict.ERROR, NEVER_ENDED)
        with translation.override("en"):
            assert "killed" in state.reason


def test_a_run_that_never_ended_calls_people_however_long_it_may_take(all_ran: None) -> None:
    """The complete check of the record may take a day, and alerts of older faults do not leave."""
    entry = "record-check-complete"
    limit = task_runs.time_limit(entry)
    assert limit >= alerts.MAX_AGE
    TaskRun.objects.filter(pk=entry).update(started=clock.now())
    with clock.at(clock.now() + limit + task_runs.LEAST_DELAY + timedelta(minutes=1)):
        TaskRun.objects.exclude(pk=entry).update(succeeded=clock.now())
        names = [event.content["title"] for event in alerts.current_events() if event.name == "task-failed"]
    assert len(names) == 1 and entry in names[0]


class StartingWorker:
    def __init__(self, hostname: str) -> None:
        self.hostname = hostname


def worker_starts(name: str) -> None:
    """As Celery tells it; its own receivers of the signal want more of a worker."""
    assert any(receiver() is task_runs.note_worker for _key, receiver in worker_init.receivers)
    task_runs.note_worker(sender=StartingWorker(name))


def test_a_run_whose_worker_was_killed_is_lost_when_the_next_one_starts(all_ran: None) -> None:
    """Nothing waits for the time limit, and the next good run does not hide it."""
    worker_starts("slow@one")
    for entry in ("returns", "seal-check"):
        task_prerun.send(sender=task_of(entry), task_id="1", task=task_of(entry), args=[], kwargs={})
    run("seal-check")
    assert task_runs.failing_tasks() == {}, "it may still run"
    worker_starts("celery@one")
    worker_starts("slow@other")
    assert task_runs.failing_tasks() == {}, "a worker of another queue or host knows nothing of it"
    worker_starts("slow@one")
    (state,) = task_runs.failing_tasks().values()
    assert (state.verdict, state.error) == (Verdict.ERROR, NEVER_ENDED)
    assert state.since == state.lost is not None
    run("returns")
    assert task_runs.standing("returns").error == NEVER_ENDED, "somebody must see it"
    with clock.at(clock.now() + task_runs.ERROR_STANDS):
        TaskRun.objects.update(succeeded=clock.now())
        kept = task_runs.standing("returns")
        assert kept.is_fine and kept.lost == state.lost
        page = officer().get(PANEL).content.decode()
    assert page.count("a run was lost") == 1


def test_a_run_that_was_lost_elsewhere_is_recorded_by_the_next_one(all_ran: None) -> None:
    """The host is gone, so no worker of that name starts again."""
    began = clock.now() - task_runs.time_limit("seal-check") - timedelta(minutes=1)
    TaskRun.objects.filter(pk="seal-check").update(
        started=began, succeeded=began - timedelta(days=1), failed=None, worker="slow@gone 1"
    )
    worker_starts("slow@one")
    run("seal-check")
    row = TaskRun.objects.get(pk="seal-check")
    assert row.lost is not None and row.failing == row.lost and row.worker.startswith("slow@one ")
    assert task_runs.standing("seal-check").error == NEVER_ENDED


def test_an_error_stands_for_a_while_after_the_next_good_run_and_then_ends(
    all_ran: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(task_of("rules"), "run", lambda: 1 / 0)
        run("rules")
    since = task_runs.standing("rules").since
    run("rules")
    state = task_runs.standing("rules")
    assert state.verdict is Verdict.ERROR and state.since == since and "ZeroDivisionError" in state.error
    with clock.at(clock.now() + task_runs.ERROR_STANDS):
        TaskRun.objects.update(succeeded=clock.now())
        assert task_runs.failing_tasks() == {}


def test_a_task_outside_the_schedule_rings_too(all_ran: None) -> None:
    from players.identity.tasks import send_queued_email as task

    error = OperationalError("no such thing")
    task_failure.send(sender=task, task_id="1", exception=error, args=[7], traceback=None)
    assert task_runs.failing_tasks()["players.identity.tasks.send_queued_email"].error == "OperationalError"


def test_doctor_and_metrics_name_what_rings(all_ran: None) -> None:
    assert list(check_tasks("operator")) == [] and list(check_tasks("web")) == []
    error = WorkerLostError("killed")
    task_failure.send(sender=task_of("returns"), task_id="1", exception=error, args=[], traceback=None)
    TaskRun.objects.filter(pk="rules").update(succeeded=clock.now() - timedelta(hours=1))
    problems = [problem.problem for problem in check_tasks("operator")]
    assert problems == ["The task rules is late.", "The task returns failed: WorkerLostError."]
    (gauge,) = metrics.tasks()
    values = {sample.labels["state"]: sample.value for sample in gauge.samples}
    assert values == {"fine": len(DUE) - 2, "unknown": 0, "late": 1, "error": 1}


def test_two_entries_of_one_task_are_told_apart() -> None:
    task = str(DUE["odds"]["task"])
    assert DUE["impact"]["task"] == task
    assert task_runs.run_name(task, [True]) == "odds" and task_runs.run_name(task) == "impact"


@pytest.mark.django_db
def test_a_monthly_task_is_due_at_its_time_in_lisbon() -> None:
    # Summer time ends in October.
    last = datetime(2026, 10, 3, 0, 30, tzinfo=UTC)
    assert task_runs.next_due("record-check-complete", last) == datetime(2026, 11, 3, 1, 10, tzinfo=UTC)


@pytest.mark.django_db
def test_an_error_of_a_check_is_its_result_and_the_others_still_run() -> None:
    def broken(now: datetime) -> checks.CheckResult:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")
        return True, {}

    assert checks.run_checks({"anchors": broken, "apart": checks.currencies_apart}) == ["anchors"]
    states = check_states.states_by_name()
    assert check_states.standing_of(states["anchors"], clock.now(), "anchors").verdict is Verdict.ERROR
    assert states["apart"].good is True and check_states.failing_checks() == ["anchors"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("good", "minutes", "verdict"),
    [
        (True, 0, Verdict.FINE),
        (True, 11, Verdict.LATE),
        (None, 0, Verdict.EMPTY),
        (None, 11, Verdict.LATE),
        (False, 0, Verdict.WRONG),
        (False, 11, Verdict.WRONG),
    ],
)
def test_a_good_result_lasts_only_until_the_next_look_is_due(
    good: bool | None, minutes: int, verdict: Verdict
) -> None:
    check_states.store_state("balance", good)
    (state,) = check_states.states_by_name().values()
    now = clock.now() + timedelta(minutes=minutes)
    assert check_states.standing_of(state, now, "balance").verdict is verdict
    assert check_states.standing_of(None, now, "balance").verdict is Verdict.UNKNOWN
