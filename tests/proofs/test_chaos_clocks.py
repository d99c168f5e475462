"""The chaos proof detects decisions that players lost because of a kill."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.proofs.chaos_clocks import Decision, decides, judge, needed_decisions
from tests.proofs.chaos_player import ChaosPlayer

KILLED = 1_000.0  # seconds
ANA, RUI = 1, 2


def player(tmp_path: Path, *connections: list[float], game: str = "stud") -> ChaosPlayer:
    rules = SimpleNamespace(setting=SimpleNamespace(minimum=100, rebuys=()), sheet=SimpleNamespace(calls=()))
    chaos_player = ChaosPlayer(
        "ws://x/ws/table/7/", "", tmp_path / "journal", 1, game, rules, player=ANA, table=7
    )
    chaos_player.connections = list(connections)
    return chaos_player


def verdict(chaos_player: ChaosPlayer, *events: tuple[str, int, int | None, bool]) -> str | None:
    """Judge events: kind, milliseconds after the kill, player, and whether the player sent a command."""
    rows = [(kind, int(KILLED * 1000) + after, seat, by_command) for kind, after, seat, by_command in events]
    return judge(Decision(1, "web", KILLED, chaos_player), lambda sql, values: rows)


RENEWED = ("clocks-renewed", 400, None, False)
STAYS, CAME_BACK, NEVER_BACK = [900.0, 2_000.0], [1_001.0, 2_000.0], [900.0, KILLED]


@pytest.mark.parametrize(
    ("connection", "events", "fault"),
    [
        (STAYS, [RENEWED, ("folded", 9_000, ANA, False)], ""),
        (STAYS, [RENEWED, ("folded", 1_500, ANA, True)], ""),
        (STAYS, [RENEWED, ("folded", 900, RUI, False), ("round-ended", 1_000, None, False)], ""),
        (STAYS, [("folded", 900, ANA, False)], "folded after 900 ms, and no clock was renewed"),
        (
            CAME_BACK,
            [RENEWED, ("folded", 2_000, ANA, False)],
            "folded only 1600 ms after the clocks were renewed",
        ),
        (NEVER_BACK, [RENEWED, ("folded", 2_000, ANA, False)], None),
        (STAYS, [("folded", 20, ANA, False)], None),
        (STAYS, [], ""),
    ],
)
def test_CS_32_a_default_counts_against_the_house_unless_the_new_time_was_over(
    tmp_path: Path, connection: list[float], events: list[Any], fault: str | None
) -> None:
    assert verdict(player(tmp_path, connection), *events) == fault


@pytest.mark.parametrize(("kills", "needed"), [(10, 0), (49, 0), (50, 200), (51, 204), (500, 2_000)])
def test_a_run_of_fifty_kills_must_find_two_hundred_decisions_open_and_a_longer_one_more(
    kills: int, needed: int
) -> None:
    assert needed_decisions(kills) == needed


def test_a_decision_is_open_where_the_table_waits_for_this_player(tmp_path: Path) -> None:
    chaos_player = player(tmp_path)
    chaos_player.table, chaos_player.mine = (
        {"phase": "choosing"},
        {"game": {"options": {"continue": {"cost": 200}, "fold": True}}},
    )
    assert decides(chaos_player)
    chaos_player.table = {"phase": "betting"}
    assert not decides(chaos_player)
    chaos_player.table, chaos_player.mine = {"phase": "choosing"}, {"game": {"options": {}}}
    assert not decides(chaos_player)
