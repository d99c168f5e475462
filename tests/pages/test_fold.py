"""The frames that the browser's reducer applies give the same state as a snapshot, for every golden round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from casino.services.folder import PROJECT
from games.tables.transport.protocol import merge_patch
from tests.pages.screen import run

pytestmark = pytest.mark.journey

ROUNDS = sorted((PROJECT / "tests" / "rounds").glob("roulette-*.json"))
STATE = {"state": "table/state.js"}


def views(path: Path) -> list[dict[str, Any]]:
    """The views of a golden file in their order: everybody's under "table", each seat's under its number."""
    # A refused command changes nothing, so it has no views.
    return [
        step["views"]
        for played in json.loads(path.read_text())["rounds"]
        for step in played
        if "views" in step
    ]


def frames(seen: list[dict[str, Any]], seat: str) -> list[dict[str, Any]]:
    first, *rest = seen
    messages = [
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
            change = {wrap: merge_patch(was[key], view[key])}
            messages.append(
                {"t": name, "was": version - 1, "v": version, "now": version, "set": change, "news": []}
            )
        was = view
    return messages


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_hearing_equals_asking(page: Page, path: Path) -> None:
    seen = views(path)
    for seat in (key for key in seen[0] if key != "table"):
        after = run(
            page, STATE, "return given.reduce(state.applyFrame, state.initialState());", frames(seen, seat)
        )
        assert after["table"]["game"] == seen[-1]["table"]
        assert after["mine"]["game"] == seen[-1][seat]
        assert not after["gap"]
