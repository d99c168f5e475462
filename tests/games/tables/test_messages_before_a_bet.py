"""A message about play that must be answered stops the next bet, and nothing within a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal
from games.tables.croupier.automatic_steps import AutomaticSteps
from players.models import Player, PlaySession
from players.protection.care_messages import answer_message
from players.protection.models import CareMessage
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.games.tables.clocks import finish_round, place_bet, step_until
from tests.games.tables.clocks import send_command as send
from tests.games.tables.test_blackjack_live import Shoe
from tests.live_table import LiveTable, balance, players_with

Open = Callable[..., LiveTable]
TEXTS = {"pt": {"title": "Título", "text": "Texto", "answers": []}}


def asked(player: Player, *, required: bool = True) -> CareMessage:
    alert = raised_alert(player, "long", {"minutes": 400})
    return CareMessage.objects.create(
        player=player, alert=alert.pk, kind="message", texts=TEXTS, required=required
    )


def seated(room: Open, system: str) -> tuple[LiveTable, Player]:
    table, (ana,) = room(system), players_with(100_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    return table, ana


@pytest.mark.parametrize("system", ["french-roulette", "baccarat", "blackjack"])
def test_the_next_bet_waits_for_the_answer(room: Open, system: str) -> None:
    table, ana = seated(room, system)
    message, before = asked(ana), balance(ana)
    refused = place_bet(table, ana).refused
    assert refused is not None and refused.code is Refusal.EXCLUDED
    assert refused.details == {"why": "message-unanswered"} and balance(ana) == before
    assert PlaySession.objects.get(player=ana).ended is None, "the seat stays"
    assert answer_message(ana, message.pk, "read")
    assert place_bet(table, ana).refused is None


def test_what_need_not_be_answered_stops_nothing(room: Open) -> None:
    table, ana = seated(room, "baccarat")
    asked(ana, required=False)
    assert place_bet(table, ana).refused is None


def test_a_hand_in_play_goes_on_as_usual(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card is shown between rounds: whoever has not seen it may double."""
    shoe: Any = Shoe("6C 5H 4D 10S 3C 9H 9C")  # 6 + 4 against a 5
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: shoe)
    table, ana = seated(room, "blackjack")
    assert place_bet(table, ana).refused is None
    step_until(table, Wait.CHOICE)
    asked(ana)
    turn = table.live.game.turn
    assert send(table, ana, {"t": "double", "turn": turn, "cents": 1_000}).refused is None
    finish_round(table)
    table.until("bets-opened")
    refused = place_bet(table, ana).refused
    assert refused is not None and refused.details == {"why": "message-unanswered"}


def test_a_player_at_another_table_is_not_concerned(room: Open) -> None:
    table, (ana, rui) = room("french-roulette"), players_with(100_000, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    asked(ana)
    assert place_bet(table, rui).refused is None
