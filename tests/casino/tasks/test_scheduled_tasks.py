"""Every task of the schedule runs once as the worker's role, on a slow processor, after a day of play."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import connection

from casino.compliance.rtp_monitoring import theory
from casino.models import TaskRun
from casino.tasks import task_runs
from casino.tasks.task_runs import DUE
from players.shared import clock
from tests.casino.compliance.rtp_monitoring.test_daily_returns import played
from tests.slow_processor import compute, slow_processor

# A pause of 50 milliseconds of this processor would be ten seconds.
SLOWER = 200
GAMES = ("american-roulette", "french-roulette", "baccarat", "caribbean-stud", "macau-stud", "holdem")


def test_every_scheduled_task_ends_well_on_a_slow_machine(
    demo: None, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "ANCHOR_DIR", str(tmp_path / "anchors"))
    monkeypatch.setattr(settings, "REGULATOR_FILES", str(tmp_path / "files"))
    # It starts a process of its own, which would outlive the test.
    monkeypatch.setattr("games.rulebook.tasks.subprocess.Popen", None)
    monkeypatch.setattr("games.rulebook.tasks.impact.request_all", lambda: False)
    monkeypatch.setattr("games.rulebook.tasks.impact.missing", lambda: False)
    for system in GAMES:
        played(tmp_path, system, rounds=1)
    current_app.loader.import_default_modules()
    monkeypatch.setattr(task_runs, "_written", {})
    TaskRun.objects.all().delete()
    real = theory.bet_theories

    def takes_time(*arguments: Any) -> Any:
        compute(0.2)  # blackjack takes half a minute
        return real(*arguments)

    monkeypatch.setattr(theory, "bet_theories", takes_time)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
    with clock.at(clock.now() + timedelta(days=1)), slow_processor(SLOWER):
        for entry in DUE.values():
            current_app.tasks[str(entry["task"])].apply(args=entry.get("args", ()))
        states = task_runs.standings()
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    assert {name: state.error for name, state in states.items() if state.error} == {}
    # Each has noted its good end; the clock of the database is a day behind that of the house.
    assert set(TaskRun.objects.filter(succeeded__isnull=False).values_list("name", flat=True)) == set(DUE)
