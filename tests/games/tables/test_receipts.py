"""Receipts: every accepted stake can be shown signed, later as well, and a changed one is known."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Event
from games.rounds import receipts
from games.rounds.receipt_views import judged
from tests.games.tables.test_card_games import FUNDS, STAKES, say, to_end
from tests.room import Room, players_with

Open = Callable[..., Room]


@pytest.fixture
def laid(room: Open) -> tuple[Room, Any, dict[str, Any]]:
    table = room("caribbean-stud")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    answer = say(table, ana, STAKES["caribbean-stud"](1))
    receipts.publish(table.desk.key)
    return table, ana, receipts.receipt(table.table.pk, answer.version, ana.pk, table.desk.key)


def test_a_receipt_says_what_was_laid_and_proves_itself(laid: tuple[Room, Any, dict[str, Any]]) -> None:
    table, ana, receipt = laid
    assert (receipt["cents"], receipt["laid"], receipt["round"], receipt["player"]) == (
        500,
        {"ante": 500},
        1,
        ana.alias,
    )
    assert "ms_before_close" not in receipt, "the bets have not closed yet"
    assert receipts.genuine(receipt) and receipts.genuine(json.loads(json.dumps(receipt)))
    to_end(table)
    later = receipts.receipt(table.table.pk, receipt["event"], ana.pk, table.desk.key)
    assert later["ms_before_close"] >= 0 and receipts.genuine(later)
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
def test_a_receipt_that_was_changed_is_known(
    laid: tuple[Room, Any, dict[str, Any]], field: str, value: object
) -> None:
    assert not receipts.genuine({**laid[2], field: value})


def test_a_receipt_is_for_the_player_whose_stake_it_was_and_for_stakes_alone(
    laid: tuple[Room, Any, dict[str, Any]],
) -> None:
    table, ana, receipt = laid
    (other,) = players_with(0, 1)
    assert receipts.receipt(table.table.pk, receipt["event"], other.pk, table.desk.key) == {}
    sat = Event.objects.get(table=table.table, kind="sat")
    assert receipts.receipt(table.table.pk, sat.seq, ana.pk, table.desk.key) == {}
    assert receipts.receipt(table.table.pk, 999_999, ana.pk, table.desk.key) == {}


def test_what_is_pasted_is_judged_and_never_breaks_the_page(
    laid: tuple[Room, Any, dict[str, Any]], client: Client
) -> None:
    assert judged(json.dumps(laid[2]))[0] == "genuine"
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
        assert judged(pasted)[0] in ("unreadable", "false")
    assert client.get("/verify/receipt/").status_code == 200
    answer = client.post("/verify/receipt/", {"receipt": json.dumps(laid[2])})
    assert answer.status_code == 200 and laid[2]["player"] in answer.content.decode()
    assert client.post("/verify/receipt/", {"receipt": "{"}).status_code == 422
