"""Regulator files and archives in a bucket: the same steps as with folders."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from casino.archive import archive
from casino.compliance.regulator import production
from casino.compliance.regulator.models import RegulatorFile
from players.shared import clock
from players.shared.file_store import ARCHIVES, store_of
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played, sealed, without_proofs
from tests.live_table import seal_key
from tests.stored_files import use_bucket

pytestmark = pytest.mark.django_db
EVENING = lisbon(2026, 3, 2, 21)


def make_hour() -> None:
    production.make_files(seconds=300, since=EVENING - timedelta(hours=1), until=EVENING)


@pytest.fixture
def evening(folders: Path, tmp_path: Path) -> None:
    played(tmp_path)
    moved_to(EVENING)
    sealed()


def test_files_are_made_checked_and_delivered_from_the_bucket(
    evening: None, s3_bucket: Any, s3_server: str, settings: Any
) -> None:
    make_hour()
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"delivered"}
    names = {item.key for item in s3_bucket.objects.all()}
    assert len(names) == 4 and all(name.startswith("house/regulator-files/2026/03/02/") for name in names)
    file = RegulatorFile.objects.get(family="TRAN")
    name = f"house/regulator-files/{production.stored_name(file)}"
    s3_bucket.Object(name).put(Body=production.content_of(file).replace(b"100.00", b"900.00"))
    assert production.change_faults(file, production.content_of(file)) == [production.FILE_CHANGED]


def test_a_bucket_that_is_away_delays_the_files(
    evening: None, s3_bucket: Any, s3_server: str, settings: Any
) -> None:
    use_bucket(settings, "http://127.0.0.1:9")
    make_hour()
    waiting = RegulatorFile.objects.exclude(error="")
    assert waiting.exists() and set(waiting.values_list("state", flat=True)) == {"due"}
    use_bucket(settings, s3_server)
    RegulatorFile.objects.update(next_try=clock.now())
    make_hour()
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"delivered"}


def test_a_bucket_that_goes_away_before_reconciliation_fails_no_file(
    evening: None, s3_bucket: Any, s3_server: str, settings: Any
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(production, "_reconcile", lambda files: 0)
        make_hour()
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"validated"}
    use_bucket(settings, "http://127.0.0.1:9")
    files = list(RegulatorFile.objects.order_by("family"))
    assert production._reconcile(files) == 0
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"validated"}
    use_bucket(settings, s3_server)
    assert production._reconcile(files) == 4


def test_months_are_archived_checked_and_compared_in_the_bucket(
    tmp_path: Path, s3_bucket: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))
    played(tmp_path, 1)
    moved_to(lisbon(2024, 3, 20))
    without_proofs(monkeypatch)
    output = io.StringIO()
    call_command("archive", stdout=output)
    assert f"archived in {settings.FILE_STORE}" in output.getvalue()
    assert archive.due_months(store_of(ARCHIVES)) == []
    assert "house/archives/2024-03/manifest.json" in {item.key for item in s3_bucket.objects.all()}
    call_command("archive", "--check", stdout=output)
    call_command("archive", "--restore", "--month", "2024-03", stdout=output)
    assert ", 0 faults" in output.getvalue() and " 0 only in the archive" in output.getvalue()
    s3_bucket.Object("house/archives/2024-03/games_round.gz").put(Body=b"")
    with pytest.raises(SystemExit):
        call_command("archive", "--check", stdout=output)
