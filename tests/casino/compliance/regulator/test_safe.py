"""What was laid down stays in the safe, 24 months at hand.  [903-B 2.1.2, 2.3.6]"""

from __future__ import annotations

import hashlib
import io
import shutil
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models.functions import Now

from casino.compliance.regulator import delivery, envelopes, keys, production, safe, tasks
from casino.compliance.regulator.models import Envelope, RegulatorFile
from casino.record_checks import check_states
from players.audit.models import Line
from players.shared import clock
from tests.casino.compliance.regulator.conftest import lisbon

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
MORNING = lisbon(2026, 3, 3, 2)
CONTENT = b"<ficheiro/>"


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    keys.make_sandbox_keys(folder, since=lisbon(2026, 2, 1))
    return folder


@pytest.fixture
def outbox(folders: Path, settings: Any, pairs: Path) -> Path:
    """The files of a day were delivered, and its envelope was laid down."""
    settings.REGULATOR_SANDBOX_KEYS = str(pairs)
    production.expect(since=clock.midnight(DAY), until=clock.midnight(DAY + timedelta(days=1)))
    files = RegulatorFile.objects.all()
    for file in files:
        path = folders / "files" / production.stored_name(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(CONTENT)
        delivery.FolderDelivery().deliver(production.file_name_of(file), CONTENT)
    digest = hashlib.sha256(CONTENT).hexdigest()
    files.update(state="made", made=Now(), rows=0, size=len(CONTENT), digest=digest)
    for state in ("validated", "reconciled", "delivered"):
        files.update(**{"state": state, state: Now()})
    with clock.at(MORNING):
        envelopes.send_envelopes()
    return folders / "outbox"


def envelope_in(outbox: Path) -> Path:
    return outbox / "out" / Envelope.objects.get().name


def checked(months: int = 0) -> dict[str, Any]:
    good, details = safe.check_safe(clock.midnight(clock.months_after(DAY, months)) + timedelta(hours=12))
    return details | {"good": good}


def test_everything_that_was_laid_down_is_found(outbox: Path) -> None:
    found = checked()
    assert found["good"] is True and found["looked_for"] == 98 + 1
    before = {path: path.stat().st_mtime_ns for path in outbox.rglob("*")}
    checked()
    assert {path: path.stat().st_mtime_ns for path in outbox.rglob("*")} == before


def test_what_is_missing_rings_and_is_laid_down_again_as_it_was(outbox: Path) -> None:
    path = envelope_in(outbox)
    content = path.read_bytes()
    path.unlink()
    (outbox / production.file_name_of(RegulatorFile.objects.get(family="RESF"))).unlink()
    found = checked()
    assert (found["good"], found["laid_again"]) == (False, 2)
    assert path.read_bytes() == content, "the same bytes: it was not sealed again"
    assert Line.objects.get(kind="regulator-files.laid-again").details["count"] == 2
    assert checked()["good"] is True


def test_what_is_different_is_left_for_people(outbox: Path) -> None:
    path = envelope_in(outbox)
    path.write_bytes(b"other")
    found = checked()
    assert found["good"] is False and found["names"] == [f"out/{path.name}"]
    assert path.read_bytes() == b"other" and checked()["good"] is False


def test_what_is_lost_in_the_house_too_is_named_and_not_invented(outbox: Path, folders: Path) -> None:
    path = envelope_in(outbox)
    path.unlink()
    ((own,),) = [list((folders / "files").rglob(path.name))]
    own.write_bytes(b"changed")
    found = checked()
    assert found["lost"] == 1 and not path.exists()
    own.unlink()
    assert checked()["lost"] == 1


def test_a_safe_that_is_away_is_not_filled_anew_in_another_place(outbox: Path) -> None:
    away = outbox.rename(outbox.with_name("away"))
    with pytest.raises(OSError, match="not there"):
        checked()
    assert not outbox.exists()
    away.rename(outbox)
    assert checked()["good"] is True


def test_files_of_24_months_are_at_hand_and_older_ones_may_leave_and_come_back(outbox: Path) -> None:
    path = envelope_in(outbox)
    path.unlink()
    assert checked(months=26)["good"] is None and not path.exists(), "it has left to another medium"
    said = io.StringIO()
    call_command(
        "regulator_files", "--lay-again", "--since", "2026-03-01", "--until", "2026-03-31", stdout=said
    )
    assert "99 looked for, 1 laid down again, 0 different, 0 lost" in said.getvalue()
    assert path.exists()
    path.unlink()
    assert checked(months=24)["laid_again"] == 1, "until then it is at hand"


def test_the_command_names_what_it_cannot_bring_back(outbox: Path) -> None:
    path = envelope_in(outbox)
    path.write_bytes(b"other")
    errors = io.StringIO()
    with pytest.raises(CommandError, match="named above"):
        call_command("regulator_files", "--lay-again", "--since", "2026-03-02", stderr=errors)
    assert path.name in errors.getvalue()
    with pytest.raises(CommandError, match="--since"):
        call_command("regulator_files", "--lay-again")


def test_a_class_of_the_operator_that_cannot_look_is_unknown(outbox: Path, settings: Any) -> None:
    settings.REGULATOR_DELIVERY = f"{__name__}.Blind"
    assert checked()["good"] is None


class Blind:
    def deliver(self, name: str, data: bytes) -> str:
        return "taken"


def test_the_worker_looks_each_hour(outbox: Path) -> None:
    shutil.rmtree(outbox / "out")
    with clock.at(MORNING):
        assert tasks.check_safe() == 1
    state = check_states.states_by_name()["regulator-safe"]
    assert state.good is False and state.details["laid_again"] == 1
