"""Two processes append to the public log at once, each in a transaction of its own."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
import pytest
from django.db import connection, transaction

from casino.public_log import sequencer
from casino.public_log.models import Head
from players.audit.models import Line

NOW = datetime(2026, 3, 30, tzinfo=UTC)


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """What commits; its rows go afterwards."""
    with django_db_blocker.unblock():
        yield
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("DELETE FROM public_log_head; DELETE FROM public_log_stretch")
            cursor.execute("DELETE FROM audit_line WHERE at = %s", [NOW + timedelta(seconds=1)])
        connection.close()


def run(seconds: float) -> int:
    with mock.patch.object(sequencer, "settled_until", return_value=NOW + timedelta(seconds=seconds)):
        return sequencer.run()


def test_while_one_appends_the_other_does_nothing(committed: None, settings: Any, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(secrets.token_hex(32))
    settings.PUBLIC_LOG_KEY_FILE, settings.PUBLIC_LOG_DIR = str(tmp_path / "key"), str(tmp_path / "log")
    assert run(0) == 0
    Line.objects.create(kind="withdrawals.cancelled", at=NOW + timedelta(seconds=1))
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT 1 FROM public_log_head FOR UPDATE")
        assert run(10) == 0
    assert run(10) == 1 and Head.objects.get().size == 1
