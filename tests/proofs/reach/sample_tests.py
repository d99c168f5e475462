"""Tests for the recorder's own test (tests/proofs/test_reach.py), which runs them by name; no other run
does.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.roulette.layout import colour
from tests.live_table import LiveTable, bet, players_with, table_open


def test_an_engine_by_itself() -> None:
    assert colour("0") == "green"


@pytest.mark.django_db
def test_at_a_table(tmp_path: Path) -> None:
    play_a_round(tmp_path)


@pytest.mark.django_db
def test_that_fails(tmp_path: Path) -> None:
    play_a_round(tmp_path)
    pytest.fail("on purpose")


def play_a_round(folder: Path) -> None:
    room = LiveTable(folder, table_open("american-roulette"))
    (player,) = players_with(10_000, 1)
    room.sit([player])
    room.until("bets-opened")
    (answer,) = room.send((player, bet(room.round, {"straight:0": 100})))
    assert answer.refused is None
    room.until("round-ended")
