"""What a bank's file says, and which files are refused as a whole."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from pycamt.parser import Camt053Parser

from players.wallet.bank import documents
from players.wallet.bank.camt import explain, read_statements
from players.wallet.bank.refusals import SENTENCES, Refusal, RefusedFile
from tests.players.wallet.bank.files import IBAN, advice, amount, balance, entry, part, statement
from tests.proofs.planted_settlements import make_books, statement_xml

BOMB = b"""<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt>&b;</BkToCstmrStmt></Document>"""
OUTSIDE = BOMB.replace(b'<!ENTITY a "aaaaaaaaaa">', b'<!ENTITY a SYSTEM "file:///etc/passwd">')


def refusal_of(content: bytes) -> Refusal:
    with pytest.raises(RefusedFile) as caught:
        read_statements(content)
    return caught.value.refusal


def test_a_statement_has_its_account_days_balances_and_signed_entries() -> None:
    (read,) = read_statements(statement(entry(2_500, "p1"), entry(-1_001, "w1"), cents=1_499))
    assert (read.number, read.iban, read.opening, read.closing) == ("S1", IBAN, 100_000, 101_499)
    assert (read.since, read.until) == (date(2026, 11, 24), date(2026, 11, 24))
    assert [(line.cents, line.reference, line.booked) for line in read.lines] == [
        (2_500, "p1", date(2026, 11, 24)), (-1_001, "w1", date(2026, 11, 24)),
    ]  # fmt: skip


def test_entries_that_are_not_booked_do_not_count() -> None:
    (read,) = read_statements(statement(entry(2_500, "p1"), entry(900, "p2", status="PDNG"), cents=2_500))
    assert [line.reference for line in read.lines] == ["p1"]


def test_an_entry_of_several_payments_is_a_line_each_if_they_add_up() -> None:
    whole = entry(3_000, details=part(1_000, "p1") + part(2_000, "p2"), number="E1")
    (read,) = read_statements(statement(whole, cents=3_000))
    assert [(line.cents, line.reference) for line in read.lines] == [(1_000, "p1"), (2_000, "p2")]
    charged = entry(2_990, details=part(1_000, "p1") + part(2_000, "p2"), number="E1")
    (read,) = read_statements(statement(charged, cents=2_990))
    assert [line.cents for line in read.lines] == [2_990]


def test_an_advice_explains_an_entry_of_the_statement() -> None:
    (booked,) = read_statements(statement(entry(3_000, number="E1"), entry(500, "p9"), cents=3_500))
    (told,) = read_statements(
        advice(entry(3_000, details=part(1_000, "p1") + part(2_000, "p2"), number="E1"))
    )
    assert told.opening is None
    lines = explain(booked.lines, told.lines)
    assert [(line.cents, line.reference) for line in lines] == [(1_000, "p1"), (2_000, "p2"), (500, "p9")]
    (other,) = read_statements(advice(entry(2_999, details=part(999, "p1") + part(2_000, "p2"), number="E1")))
    assert explain(booked.lines, other.lines) == list(booked.lines)


def test_the_oracle_reads_the_same_entries() -> None:
    """pycamt is written by others. It is asked about a statement of some hundred entries."""
    content = statement_xml(make_books(lines=600, faults=24, seed="oracle"))
    (read,) = read_statements(content)
    oracle = Camt053Parser(content)
    (info,) = oracle.get_statement_info()
    assert (info["IBAN"], Decimal(info["OpeningBalance"]), Decimal(info["ClosingBalance"])) == (
        read.iban, Decimal(read.opening or 0) / 100, Decimal(read.closing or 0) / 100,
    )  # fmt: skip
    signs = {"CRDT": 1, "DBIT": -1}
    assert len(read.lines) > 100
    assert [(line.booked.isoformat(), line.cents, line.reference) for line in read.lines] == [
        (
            row["BookingDate"],
            int(Decimal(row["Amount"]) * 100) * signs[row["CreditDebitIndicator"]],
            row["EndToEndId"],
        )
        for row in oracle.get_transactions()
    ]


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", Refusal.MALFORMED),
        (b"<Document", Refusal.MALFORMED),
        (statement(cents=0)[:-40], Refusal.MALFORMED),
        (b"\xff\xfe<", Refusal.NOT_TEXT),
        (b"PK\x03\x04\x00", Refusal.NOT_TEXT),
        (BOMB, Refusal.ENTITIES),
        (OUTSIDE, Refusal.ENTITIES),
        (b"<html><body/></html>", Refusal.UNKNOWN_FORMAT),
        (statement().replace(b"camt.053", b"camt.052"), Refusal.UNKNOWN_FORMAT),
        (statement().replace(b"<Stmt>", b"<Rpt>").replace(b"</Stmt>", b"</Rpt>"), Refusal.INCOMPLETE),
        (statement(balances=balance("OPBD", 1, "2026-11-24")), Refusal.INCOMPLETE),
        (statement().replace(IBAN.encode(), b""), Refusal.INCOMPLETE),
        (statement(entry(100, "p1"), cents=99), Refusal.UNBALANCED),
        (statement(entry(100, "p1"), cents=100).replace(b">1.00<", b">1.005<"), Refusal.WRONG_VALUE),
        (statement(entry(100, "p1"), cents=100).replace(b">1.00<", b">-1.00<"), Refusal.WRONG_VALUE),
        (statement(entry(100, "p1"), cents=100).replace(b">1.00<", b">1e2<"), Refusal.WRONG_VALUE),
        (statement(entry(100, "p1", day="2026-11-31"), cents=100), Refusal.WRONG_VALUE),
        (statement(entry(100, "p1", day="2026-11-25"), cents=100), Refusal.WRONG_VALUE),
        (
            statement(entry(100, "p1"), cents=100).replace(amount(100).encode(), amount(100, "USD").encode()),
            Refusal.WRONG_CURRENCY,
        ),
        (statement().replace(b"<Ccy>EUR", b"<Ccy>CHF"), Refusal.WRONG_CURRENCY),
        (statement(entry(100, "p1"), cents=100).replace(b"CRDT", b"MINUS"), Refusal.WRONG_VALUE),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_right_is_refused_as_a_whole(content: bytes, refusal: Refusal) -> None:
    assert refusal_of(content) is refusal


def test_a_file_that_is_too_large_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_BYTES", 1_000)
    assert refusal_of(b"<" * 1_001) is Refusal.TOO_LARGE


def test_every_refusal_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Refusal)
