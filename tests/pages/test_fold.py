"""What the browser folds is what a snapshot would say, for the golden rounds that the engine and the journal are tested with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from casino.services.folder import PROJECT
from games.tables.transport.protocol import patch
from tests.pages.screen import run

pytestmark = pytest.mark.journey

ROUNDS = sorted((PROJECT / "tests" / "rounds").glob("roulette-*.json"))
STATE = {"state": "table/state.js"}


def views(path: Path) -> list[dict[str, Any]]:
    """The views of a golden file in their order: everybody's under "table", each seat's under its number."""
    # A refused wish changes nothing, so it has no views.
    return [
        step["views"]
        for played in json.loads(path.read_text())["rounds"]
        for step in played
        if "views" in step
    ]


def frames(seen: list[dict[str, Any]], seat: str) -> list[dict[str, Any]]:
    first, *rest = seen
    told = [
        {
            "t": "snapshot",
            "v": 1,
            "now": 0,
            "table": {"game": first["table"]},
            "mine": {"seat": int(seat), "game": first[seat]},
        }
    ]
    was = first
    for version, view in enumerate(rest, start=2):
        for name, wrap, key in (("table", "game", "table"), ("mine", "game", seat)):
            change = {wrap: patch(was[key], view[key])}
            told.append(
                {"t": name, "was": version - 1, "v": version, "now": version, "set": change, "news": []}
            )
        was = view
    return told


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_hearing_equals_asking(page: Page, path: Path) -> None:
    seen = views(path)
    for seat in (key for key in seen[0] if key != "table"):
        after = run(page, STATE, "return given.reduce(state.fold, state.begin());", frames(seen, seat))
        assert after["table"]["game"] == seen[-1]["table"]
        assert after["mine"]["game"] == seen[-1][seat]
        assert not after["gap"]


@pytest.mark.parametrize(
    ("value", "change", "after"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_a_patch_is_merged_as_rfc_7396_prints_it(page: Page, value: Any, change: Any, after: Any) -> None:
    assert (
        run(page, {"merge": "table/merge.js"}, "return merge.merge(given[0], given[1]);", [value, change])
        == after
    )


SNAPSHOT = {
    "t": "snapshot",
    "v": 5,
    "now": 0,
    "table": {"round": 1},
    "mine": {"seat": 1, "game": {"bets": {}}},
    "purse": {"n": 3, "cents": 900},
}
BET = {"do": {"t": "bet", "on": {"red": 50}}, "on": {"red": 50}, "round": 1}


def folded(page: Page, *said: dict[str, Any], wishes: str = "") -> dict[str, Any]:
    body = f"let now = state.fold(state.begin(), given[0]); {wishes} for (const each of given.slice(1)) now = state.fold(now, each); "
    body += "return { ...now, sending: state.sending(now) };"
    result: dict[str, Any] = run(page, STATE, body, [SNAPSHOT, *said])
    return result


def test_a_missed_frame_asks_for_a_snapshot_and_changes_nothing(page: Page) -> None:
    after = folded(page, {"t": "table", "was": 6, "v": 7, "now": 1, "set": {"round": 9}, "news": []})
    assert after["gap"]
    assert after["table"] == {"round": 1}


def test_a_frame_that_was_folded_already_is_dropped(page: Page) -> None:
    after = folded(page, {"t": "table", "was": 3, "v": 5, "now": 1, "set": {"round": 9}, "news": []})
    assert not after["gap"]
    assert after["table"] == {"round": 1}


def test_a_beat_ahead_of_what_is_known_asks_for_a_snapshot(page: Page) -> None:
    assert folded(page, {"t": "beat", "v": 6, "now": 1})["gap"]
    assert not folded(page, {"t": "beat", "v": 5, "now": 1})["gap"]


def test_an_older_purse_is_dropped(page: Page) -> None:
    assert folded(page, {"t": "purse", "n": 2, "cents": 1})["purse"] == {"n": 3, "cents": 900}
    assert folded(page, {"t": "purse", "n": 4, "cents": 850})["purse"] == {"n": 4, "cents": 850}


def test_a_chip_is_drawn_from_the_wish_until_the_seats_stream_brings_it_and_never_twice(page: Page) -> None:
    wish = f"now = state.wished(now, 'a', {json.dumps(BET)});"
    ok = {"t": "ok", "id": "a", "v": 6}
    mine = {
        "t": "mine",
        "was": 5,
        "v": 6,
        "set": {"game": {"bets": {"red": 50}}},
        "news": [{"t": "bet-placed", "on": {"red": 50}}],
    }
    assert folded(page, wishes=wish)["sending"] == {"red": 50}
    assert folded(page, ok, wishes=wish)["sending"] == {"red": 50}  # accepted, the stream is not here yet
    for order in ((ok, mine), (mine, ok)):
        after = folded(page, *order, wishes=wish)
        assert after["sending"] == {}
        assert after["mine"]["game"]["bets"] == {"red": 50}
        assert after["wishes"] == []
    assert folded(page, mine, wishes=wish)["sending"] == {}  # the stream came first


def test_a_refused_chip_is_not_drawn_and_its_reason_is_kept(page: Page) -> None:
    wish = f"now = state.wished(now, 'a', {json.dumps(BET)});"
    after = folded(
        page,
        {"t": "no", "id": "a", "code": "above-maximum", "rule": "AR-11b", "with": {"limit": 5}},
        wishes=wish,
    )
    assert after["sending"] == {}
    assert after["wishes"][0]["refusal"] == {"code": "above-maximum", "rule": "AR-11b", "with": {"limit": 5}}


def test_after_a_break_only_a_snapshot_is_believed(page: Page) -> None:
    stale = {"t": "table", "was": 5, "v": 6, "now": 1, "set": {"round": 9}, "news": []}
    after = folded(page, stale, wishes="now = state.reconnected(now);")
    assert after["gap"]
    assert after["table"] == {"round": 1}
