"""The player's money on a table, after every step of a round: what the table holds of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.lobby.seats import seats_of
from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from players.models import Player
from players.wallet.models import Transfer
from tests.games.tables.test_blackjack_live import Shoe
from tests.games.tables.test_jackpot import FUNDS, Rigged, laid, played
from tests.games.tables.test_rounds import Zero
from tests.live_table import LiveTable, account, bet, do, players_with, table_open

pytestmark = pytest.mark.django_db
BET = 1_000


def seated(tmp_path: Path, system: str, **setting: Any) -> tuple[LiveTable, Player]:
    table = LiveTable(tmp_path, table_open(system, **setting))
    (player,) = players_with(FUNDS, 1)
    table.sit([player])
    table.until("bets-opened")
    return table, player


def assert_money(table: LiveTable, player: Player) -> int:
    """With one player at the table, all that it holds of stakes is this player's."""
    held = account(table.table, "stakes") + account(table.table, "held")
    assert seats_of(player) == {table.table.pk: held}
    return held


def test_BJ_20a_a_prize_paid_at_once_is_not_taken_from_the_other_stake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[BJ-20a] The blackjack of place 1 is paid while place 2 still decides."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe("AH 5D 9C KD 6H 8S"))
    table, player = seated(tmp_path, "blackjack", sheet={"places_per_player": 2}, places_per_player=2)
    assert table.send((player, do(table.round, {"t": "bet", "on": {"1": BET, "2": BET}})))[0].refused is None
    assert assert_money(table, player) == 2 * BET
    while (
        table.live.running and not Transfer.objects.filter(kind="prize", round=table.live.round_id).exists()
    ):
        table.step()
        assert_money(table, player)
    assert table.live.running and assert_money(table, player) == BET
    while table.live.running:
        table.step()
        assert_money(table, player)
    assert seats_of(player) == {table.table.pk: 0}


def test_FR_R20c_a_stake_in_prison_stays_on_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[FR-R20c] From the zero to the end of the next round, and again if another bet is laid meanwhile."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: Zero())
    table, player = seated(tmp_path, "french-roulette", sheet={"zero_option": "en-prison"})
    table.send((player, bet(table.round, {"red": 500})))
    table.until("round-ended")
    assert assert_money(table, player) == 500
    table.until("bets-opened")
    assert assert_money(table, player) == 500
    assert table.send((player, bet(table.round, {"even": 700})))[0].refused is None
    assert assert_money(table, player) == 1_200
    table.until("round-ended")
    assert assert_money(table, player) == account(table.table, "held")


def test_MS_11_4_a_jackpot_bet_that_is_carried_stays_on_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[MS-11.1] [MS-11.4]"""
    rigged = Rigged(monkeypatch)
    table, player = seated(tmp_path, "macau-stud", dealing="shuffler")
    rigged.pack = type(
        "Broken", (), {"shuffled": staticmethod(lambda n: (0,) * n), "below": staticmethod(lambda n: 0)}
    )()
    laid(table, player)
    played(table)
    assert assert_money(table, player) > 0
    rigged.deal({})
    laid(table, player, jackpot=False)
    assert assert_money(table, player) > 0
    engine = table.transaction.loaded.rules.engine  # type: ignore[union-attr]
    while table.live.running and engine.waiting_for(table.live.game) is not Wait.CHOICE:
        table.step()
        assert_money(table, player)
    played(table, player)
    assert assert_money(table, player) == 0
