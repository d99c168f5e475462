"""The simulated past of `make run`: refused outside a lively demonstration; `make reset` starts over."""

from __future__ import annotations

import fcntl
import os
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as house_settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import translation

from casino.backoffice.dashboard import environment
from casino.compliance.reports.models import ReportsFoldedUntil
from casino.demo import past_progress, sample_data
from casino.demo.simulated_past import demonstration_past
from casino.operation import deployment_checks, health
from casino.record_checks.check_states import store_state
from casino.record_checks.models import Root
from casino.record_checks.tasks import anchor_root, make_roots
from casino.services import reset
from casino.services.errors import ALREADY_OPEN
from casino.services.folder import Folder
from games.draw.seal_key import SealKey
from games.models import Round, Table
from games.rounds.proof.journal_check import check_journal
from games.rounds.proof.sums_check import check_sums
from players.audit import simulated_past
from players.audit.models import Horizon, Seal
from players.audit.simulated_past import is_past_awaited
from players.audit.tasks import seal_audit_lines
from players.models import Person
from players.wallet.ledger import total
from players.wallet.models import Account
from tests.live_table import seal_key

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
        demonstration_past.begin_past(print)
    with pytest.raises(ImproperlyConfigured, match="make run"):
        demonstration_past.write_past(print, print)
    assert not Round.objects.exists() and simulated_past.last_kind() == ""
    errors = [error.id for error in deployment_checks.lively_demonstration(None)]
    assert errors == (["casino.E001"] if values[0] else [])


def test_the_check_accepts_a_lively_demonstration(settings: Any) -> None:
    choose(settings, LIVELY)
    assert deployment_checks.lively_demonstration(None) == []


@pytest.fixture
def lively(settings: Any, tmp_path: Path) -> None:
    choose(settings, LIVELY)
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))


@pytest.fixture
def awaiting(lively: None, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A demonstration that is open, and whose past is short and not written yet."""
    monkeypatch.setattr(demonstration_past, "ROUNDS", 150)
    demonstration_past.begin_past(print)
    call_command("seed_demo", stdout=StringIO())


def table_names(**conditions: Any) -> set[str]:
    return set(Table.objects.filter(**conditions).values_list("name", flat=True))


@pytest.mark.django_db
@pytest.mark.parametrize("is_sealed", [True, False])
def test_a_house_that_has_been_open_gets_none(lively: None, *, is_sealed: bool) -> None:
    if is_sealed:
        Seal.objects.create(
            number=1,
            until="2026-01-01T00:00:00Z",
            lines=0,
            lines_digest="",
            transfers=0,
            transfers_digest="",
            chain="",
        )
    else:
        Table.objects.create(name="Elvas", system="baccarat", currency="EUR")
    messages: list[str] = []
    demonstration_past.begin_past(messages.append)
    assert messages == [demonstration_past.TOO_LATE] and not is_past_awaited()
    assert demonstration_past.write_past(print, print) == 0
    assert not Round.objects.exists()


def test_the_demonstration_tables_are_open_before_the_past_and_the_others_open_with_it(
    awaiting: None,
) -> None:
    with_past = {table.name for table in sample_data.TABLES if table.has_past}
    assert len(with_past) == 15
    assert table_names() == {table.name for table in sample_data.TABLES} - with_past
    assert len(table_names(currency="DEMO", status="open")) == 7
    played: list[int] = []
    rounds = demonstration_past.write_past(played.append, lambda step: None)
    assert rounds >= 150 and sum(played) >= 150
    assert table_names(status="open") >= with_past
    assert table_names() == {table.name for table in sample_data.TABLES}
    assert set(Round.objects.values_list("table__currency", flat=True)) == {"EUR"}
    for table in Table.objects.filter(currency="EUR").exclude(round=0):
        proved = check_journal(table, SealKey(Path(house_settings.SEAL_KEY_FILE)))
        assert proved.rounds and proved.differences == []
    assert list(check_sums()) == []
    assert set(total().values()) == {0}
    call_command("seed_demo", stdout=StringIO())  # as the next start does
    assert demonstration_past.write_past(print, print) == 0


def test_nothing_is_sealed_before_the_past_is_written(awaiting: None) -> None:
    assert [seal_audit_lines(), seal_audit_lines(), make_roots(), anchor_root()] == [0, 0, 0, ""]
    assert not Seal.objects.exists() and not Horizon.objects.exists() and not Root.objects.exists()
    demonstration_past.write_past(lambda rounds: None, lambda step: None)
    assert make_roots() > 0
    seal_audit_lines()
    assert Horizon.objects.exists()


class Killed(Exception):
    """What ends the process that writes the past."""


def test_a_past_that_is_killed_while_it_is_played_leaves_nothing_and_is_written_by_the_next(
    awaiting: None,
) -> None:
    def kill(step: object) -> None:
        if step == "writing it":
            raise Killed

    before = table_names(), Person.objects.count(), Account.objects.count()
    with pytest.raises(Killed):
        demonstration_past.write_past(lambda rounds: None, kill)
    assert (table_names(), Person.objects.count(), Account.objects.count()) == before
    assert is_past_awaited() and not Round.objects.exists()
    assert demonstration_past.write_past(lambda rounds: None, lambda step: None) >= 150
    assert not is_past_awaited()


def test_a_past_that_is_killed_before_its_reports_gets_them_from_the_next(
    awaiting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(step: object) -> None:
        if step != "writing it":
            raise Killed

    with pytest.raises(Killed):
        demonstration_past.write_past(lambda rounds: None, kill)
    assert Round.objects.exists() and is_past_awaited()
    rounds = Round.objects.count()
    assert demonstration_past.write_past(pytest.fail, lambda step: None) >= 150
    assert Round.objects.count() == rounds and not is_past_awaited()
    assert ReportsFoldedUntil.objects.exists()


def test_it_locks_no_row_of_others_while_it_is_played(awaiting: None) -> None:
    """A deposit or a live round beside it would wait for it."""
    locked: list[str] = []

    def note_locks(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if isinstance(sql, str) and re.search(r"FOR (NO KEY )?UPDATE|^\s*UPDATE", sql):
            locked.append(sql)
        return execute(sql, parameters, many, context)

    def begin(step: str) -> None:
        if step == "writing it":
            raise Killed

    with pytest.raises(Killed), connection.execute_wrapper(note_locks):
        demonstration_past.write_past(lambda rounds: None, begin)
    # The tables of the past, which nobody else sees yet.
    assert locked and [sql for sql in locked if "games_table" not in sql] == []


def test_without_a_past_the_next_start_opens_every_table(awaiting: None, settings: Any) -> None:
    settings.HOUSE_LIVELY = False
    demonstration_past.skip_past()
    call_command("seed_demo", stdout=StringIO())
    assert table_names() == {table.name for table in sample_data.TABLES}
    settings.HOUSE_LIVELY = True
    messages: list[str] = []
    demonstration_past.begin_past(messages.append)
    assert messages == [demonstration_past.TOO_LATE] and not is_past_awaited()


def test_pages_say_that_the_past_is_still_being_written(awaiting: None, client: Client) -> None:
    waiting = "As mesas a dinheiro abrem dentro de momentos."
    assert waiting in client.get("/lobby/").content.decode()
    assert environment(RequestFactory().get("/")) == [
        "O passado simulado ainda está a ser escrito: 0 de 3\u00a0000 jogadas",
        "warning",
    ]
    store_state(past_progress.NAME, None, rounds=1_200)
    with translation.override("en"):
        sentence = "The simulated past is still being written: 1,200 of 3,000 rounds"
        assert environment(RequestFactory().get("/")) == [sentence, "warning"]
    assert health.check_past() == {"past": {"ok": False, "rounds": 1_200, "of": 3_000}}
    demonstration_past.write_past(lambda rounds: None, lambda step: None)
    assert health.check_past() == {"past": {"ok": True}}
    assert waiting not in client.get("/lobby/").content.decode()
    assert environment(RequestFactory().get("/")) == ["Demonstração com um passado simulado", "info"]


def test_a_house_without_a_past_does_not_speak_of_it(settings: Any) -> None:
    settings.HOUSE_LIVELY = False
    assert health.check_past() == {}


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
