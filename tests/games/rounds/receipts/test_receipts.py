"""Receipts: every accepted stake has a signed one, at any time, and a changed one is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Event
from games.rounds.receipts import receipts
from games.rounds.receipts.views import check_pasted_receipt
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]


@pytest.fixture
def laid(room: Open) -> tuple[LiveTable, Any, dict[str, Any]]:
    table = room("caribbean-stud")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    answer = send_command(table, ana, STAKES["caribbean-stud"](1))
    receipts.publish_key(table.transaction.key)
    return table, ana, receipts.build_receipt(table.table.pk, answer.version, ana.pk, table.transaction.key)


def test_a_receipt_contains_the_stake_and_a_valid_signature(
    laid: tuple[LiveTable, Any, dict[str, Any]],
) -> None:
    table, ana, receipt = laid
    assert (receipt["cents"], receipt["laid"], receipt["round"], receipt["player"]) == (
        500,
        {"ante": 500},
        1,
        ana.alias,
    )
    assert "ms_before_close" not in receipt, "the bets have not closed yet"
    assert receipts.is_genuine(receipt) and receipts.is_genuine(json.loads(json.dumps(receipt)))
    to_end(table)
    later = receipts.build_receipt(table.table.pk, receipt["event"], ana.pk, table.transaction.key)
    assert later["ms_before_close"] >= 0 and receipts.is_genuine(later)
    assert {**later, "ms_before_close": 0, "signature": ""} == {
        **receipt,
        "ms_before_close": 0,
        "signature": "",
    }


@pytest.mark.parametrize(
    "field,value",
    [
        ("cents", 50_000),
        ("laid", {"ante": 50_000}),
        ("round", 2),
        ("player", "x"),
        ("at", ""),
        ("signature", "00" * 64),
    ],
)
def test_a_changed_receipt_is_refused(
    laid: tuple[LiveTable, Any, dict[str, Any]], field: str, value: object
) -> None:
    assert not receipts.is_genuine({**laid[2], field: value})


def test_a_receipt_is_only_for_a_stake_and_its_player(
    laid: tuple[LiveTable, Any, dict[str, Any]],
) -> None:
    table, ana, receipt = laid
    (other,) = players_with(0, 1)
    assert receipts.build_receipt(table.table.pk, receipt["event"], other.pk, table.transaction.key) == {}
    sat = Event.objects.get(table=table.table, kind="sat")
    assert receipts.build_receipt(table.table.pk, sat.seq, ana.pk, table.transaction.key) == {}
    assert receipts.build_receipt(table.table.pk, 999_999, ana.pk, table.transaction.key) == {}


def test_any_pasted_text_gets_a_verdict(laid: tuple[LiveTable, Any, dict[str, Any]], client: Client) -> None:
    assert check_pasted_receipt(json.dumps(laid[2]))[0] == "genuine"
    for pasted in (
        "",
        "{",
        "[]",
        "null",
        "12",
        '"x"',
        json.dumps({**laid[2], "signature": "zz"}),
        json.dumps({**laid[2], "signature": 7}),
    ):
        assert check_pasted_receipt(pasted)[0] in ("unreadable", "false")
    assert client.get("/verify/receipt/").status_code == 200
    answer = client.post("/verify/receipt/", {"receipt": json.dumps(laid[2])})
    assert answer.status_code == 200 and laid[2]["player"] in answer.content.decode()
    assert client.post("/verify/receipt/", {"receipt": "{"}).status_code == 422
