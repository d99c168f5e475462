"""The check of `chaos --beacon` finds rounds that were decided, or void, against their sheet."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.draw import beacon
from games.draw.beacon import Chain
from tests.proofs.chaos_beacon import BeaconReport, check_rounds

SECRET = 0xC4A05
CHAIN = Chain("sandbox", beacon.public_key_of(SECRET), 1_700_000_000, 1, "44" * 32)
CLOSED = 1_700_000_100_250
NUMBER = CHAIN.first_from(CLOSED + 300)
DUE = CHAIN.scheduled_ms(NUMBER)
OPENED = (
    "bets-opened",
    {"beacon": {"chain": msgspec.to_builtins(CHAIN), "margin": 300, "wait": 5}},
    CLOSED - 9,
)
CHOSEN = ("beacon-number-chosen", {"number": NUMBER}, CLOSED)
USED = ("beacon-value-used", {"signature": beacon.sign(SECRET, NUMBER)}, DUE + 20)
Event = tuple[str, dict[str, Any], int]


def ended(at: int) -> Event:
    return ("round-ended", {}, at)


def report(*events: Event, status: str = "ended", cause: str = "", outcome: str = "") -> BeaconReport:
    rows = [(1, "baccarat", kind, json.dumps(data), at, status, cause, outcome) for kind, data, at in events]
    return check_rounds([7], lambda sql, values: rows)


def wrong(*events: Event, status: str = "ended", cause: str = "", outcome: str = "") -> list[str]:
    return report(*events, status=status, cause=cause, outcome=outcome).wrong


def test_a_round_with_the_value_of_its_close_is_good() -> None:
    assert not wrong(OPENED, CHOSEN, USED, ended(DUE + 900))
    assert report(OPENED, CHOSEN, USED, ended(DUE + 900)).decided == 1


def test_a_round_that_nobody_played_is_good() -> None:
    assert not wrong(OPENED, ended(CLOSED))
    assert wrong(OPENED, ended(CLOSED), outcome="17") == ["round 1 (baccarat): decided without a number"]


def test_a_round_that_got_no_value_is_void_when_its_sheet_says() -> None:
    assert not wrong(OPENED, CHOSEN, ended(DUE + 5_040), status="void", cause="no-beacon")
    assert not wrong(OPENED, CHOSEN, ended(DUE + 200_000), status="void", cause="not-resumed")


def test_a_round_that_closed_and_never_ended_is_lost() -> None:
    assert report(OPENED, CHOSEN, status="open").lost == [1]
    assert not report(OPENED, status="open").lost


@pytest.mark.parametrize(
    ("events", "status", "cause"),
    [
        ((OPENED, CHOSEN, ended(DUE + 900)), "ended", ""),
        ((OPENED, USED, ended(DUE + 900)), "ended", ""),
        ((OPENED, ("beacon-number-chosen", {"number": NUMBER + 1}, CLOSED), USED), "ended", ""),
        (
            (OPENED, CHOSEN, ("beacon-value-used", {"signature": beacon.sign(SECRET, NUMBER + 1)}, DUE)),
            "ended",
            "",
        ),
        ((OPENED, CHOSEN, (*USED[:2], DUE - 1)), "ended", ""),
        ((OPENED, CHOSEN, ended(DUE + 4_000)), "void", "no-beacon"),
        ((OPENED, CHOSEN, USED, ended(DUE + 5_040)), "void", "no-beacon"),
        ((OPENED, CHOSEN, ended(DUE + 900)), "void", "system"),
        ((("bets-opened", {}, CLOSED), ended(CLOSED + 900)), "ended", ""),
    ],
    ids=[
        "no-value",
        "no-number",
        "other-number",
        "forged",
        "early",
        "void-early",
        "void-with-value",
        "cause",
        "none",
    ],
)
def test_everything_else_is_wrong(events: tuple[Event, ...], status: str, cause: str) -> None:
    assert len(wrong(*events, status=status, cause=cause)) == 1
