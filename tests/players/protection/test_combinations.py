"""What counts against a limit, against what becomes of the stake meanwhile: what is left is the limit less
the stakes that were kept, on the page as at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from games.models import Round
from players.protection.limits import limit_statuses, set_limits
from tests.combinations import pairs
from tests.games.tables.clocks import DatabaseClock, finish_round
from tests.games.tables.situations import LIMIT, RESUME, SITUATIONS, Scene
from tests.live_table import LiveTable, do, table_open

Staked = list[int]
SINGLE = "a bet at an individual table"
# At a table between players the chips that are bought are the stake, whatever becomes of the hand.
CHOSEN = [name for name, situation in SITUATIONS.items() if situation.system != "holdem" and name != SINGLE]


def staked(scene: Scene) -> Staked:
    """What each player has newly staked in the running round."""
    by_player = scene.table.transaction.refresh().round_stakes
    return [by_player.get(player.pk, 0) for player in scene.players]


def lies_on_the_table(scene: Scene) -> Staked:
    return staked(scene)


def ends(scene: Scene) -> Staked:
    at_stake = staked(scene)
    finish_round(scene.table)
    return at_stake


def ends_early(scene: Scene) -> Staked:
    assert "round-voided" in scene.table.step(late=1000 * RESUME + 1000)
    assert Round.objects.get(table=scene.table.table, number=scene.table.live.round).status == "void"
    return [0 for _ in scene.players]


def is_repeated_at_another_croupier(scene: Scene) -> Staked:
    at_stake = staked(scene)
    scene.table.new_croupier()
    scene.table.send(scene.last, scene.last)
    return at_stake


def is_followed_by_another_table(scene: Scene) -> Staked:
    """A stake at a second table counts at the first."""
    second = scene.room("american-roulette")
    second.sit(scene.players)
    second.until("bets-opened")
    for player in scene.players:
        (result,) = second.send((player, do(second.round, {"t": "bet", "on": {"red": 700}})))
        assert result.refused is None
    return [cents + 700 for cents in staked(scene)]


OCCURRENCES: dict[str, Callable[[Scene], Staked]] = {
    "it lies there": lies_on_the_table,
    "the round ends": ends,
    "the round ends early": ends_early,
    "it is repeated at another croupier": is_repeated_at_another_croupier,
    "another table": is_followed_by_another_table,
}


@pytest.mark.parametrize(
    ("situation", "occurrence"),
    pairs(
        CHOSEN,
        OCCURRENCES,
        {
            (name, occurrence): "one way to stake in each game is enough"
            for occurrence in ("it lies there", "it is repeated at another croupier", "another table")
            for name in CHOSEN
            if name not in ("a stake in prison", "an insured hand", "a jackpot bet")
        },
    ),
)
def test_a_stake_counts_while_it_is_kept_and_no_longer(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, situation: str, occurrence: str
) -> None:
    def room(system: str, **setting: object) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    scene = Scene(situation, room, monkeypatch, DatabaseClock(monkeypatch))
    before = [LIMIT - (left or 0) for left in scene.left_before]
    counts = [earlier + now for earlier, now in zip(before, OCCURRENCES[occurrence](scene), strict=True)]
    assert scene.stake_left() == [LIMIT - cents for cents in counts]
    for player, cents in zip(scene.players, counts, strict=True):
        shown = {status.period: status for status in limit_statuses(player) if status.kind == "stake"}
        assert {status.used for status in shown.values()} == {cents}
        set_limits(player, {("stake", "day"): cents + 100})  # lower: in force at once, within a round too
    assert scene.stake_left() == [100 for _ in scene.players]
