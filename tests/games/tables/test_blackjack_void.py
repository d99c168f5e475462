"""A blackjack is paid at once, and then the house's own fault makes the round void."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.models import Round
from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from players.models import Player
from players.wallet.models import Transfer
from tests.games.tables.clocks import step_until
from tests.games.tables.test_blackjack_live import Shoe
from tests.live_table import LiveTable, account, balance, bet, do, players_with

Open = Callable[..., LiveTable]
BET, PRIZE = 1_000, 1_500
# Two blackjacks, and sixteen that needs a decision; the bank shows a nine.
CARDS = "AH AD 10H 9C KD QD 6S"


def transfers(table: LiveTable, kind: str) -> dict[int, int]:
    """By seat, what was moved in the round."""
    void = Round.objects.get(table=table.table, number=1)
    return dict(Transfer.objects.filter(round=void.pk, kind=kind).values_list("seat", "cents"))


def paid_at_once(room: Open, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
    """Two players have been paid for their blackjacks, and the third decides."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe(CARDS))
    table = room("blackjack", sheet={"resume_within": 60})
    players = players_with(BET, 3)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        place = str(table.live.players[player.pk])
        (result,) = table.send((player, do(table.round, {"t": "bet", "on": {place: BET}})))
        assert result.refused is None, result.refused
    step_until(table, Wait.CHOICE)
    assert [balance(player) for player in players] == [BET + PRIZE, BET + PRIZE, 0]
    return table, players


def test_BJ_28_a_void_round_takes_back_what_is_left_of_a_prize_paid_early(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One player has bet most of the prize at another table meanwhile: the bank bears it (A66). Nobody owes
    anything, and the other pays the whole prize back.
    """
    table, (spender, saver, third) = paid_at_once(room, monkeypatch)
    other = room()
    other.sit([spender])
    other.until("bets-opened")
    (result,) = other.send((spender, bet(other.round, {"red": 2_100})))
    assert result.refused is None, result.refused
    assert "round-voided" in table.step(late=61_000)
    assert [balance(player) for player in (spender, saver, third)] == [0, BET, BET]
    assert account(other.table, "stakes") == 2_100 and account(table.table, "stakes") == 0
    assert transfers(table, "prize-back") == {
        table.live.players[spender.pk]: BET + PRIZE - 2_100,
        table.live.players[saver.pk]: PRIZE,
    }
    assert Round.objects.get(table=table.table, number=1).status == "void"


def test_BJ_28_a_void_round_takes_no_prize_back_of_an_empty_wallet(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (spender, saver, third) = paid_at_once(room, monkeypatch)
    other = room()
    other.sit([spender])
    other.until("bets-opened")
    (result,) = other.send((spender, bet(other.round, {"red": BET + PRIZE})))
    assert result.refused is None, result.refused
    assert "round-voided" in table.step(late=61_000)
    assert [balance(player) for player in (spender, saver, third)] == [0, BET, BET]
    assert transfers(table, "prize-back") == {table.live.players[saver.pk]: PRIZE}


def test_BJ_28_the_stakes_that_go_back_pay_for_a_prize_that_was_spent(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One player with two boxes: a blackjack that was paid, and a hand that is being decided (A66)."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe("AH 10H 9C KD 6S"))
    rules = {"resume_within": 60, "places_per_player": 2}
    table, other = room("blackjack", sheet=rules, places_per_player=2), room()
    (player,) = players_with(2 * BET, 1)
    table.sit([player])
    table.until("bets-opened")
    (result,) = table.send((player, do(table.round, {"t": "bet", "on": {"1": BET, "2": BET}})))
    assert result.refused is None, result.refused
    step_until(table, Wait.CHOICE)
    other.sit([player])
    other.until("bets-opened")
    (result,) = other.send((player, bet(other.round, {"red": BET + PRIZE})))
    assert result.refused is None, result.refused
    assert "round-voided" in table.step(late=61_000)
    assert transfers(table, "prize-back") == {table.live.players[player.pk]: BET}
    assert balance(player) == 0 and account(table.table, "stakes") == 0
