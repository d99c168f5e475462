"""Players see their opponents only at tables between players, and a decision counts only for the situation
it answers.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from tests.games.tables.test_card_games import FUNDS, send_command, wait
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]


def test_HE_4a_everybody_sees_who_sits_where(room: Open) -> None:
    table = room("holdem")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    assert table.browsers[0].table["seats"] == {"1": ana.alias, "2": rui.alias}


@pytest.mark.parametrize("system", ["blackjack", "american-roulette"])
def test_no_names_are_shown_at_tables_against_the_house(room: Open, system: str) -> None:
    table = room(system)
    table.sit(players_with(FUNDS, 2))
    table.until("bets-opened")
    assert "seats" not in table.browsers[0].table


def test_HE_34_a_decision_that_comes_late_is_refused_and_never_taken_for_the_next(room: Open) -> None:
    table = room("holdem")
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        send_command(table, player, {"t": "buy-in"})
    while not (table.live.running and table.live.game.actor):
        table.step()
    game = table.live.game
    actor = next(player for player in players if table.live.players[player.pk] == game.actor)
    late = send_command(table, actor, {"t": "fold", "turn": 0, "facing": game.to_match + 100})
    assert late.refused.code is Refusal.STALE and late.refused.rule == "HE-34"
    assert send_command(table, actor, {"t": "call", "turn": 0, "facing": game.to_match}).refused is None


def test_HE_10_nobody_buys_in_at_a_place_whose_chips_are_still_in_play(room: Open) -> None:
    """Whoever sits down where a player has folded and left buys in after that round."""
    table = room("holdem", seats=3)
    players = players_with(FUNDS, 3)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    while wait(table) is not Wait.CHOICE:
        table.step()
    first = next(player for player in players if table.live.players[player.pk] == table.live.game.actor)
    seat = table.live.players[first.pk]
    assert send_command(table, first, {"t": "fold"}).refused is None
    table.send((first, protocol.Leave(uuid4())))
    (newcomer,) = players_with(FUNDS, 1)
    table.sit([newcomer])
    assert table.live.players[newcomer.pk] == seat and table.live.running
    result = send_command(table, newcomer, {"t": "buy-in"})
    assert result.refused is not None
    assert (result.refused.code, result.refused.rule) == (Refusal.NOT_NOW, "HE-10")
    while table.live.running:
        table.step()
    table.until("bets-opened")
    assert send_command(table, newcomer, {"t": "buy-in"}).refused is None
