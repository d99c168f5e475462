"""The archives of months: their content, the detection of changes, and the restoration."""

from __future__ import annotations

import gzip
import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from casino.archive import archive
from games.draw.seal_key import SealKey
from players.shared.file_store import ARCHIVES, FolderStore, store_of
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played, without_proofs
from tests.live_table import seal_key

pytestmark = pytest.mark.django_db
MONTH = date(2024, 3, 1)


@pytest.fixture
def key(tmp_path: Path) -> SealKey:
    return SealKey(seal_key(tmp_path))


@pytest.fixture
def month(tmp_path: Path, key: SealKey) -> Path:
    """A month with an evening in it that ended at its very last moment, archived."""
    played(tmp_path)
    moved_to(lisbon(2024, 4, 1))
    archive.archive_month(MONTH, FolderStore(str(tmp_path / "archive")), key)
    return tmp_path / "archive" / "2024-03"


def manifest_of(month: Path) -> dict[str, Any]:
    return dict(json.loads((month / "manifest.json").read_text()))


def store(month: Path) -> FolderStore:
    return FolderStore(str(month.parent))


def faults(month: Path) -> list[str]:
    return [fault.sentence for fault in archive.faults_of(store(month), month.name, manifest_of(month))]


def test_a_month_holds_every_row_of_the_record(month: Path) -> None:
    manifest = manifest_of(month)["tables"]
    with connection.cursor() as cursor:
        for table in archive.TABLES:
            unfinished = " WHERE opened IS NOT NULL" if table == "games_round" else ""
            cursor.execute(f"SELECT count(*) FROM {table}{unfinished}")
            assert manifest[table]["rows"] == cursor.fetchone()[0], table
            assert (
                gzip.decompress((month / f"{table}.gz").read_bytes()).count(b"\n") == manifest[table]["rows"]
            )
    assert manifest["games_event"]["rows"] > 10 and faults(month) == []


def test_archiving_a_month_twice_gives_identical_bytes(month: Path, tmp_path: Path, key: SealKey) -> None:
    second = archive.archive_month(MONTH, FolderStore(str(tmp_path / "other")), key)
    assert second["tables"] == manifest_of(month)["tables"]


def test_a_changed_file_manifest_or_signature_is_detected(month: Path) -> None:
    path, whole = month / "wallet_transfer.gz", (month / "wallet_transfer.gz").read_bytes()
    path.write_bytes(gzip.compress(gzip.decompress(whole).replace(b"\t500\t", b"\t400\t")))
    assert "its file was changed" in faults(month)
    path.write_bytes(whole)
    manifest = manifest_of(month)
    for change in ({"month": "2024-02"}, {"signature": "00" * 64}, {"signature": "?"}, {"key": "11" * 32}):
        (month / "manifest.json").write_text(json.dumps(manifest | change))
        assert faults(month), change
    (month / "manifest.json").write_text(json.dumps(manifest))
    assert faults(month) == []


@pytest.mark.parametrize("sql", [
    "UPDATE games_stake SET prize = prize + 1 WHERE id = (SELECT min(id) FROM games_stake)",
    "DELETE FROM audit_line WHERE id = (SELECT min(id) FROM audit_line)",
    "UPDATE games_event SET data = data || ' ' WHERE seq = 2",
    "UPDATE wallet_transfer SET cents = cents + 1 WHERE kind = 'deposit'",
])  # fmt: skip
def test_a_changed_record_is_detected_and_the_rows_are_named(month: Path, sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_line (kind, at, about, details, device) "
            "VALUES ('a.b', '2024-03-05', '', '{}', '')"
        )
        archive.archive_month(MONTH, store(month), SealKey(seal_key(month.parent.parent)))
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql)
        touched = cursor.rowcount
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert faults(month) == ["the record of that month differs from the archive"]
    counts = archive.restore_month(store(month), manifest_of(month))
    assert sum(only_archive for _rows, only_archive, _ in counts.values()) == touched > 0


def test_a_month_is_laid_beside_the_record_row_by_row(month: Path) -> None:
    counts = archive.restore_month(store(month), manifest_of(month), keep=True)
    assert {only for _rows, *both in counts.values() for only in both} == {0}
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM archive_2024_03.games_event")
        assert cursor.fetchone()[0] == counts["games_event"][0] > 0


def test_the_command_archives_what_is_out_of_the_time_at_hand_and_checks_it(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SEAL_KEY_FILE, settings.ARCHIVE_DIR = str(seal_key(tmp_path)), str(tmp_path / "archive")
    played(tmp_path, 1)
    moved_to(lisbon(2024, 3, 20))
    without_proofs(monkeypatch)
    assert archive.due_months(store_of(ARCHIVES))[0] == MONTH
    output = io.StringIO()
    call_command("archive", stdout=output)
    assert "2024-03: " in output.getvalue() and archive.due_months(store_of(ARCHIVES)) == []
    call_command("archive", "--check", stdout=output)
    assert ", 0 faults" in output.getvalue()
    call_command("archive", "--restore", "--month", "2024-03", stdout=output)
    assert (
        "games_event" in output.getvalue()
        and " 0 only in the archive, 0 only in the record" in output.getvalue()
    )
    (tmp_path / "archive" / "2024-03" / "games_round.gz").write_bytes(b"")
    with pytest.raises(SystemExit):
        call_command("archive", "--check", stdout=output)
    with pytest.raises(CommandError, match="was changed"):
        call_command("archive", "--restore", "--month", "2024-03", stdout=output)


@pytest.mark.parametrize(
    ("month", "message"),
    [("2999-01", "has not ended"), ("March", "not a valid month"), ("2024-13", "not a valid month")],
)
def test_a_month_that_is_not_over_or_none_is_refused(
    settings: Any, tmp_path: Path, month: str, message: str
) -> None:
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))
    with pytest.raises(CommandError, match=message):
        call_command("archive", "--month", month)
