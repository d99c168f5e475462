"""Hold'em at a live table: the better hand wins the pot, for every combination of two hand kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from players.models import Player
from tests.live_table import LiveTable, do, players_with
from tests.rules.holdem.play import Pack

Open = Callable[..., LiveTable]
FUNDS, BUY_IN = 1_000_000, 20_000


def seated(
    room: Open, monkeypatch: pytest.MonkeyPatch, batch: str, **setting: Any
) -> tuple[LiveTable, dict[int, Player]]:
    """Two players with their chips, and the cards of the pack in the order in which they are dealt."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Pack(batch))
    table = room("holdem", **setting)
    players = dict(enumerate(players_with(FUNDS, 2), 1))
    table.sit(players.values())
    table.until("bets-opened")
    for player in players.values():
        (result,) = table.send((player, do(table.round, {"t": "buy-in"})))
        assert result.refused is None, result.refused
    return table, players


def call_to_the_end(table: LiveTable, players: dict[int, Player]) -> None:
    """All players check or call."""
    for _ in range(60):
        game = table.live.game
        if not table.live.running:
            return
        engine = table.transaction.loaded.rules.engine
        if engine.waiting_for(game) is not Wait.CHOICE:
            table.step()
            continue
        command = "check" if game.to_match == game.seats[game.actor].bet else "call"
        (result,) = table.send((players[game.actor], do(table.round, {"t": command})))
        assert result.refused is None, result.refused
    raise AssertionError("the round did not end")


# Two hands of one kind: the first two cards each, dealt in turn, the better hand first; then the common
# cards.
SHOWDOWNS = [
    ("HE-32a four of a kind, by the fifth card", "AH KH 2C 3C 9S 9D 9C 9H 4D"),
    ("HE-32a four of a kind", "10H 9H 10C 9C 10S 10D 9S 9D 2H"),
    ("HE-32b full house, by the three", "10H 9H 10C 9C 10S 9S 4D 4H 2C"),
    ("HE-32b full house, by the pair", "KH QH KC QC 8S 8D 8H 3C 2D"),
    ("HE-32c straight", "10H 5H JC 2C 9S 8D 7H 6C 2D"),
    ("HE-32d flush", "AH KH 2H 3H 10H 8H 6H 4C 2D"),
    ("HE-32e three of a kind", "10H 9H 10C 9C 10S 9S 7D 5H 2D"),
    ("HE-32e three of a kind, by the other cards", "AH KH QC JC 9S 9D 9C 5H 2D"),
    ("HE-32f two pairs", "10H 9H 10C 9C 7S 7D 5H 3C 2D"),
    ("HE-32g one pair", "10H 9H 10C 9C AS QD 7H 5C 3D"),
    ("HE-32g one pair, by the other cards", "AH KH 4C 3C 10S 10D 8H 7C 6S"),
    ("HE-32h high cards", "AH KH 4C 3C QS 10D 8H 7C 2S"),
    ("HE-29 a flush beats a straight", "AH 10S 2H 9S QH 8H 4H 7D 6C"),
    ("HE-29a a royal flush beats four of a kind", "AH 9D KH 9C QH JH 10H 9S 9H"),
]


@pytest.mark.parametrize(
    ("rule", "cards"), SHOWDOWNS, ids=[case[0].replace(" ", "-").replace(",", "") for case in SHOWDOWNS]
)
def test_the_better_hand_takes_the_pot(
    room: Open, monkeypatch: pytest.MonkeyPatch, rule: str, cards: str
) -> None:
    table, players = seated(room, monkeypatch, cards)
    table.until("cards-dealt")
    first, _ = next(iter(table.live.game.dealt_in()))
    call_to_the_end(table, players)
    stacks = {seat: table.live.game.seats[seat].stack for seat in players}
    assert stacks[first] > BUY_IN > stacks[3 - first]


def test_HE_61_equal_hands_share_the_pot(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is the best hand of both."""
    table, players = seated(room, monkeypatch, "2H 3H 2C 3C AS KS QS JS 10S")
    call_to_the_end(table, players)
    stacks = {table.live.game.seats[seat].stack for seat in players}
    assert len(stacks) == 1
