"""`feltro restore`: times that no backup reaches are refused with a sentence. tests/proofs/operator_walk
restores a house on a booted machine.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from types import ModuleType

import pytest

from casino.services.folder import PROJECT

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
BACKUP = datetime(2026, 11, 22, 5, 30, tzinfo=UTC)
LOG = """\
2026-11-22 12:00:01 UTC [7] LOG:  redo done at 0/5000060
2026-11-22 12:00:01 UTC [7] LOG:  last completed transaction was at log time 2026-11-22 11:58:02.5+00
2026-11-22 12:00:01 UTC [7] FATAL:  recovery ended before configured recovery target was reached
"""


@pytest.fixture
def restoring(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", [str(PROJECT / "deploy" / "debian"), *sys.path])
    from steps import restoring

    return restoring


def test_a_time_that_no_backup_reaches_is_refused_before_anything_stops(
    restoring: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = [{"timestamp": {"stop": int(BACKUP.timestamp())}}]
    monkeypatch.setattr(restoring, "run", lambda *command: json.dumps([{"backup": backups}]))
    restoring.check(BACKUP, NOW)
    with pytest.raises(Exception, match="to come: nothing has changed"):
        restoring.check(NOW + timedelta(seconds=1), NOW)
    with pytest.raises(Exception, match="oldest backup ended at .*: nothing has changed"):
        restoring.check(BACKUP - timedelta(seconds=1), NOW)
    backups.clear()
    with pytest.raises(Exception, match="no backup: nothing has changed"):
        restoring.check(BACKUP, NOW)


def test_an_archive_that_ends_too_early_is_named_with_its_last_transaction(restoring: ModuleType) -> None:
    """Red before: PostgreSQL did not start, and only its log had a FATAL line."""
    said = restoring.reason(LOG)
    assert "No archived transaction is that late." in said and "2026-11-22 11:58:02.5+00" in said
    assert "still closed" in said
    assert "no space" in restoring.reason("x FATAL:  could not write: no space left on device")
    assert "says no reason" in restoring.reason("")
