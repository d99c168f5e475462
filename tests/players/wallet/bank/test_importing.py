"""Bank files are taken in once and as a whole, or refused with a sentence and counted."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from players.wallet.bank.importing import receive_folder, reported_until
from players.wallet.bank.models import BankFile, SettlementLine, Statement, StatementLine
from tests.players.wallet.bank.conftest import take_in
from tests.players.wallet.bank.files import IBAN, entry, settlement, statement


def of(day: date, number: str, *, opening: int, cents: int = 0) -> bytes:
    entries = [entry(cents, f"p{number}", day=f"{day}")] if cents else []
    return statement(*entries, opening=opening, cents=cents, day=f"{day}", number=number)


def test_a_statement_is_imported_with_its_lines(day: date) -> None:
    file = take_in(of(day, "S1", opening=100, cents=50))
    assert (file.state, file.kind, file.refusal) == ("imported", "camt.053", "")
    read = Statement.objects.get()
    assert (read.opening, read.closing, read.gap) == (100, 150, None)
    assert list(StatementLine.objects.values_list("cents", "reference")) == [(50, "pS1")]


def test_the_same_file_twice_changes_nothing_and_says_so(day: date) -> None:
    content = of(day, "S1", opening=100, cents=50)
    take_in(content)
    again = take_in(content)
    assert (again.state, again.refusal) == ("refused", "known")
    assert (Statement.objects.count(), StatementLine.objects.count()) == (1, 1)


def test_balances_continue_or_the_break_is_named(day: date) -> None:
    take_in(of(day, "S1", opening=100, cents=50))
    take_in(of(day + timedelta(days=2), "S3", opening=170))
    assert Statement.objects.get(number="S3").gap == 20
    assert reported_until(IBAN) == day
    take_in(of(day + timedelta(days=1), "S2", opening=150, cents=20))
    assert {row.number: row.gap for row in Statement.objects.all()} == {"S1": None, "S2": 0, "S3": 0}
    assert reported_until(IBAN) == day + timedelta(days=2)


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("account", "wrong-account"), ("future", "future"), ("overlap", "overlap"), ("changed", "changed"),
        ("damaged", "malformed"), ("total", "wrong-total"), ("twice", "overlap"),
    ],
)  # fmt: skip
def test_a_refused_file_says_why_and_leaves_nothing(
    day: date, name: str, refusal: str, settings: Any
) -> None:
    first = of(day, "S1", opening=100, cents=50)
    row = f"T1;{day};p1;payment;EUR;1.00;0.00;"
    content = {
        "account": first.replace(IBAN.encode(), b"PT50003300004555698867005"),
        "future": of(date(2026, 11, 30), "S9", opening=150),
        "overlap": of(day, "S9", opening=150),
        "changed": of(day + timedelta(days=1), "S1", opening=150),
        "damaged": first[:-20],
        "total": settlement(row, cents=101),
        "twice": settlement(row, cents=100).replace(b";p1;", b";p2;"),
    }[name]
    take_in(first)
    take_in(settlement(row, cents=100))
    before = (Statement.objects.count(), StatementLine.objects.count(), SettlementLine.objects.count())
    file = take_in(content)
    assert (file.state, file.refusal, file.content) == ("refused", refusal, None)
    assert file.sentence
    assert (
        Statement.objects.count(),
        StatementLine.objects.count(),
        SettlementLine.objects.count(),
    ) == before
    assert BankFile.objects.filter(state="refused").count() == 1


def test_a_folder_is_taken_in_once(day: date, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(of(day, "S1", opening=100))
    (tmp_path / "b.txt").write_bytes(b"nothing")
    (tmp_path / "c.xml").symlink_to("/etc/passwd")
    assert [file.name for file in receive_folder(tmp_path)] == ["a.xml", "b.txt"]
    assert receive_folder(tmp_path) == []


def test_the_command_imports_a_file_and_fails_at_a_refused_one(
    day: date, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "a.xml").write_bytes(of(day, "S1", opening=100))
    call_command("import_statement", str(tmp_path / "a.xml"))
    assert Statement.objects.count() == 1
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("import_statement", str(tmp_path / "a.xml"))
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_statement", str(tmp_path / "none.xml"))
