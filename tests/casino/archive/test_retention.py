"""Ten years of retention: no task deletes anything of the record, however old it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import IntegrityError, connection, transaction
from django.utils.module_loading import import_string

from casino.archive.archive import TABLES
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played

pytestmark = [pytest.mark.django_db, pytest.mark.long]
RECORD = (*TABLES, "wallet_account", "players_player", "players_playsession", "games_rulesheet",
          "games_tablesetting", "audit_seal", "cashier_payment", "cashier_adjustment", "protection_exclusion",
          "protection_limit", "identity_identity", "identity_acceptance", "inbox_complaint",
          "rulebook_rulechange", "rulebook_rulestep", "regulator_regulatorfile")  # fmt: skip
TAKES_AWAY = re.compile(
    rf"\b(DELETE\s+FROM|TRUNCATE)\s+(ONLY\s+)?\"?({'|'.join(RECORD)})\"?\b", re.IGNORECASE
)
TASKS = sorted({str(entry["task"]) for entry in django_settings.CELERY_BEAT_SCHEDULE.values()})
# Counting a game's exact odds takes minutes and reads no record.
LONG = {"games.rulebook.tasks.compute_impacts"}


@pytest.fixture
def watched() -> Iterator[list[str]]:
    """Every statement that would take away something of the record."""
    results: list[str] = []

    def look(execute: Any, sql: Any, *rest: Any) -> Any:
        if TAKES_AWAY.search(str(sql)):
            results.append(str(sql))
        return execute(sql, *rest)

    with ExitStack() as stack:
        stack.enter_context(connection.execute_wrapper(look))
        yield results


def counts() -> dict[str, int]:
    with connection.cursor() as cursor:
        results = {}
        for table in RECORD:
            cursor.execute(f"SELECT count(*) FROM {table}")
            results[table] = cursor.fetchone()[0]
        return results


def test_no_task_of_the_schedule_takes_anything_of_the_record_away(
    folders: Path, watched: list[str], valkey_url: str
) -> None:
    played(folders, 1)
    moved_to(lisbon(2014, 5, 5))  # eleven years and more: older than anything has to be kept
    before = counts()
    for name in TASKS:
        if name not in LONG:
            import_string(name)()
    after = counts()
    assert watched == []
    assert {table: (before[table], after[table]) for table in RECORD if after[table] < before[table]} == {}


@pytest.mark.parametrize(
    "table", [table for table in RECORD if not table.startswith(("cashier_payment", "protection_limit"))]
)
def test_the_running_house_has_no_right_to_take_a_row_of_the_record_away(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT has_table_privilege('house_app', %s, 'DELETE'), has_table_privilege('house_app', %s, "
            "'TRUNCATE')",
            [table, table],
        )
        assert cursor.fetchone() == (False, False)


def test_what_takes_away_is_seen(watched: list[str]) -> None:
    """The test of this test: a task that deletes old rounds is detected."""
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM audit_seal WHERE number < 0")
    assert len(watched) == 1, "the database refuses it besides"
