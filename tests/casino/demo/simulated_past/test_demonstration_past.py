"""The simulated past of `make run`: refused outside a lively demonstration; `make reset` starts over."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from casino import checks
from casino.compliance.self_checks.models import Manifest
from casino.demo.simulated_past import demonstration_past
from casino.services import reset
from casino.services.errors import ALREADY_OPEN
from casino.services.folder import Folder
from games.models import Round, Table
from players.audit import note
from players.audit.models import Line, Seal
from players.models import Person
from tests.players.conftest import demo, seeded  # noqa: F401

SETTINGS = ("HOUSE_LIVELY", "HOUSE_DEMO", "PRODUCTION", "DEBUG")
LIVELY = (True, True, False, False)


def choose(settings: Any, values: tuple[bool, ...]) -> None:
    for name, value in zip(SETTINGS, values, strict=True):
        setattr(settings, name, value)


@pytest.mark.parametrize(
    "values",
    [
        (False, True, False, False),
        (True, False, True, False),
        (True, True, False, True),
        (True, False, False, False),
    ],
)
@pytest.mark.django_db
def test_only_a_lively_demonstration_has_a_past(settings: Any, values: tuple[bool, ...]) -> None:
    choose(settings, values)
    with pytest.raises(ImproperlyConfigured, match="make run"):
        demonstration_past.write_past(print)
    assert not Round.objects.exists() and not Line.objects.filter(kind=demonstration_past.KIND).exists()
    errors = [error.id for error in checks.lively_demonstration(None)]
    assert errors == (["casino.E001"] if values[0] else [])


def test_the_check_accepts_a_lively_demonstration(settings: Any) -> None:
    choose(settings, LIVELY)
    assert checks.lively_demonstration(None) == []


@pytest.mark.django_db
def test_a_house_with_a_record_of_its_own_gets_none(settings: Any) -> None:
    choose(settings, LIVELY)
    Seal.objects.create(
        number=1,
        until="2026-01-01T00:00:00Z",
        lines=0,
        lines_digest="",
        transfers=0,
        transfers_digest="",
        chain="",
    )
    messages: list[str] = []
    assert demonstration_past.write_past(messages.append) == 0
    assert messages == [demonstration_past.TOO_LATE] and not Round.objects.exists()


@pytest.mark.django_db
def test_a_part_of_a_past_is_written_anew_unless_the_house_was_open_since() -> None:
    assert not demonstration_past.is_interrupted()
    Person.objects.create(email="past-1@feltro.example", password="!")
    assert demonstration_past.is_interrupted()
    with transaction.atomic():
        note(demonstration_past.KIND)
        assert not demonstration_past.is_interrupted()
        transaction.set_rollback(True)
    Manifest.objects.create(digest="", files={}, reason="it opens")
    assert not demonstration_past.is_interrupted()


@pytest.mark.django_db
def test_empty_demonstration_tables_are_woken_and_tables_for_money_are_not(demo: None) -> None:
    demonstration_past.wake_demonstration_tables()
    woken = Table.objects.exclude(due=None)
    assert woken.count() == 7 and set(woken.values_list("currency", flat=True)) == {"DEMO"}


# --- make reset


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    folder = Folder(tmp_path / "house")
    folder.make()
    folder.secret_key()
    for name in ("postgres", "backup", "gallery"):
        (folder.path / name).mkdir()
        (folder.path / name / "file").write_text("x")
    return folder


def test_reset_deletes_the_data_and_keeps_backups_and_pictures(folder: Folder) -> None:
    assert reset.reset(folder, confirmed=True) == 0
    assert sorted(path.name for path in folder.path.iterdir()) == ["backup", "gallery"]


def test_reset_deletes_nothing_without_an_answer(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    assert reset.reset(folder, confirmed=False) == 1
    assert (folder.data / "file").exists() and "--yes" in capsys.readouterr().out


@pytest.mark.parametrize("name", reset.LOCKS)
def test_reset_refuses_while_the_data_is_in_use(folder: Folder, name: str) -> None:
    held = folder.lock(name, fcntl.LOCK_SH)
    assert held is not None
    try:
        assert reset.reset(folder, confirmed=True) == ALREADY_OPEN
    finally:
        os.close(held)
    assert (folder.data / "file").exists()


def test_reset_leaves_other_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    assert reset.reset(Folder(tmp_path), confirmed=True) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
