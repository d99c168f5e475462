"""`manage.py doctor` finds backups of pgBackRest that are not encrypted, and says what it cannot know."""

from __future__ import annotations

import json
import re
import time
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from casino.operation import backups, doctor, metrics
from casino.operation.backups import check_backups, jobs, open_repositories, own_archive
from casino.operation.problems import Problem
from casino.services import pgbackrest, wal_archive
from casino.services.backup import metadata_path
from casino.services.errors import StartupError
from casino.services.folder import PROJECT, Folder
from players.shared import clock


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "repositories"),
    [
        ("repo1-host=backup", ["repo1"]),
        ("repo1-path=/backup\nrepo1-cipher-type=none", ["repo1"]),
        ("repo1-host=backup\nrepo1-cipher-type=aes-256-cbc", ["repo1"]),  # without its passphrase
        ("repo1-host=backup\nrepo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=50%/x", []),
        ("repo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=x\nrepo2-path=/second", ["repo2"]),
        ("log-level-console=info", []),
    ],
)
def test_a_repository_in_clear_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, repositories: list[str]
) -> None:
    path = tmp_path / "pgbackrest.conf"
    path.write_text(f"[global]\n{options}\n[feltro]\npg1-path=/var/lib/postgresql\n")
    assert list(open_repositories(path)) == repositories
    monkeypatch.setattr(backups, "CONFIGURATIONS", (path, tmp_path / "none"))
    found = [problem.problem.split()[5] for problem in check_backups("operator") if not problem.is_unknown]
    assert found == repositories
    assert list(check_backups("web")) == []


def test_the_example_of_the_manual_is_encrypted(tmp_path: Path) -> None:
    """Red before: it named a cipher and no passphrase."""
    page = (PROJECT / "docs/operating/backup.md").read_text()
    (example,) = re.findall(r"```ini\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "pgbackrest.conf"
    path.write_text(example)
    assert list(open_repositories(path)) == []
    assert "openssl rand" in example, "how the passphrase is made"


# --- what is known of backups


NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def with_backup(folder: Path, ended: datetime) -> None:
    base = folder / f"base-{ended:%Y%m%dT%H%M%SZ}{wal_archive.BASE}"
    base.touch()
    metadata_path(base).write_text(json.dumps({"ended": ended.timestamp()}))


@pytest.mark.django_db
def test_a_database_without_a_backup_is_not_ok(tmp_path: Path, settings: Any, monkeypatch: Any) -> None:
    """Red before: `backups ok`, whether there was one or not."""
    sockets = Folder(Path(settings.HOUSE_DIR)).sockets() / "postgres"
    monkeypatch.setitem(connection.settings_dict, "HOST", str(sockets))
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path))
    monkeypatch.setattr(clock, "now", lambda: NOW)
    monkeypatch.setattr(backups, "CONFIGURATIONS", ())
    (unknown,) = check_backups("operator")
    assert unknown.is_unknown and unknown.problem == f"No backup is in {tmp_path}."
    with_backup(tmp_path, NOW - timedelta(days=3, hours=1))
    (old,) = check_backups("operator")
    assert old.problem == f"The newest backup in {tmp_path} is 3 days old." and not old.is_unknown
    with_backup(tmp_path, NOW - timedelta(hours=30))
    assert list(check_backups("operator")) == []


@pytest.mark.django_db
def test_a_house_without_a_folder_is_asked_about_its_archive(tmp_path: Path, settings: Any) -> None:
    """Red before: in a container, `doctor` ended at a folder that nothing had made."""
    settings.HOUSE_DIR = str(tmp_path / "none")
    assert list(check_backups("operator")) and not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("mode", "archived", "failed", "problem", "is_unknown"),
    [
        ("on", timedelta(seconds=40), None, "cannot be seen from here; .* archived WAL 40 seconds ago", True),
        ("on", timedelta(hours=5), timedelta(days=1), "archived WAL 5 hours ago", True),
        ("on", None, None, "has archived no WAL yet", True),
        ("off", None, None, "archives no WAL", True),
        ("on", timedelta(days=3), timedelta(minutes=2), "no WAL for 3 days; it failed 2 minutes ago", False),
        ("on", None, timedelta(seconds=9), "since the statistics begin; it failed 9 seconds ago", False),
    ],
)
def test_of_other_backups_only_the_archive_is_known(
    monkeypatch: Any, mode: str, archived: Any, failed: Any, problem: str, is_unknown: bool
) -> None:
    row = (mode, *(NOW - span if span is not None else None for span in (archived, failed)))
    cursor = SimpleNamespace(execute=lambda sql: None, fetchone=lambda: row)
    monkeypatch.setattr(connection, "cursor", lambda: nullcontext(cursor))
    monkeypatch.setattr(pgbackrest, "read_result", lambda job: {})
    (found,) = own_archive(NOW)
    assert re.search(problem, found.problem) and found.is_unknown == is_unknown


@pytest.mark.django_db
def test_postgresql_says_what_it_archived() -> None:
    (found,) = own_archive(NOW)
    assert found.is_unknown and "cannot be seen from here" in found.problem


DAY = 86_400


@pytest.mark.parametrize(
    ("job", "result", "problem", "is_unknown"),
    [
        ("restore-test", {}, "No test of a restore of this PostgreSQL can be seen from here.", True),
        (
            "restore-test",
            {"succeeded": NOW.timestamp() - 16 * DAY},
            "newest test of a restore is 16 days old",
            False,
        ),
        (
            "restore-test",
            {"succeeded": NOW.timestamp() - DAY, "failed": NOW.timestamp() - 7200, "error": "psql: no"},
            "The last test of a restore failed 2 hours ago: psql: no",
            False,
        ),
        ("restore-test", {"succeeded": NOW.timestamp() - 8 * DAY}, None, False),
        ("backup", {}, None, False),  # own_archive says it
        ("backup", {"succeeded": NOW.timestamp() - 3 * DAY}, "The newest backup is 3 days old.", False),
        ("backup", {"succeeded": NOW.timestamp() - DAY, "failed": None, "error": ""}, None, False),
    ],
)
def test_what_came_of_the_jobs_of_the_timers(
    tmp_path: Path, monkeypatch: Any, job: str, result: dict[str, Any], problem: str | None, is_unknown: bool
) -> None:
    """Red before: nobody noticed a backup that no longer ran, or that could not be restored."""
    monkeypatch.setattr(pgbackrest, "RESULTS", tmp_path)
    for other in pgbackrest.JOBS:
        pgbackrest.write_result(other, succeeded=NOW.timestamp() - 60, failed=None, error="")
    pgbackrest.result_file(job).unlink()
    if result:
        pgbackrest.write_result(job, **result)
    found = list(jobs(NOW))
    assert (
        [re.search(problem, line.problem) is not None for line in found] == [True] if problem else not found
    )
    assert all(line.is_unknown == is_unknown for line in found)


def test_a_job_that_fails_keeps_what_is_known_of_the_last_that_did_not(
    tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    monkeypatch.setattr(pgbackrest, "RESULTS", tmp_path)
    monkeypatch.setitem(pgbackrest.JOBS, "backup", lambda: {"backup": "20261129-053000F", "bytes": 7})
    assert pgbackrest.main("backup") == 0
    good = pgbackrest.read_result("backup")
    assert good["backup"] == "20261129-053000F" and good["failed"] is None

    def fail() -> dict[str, object]:
        raise StartupError("pgbackrest: ERROR: [027]: no space left", 70)

    monkeypatch.setitem(pgbackrest.JOBS, "backup", fail)
    assert pgbackrest.main("backup") == 70 and "no space left" in capsys.readouterr().err
    bad = pgbackrest.read_result("backup")
    assert bad["succeeded"] == good["succeeded"] and bad["failed"] and "no space left" in str(bad["error"])
    assert pgbackrest.result_file("backup").stat().st_mode & 0o777 == 0o644, "doctor and web read it"


def test_metrics_tell_the_age_of_the_last_backup_and_of_the_test(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(pgbackrest, "RESULTS", tmp_path)
    assert list(metrics.backups()) == [], "no invented age"
    pgbackrest.write_result("backup", succeeded=time.time() - 100)
    pgbackrest.write_result("restore-test", failed=time.time(), error="x")
    (figure,) = metrics.backups()
    assert figure.name == "house_backup_age_seconds" and 100 <= figure.samples[0].value < 160


@pytest.mark.parametrize(
    ("findings", "printed", "code"),
    [
        ([], ["operator  backups     ok", "operator: 0 findings"], 0),
        (
            [("x", "y", True)],
            ["operator  backups     unknown", "operator: 1 unknown", "operator: 0 findings"],
            0,
        ),
        (
            [("wrong", "mend"), ("x", "y", True)],
            ["operator  backups", "operator: 1 unknown", "operator: 1 findings"],
            1,
        ),
    ],
)
def test_doctor_does_not_call_ok_what_it_does_not_know(
    monkeypatch: Any, findings: list[Any], printed: list[str], code: int
) -> None:
    monkeypatch.setattr(doctor, "CHECKS", {"backups": lambda process: [Problem(*line) for line in findings]})
    out, ended = StringIO(), 0
    try:
        call_command("doctor", stdout=out)
    except SystemExit as error:
        ended = int(str(error.code))
    lines = out.getvalue().splitlines()
    assert [line for line in lines if line.startswith("operator")] == printed and ended == code
    assert lines[-1] == printed[-1], "the closing line counts findings alone"
