"""Blackjack at a live table: the payment of each possible end of a hand, with stacked cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.rules.engine import Wait
from games.rules.shared.cards import PACK, cards
from games.tables.croupier.automatic_steps import AutomaticSteps
from tests.live_table import LiveTable, balance, do, players_with

Open = Callable[..., LiveTable]
FUNDS, BET = 1_000_000, 1_000
Command = dict[str, Any]
HIT, STAND, SURRENDER = {"t": "hit"}, {"t": "stand"}, {"t": "surrender"}
DOUBLE, SPLIT = {"t": "double", "cents": BET}, {"t": "split", "cents": BET}


class Shoe:
    """Cards in the order in which they leave the shoe: player, bank, player, the bank's second, then as they
    are asked for.
    """

    def __init__(self, text: str) -> None:
        self.first = list(cards(text))

    def shuffled(self, n: int) -> Sequence[int]:
        spare, order = list(range(n)), []
        for card in self.first:
            number = next(number for number in spare if number % PACK == card)
            spare.remove(number)
            order.append(number)
        return order + spare

    def below(self, n: int) -> int:
        raise AssertionError("blackjack deals, and draws nothing else")


class Hand:
    """One player's round."""

    def __init__(self, table: LiveTable, monkeypatch: pytest.MonkeyPatch, shoe: str) -> None:
        self.table = table
        monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe(shoe))
        (self.player,) = players_with(FUNDS, 1)
        table.sit([self.player])
        table.until("bets-opened")
        self.send({"t": "bet", "on": {"1": BET}})

    def ask(self, command: Command) -> Any:
        if command["t"] in ("hit", "stand", "double", "split", "surrender"):
            command = {**command, "turn": self.table.live.game.turn}
        (result,) = self.table.send((self.player, do(self.table.round, command)))
        return result.refused

    def send(self, command: Command) -> None:
        refused = self.ask(command)
        assert refused is None, refused

    def until_a_choice(self) -> None:
        while self.table.live.running and self.engine.waiting_for(self.table.live.game) is not Wait.CHOICE:
            self.table.step()

    @property
    def engine(self) -> Any:
        assert self.table.transaction.loaded is not None
        return self.table.transaction.loaded.rules.engine

    def play(self, script: Sequence[Command]) -> int:
        for command in script:
            self.until_a_choice()
            self.send(command)
        while self.table.live.running:
            self.table.step()
        return balance(self.player) - FUNDS


INSURE, EVEN_MONEY = {"t": "insure", "place": "1", "cents": 500}, {"t": "even-money", "place": "1"}
# The rule, the cards, what the player says, and what he has won or lost at the end.
HANDS: list[tuple[str, str, list[Command], int]] = [
    ("BJ-25b bust", "10H 9C 6D 8S KD", [HIT], -BET),
    ("BJ-25c nearer", "10H 9C 9D 8S", [STAND], BET),
    ("BJ-25e farther", "10H 10C 7D 9S", [STAND], -BET),
    ("BJ-25d bank bust", "10H 10C 2D 6S KD", [STAND], BET),
    ("BJ-25h tie", "10H 10C 9D 9S", [STAND], 0),
    ("BJ-17a the bank stands at seventeen", "10H 10C 8D 7S", [STAND], BET),
    ("BJ-17a the bank draws at sixteen", "10H 10C 8D 6S 3D", [STAND], -BET),
    ("BJ-20a blackjack at once", "AH 9C KD 8S", [], BET * 3 // 2),
    ("BJ-25a blackjack after the bank's second card", "AH 10C KD 8S", [], BET * 3 // 2),
    ("BJ-25h two blackjacks", "AH 10C KD AS", [], 0),
    ("BJ-18 the bank's blackjack beats 21", "7H 10C 7D AS 7S", [HIT], -BET + 3 * BET),
    ("BJ-18 the bank's blackjack beats twenty", "10H 10C KD AS", [STAND], -BET),
    ("BJ-25i six seven eight of one suit", "6H 9C 7H 10S 8H", [HIT], 4 * BET),
    ("BJ-25i three sevens", "7H 9C 7D 10S 7S", [HIT], 4 * BET),
    ("BJ-25i not of two suits", "6H 9C 7H 10S 8D", [HIT], BET),
    ("BJ-15b double on eleven", "6H 9C 5H 8S KD", [DOUBLE], 2 * BET),
    ("BJ-15b double and lose", "6H 10C 5H 9S 2D", [DOUBLE], -2 * BET),
    ("BJ-8a-ii the ace of a doubled nine is one", "AH 10C 8H 9S 2D", [DOUBLE], -2 * BET),
    ("BJ-8a-ii a later ace is free", "6H 10C 5H 8S AD", [DOUBLE], -2 * BET),
    ("BJ-15e surrender", "10H 9C 6D 8S", [SURRENDER], -BET // 2),
    ("BJ-25f insurance won", "10H AC 9D KS", [INSURE], -BET + 2 * 500),
    ("BJ-25g insurance lost", "10H AC 9D 9S", [INSURE, STAND], -BET - 500),
    ("BJ-20b even money", "AH AC KD KS", [EVEN_MONEY], BET),
    ("BJ-21a a split hand wins and the other loses", "8H 9C 8D 10S 10C 2D KS", [SPLIT, STAND, HIT], 0),
    ("BJ-21c split aces get one card each", "AH 9C AD 8S KC QD", [SPLIT], 2 * BET),
    ("BJ-19b and are no blackjack", "AH 10C AD KS KC QD", [SPLIT], 2 * BET),
]


@pytest.mark.parametrize(
    ("rule", "shoe", "script", "won"), HANDS, ids=[case[0].replace(" ", "-") for case in HANDS]
)
def test_a_hand_brings_what_its_rule_says(
    room: Open, monkeypatch: pytest.MonkeyPatch, rule: str, shoe: str, script: list[Command], won: int
) -> None:
    assert Hand(room("blackjack"), monkeypatch, shoe).play(script) == won


# The rule, the sheet, the cards, what is said before, what is asked, and the code of the refusal.
REFUSALS: list[tuple[str, dict[str, Any], str, list[Command], Command, str]] = [
    ("BJ-15a", {}, "2H 9C 3D 8S", [], STAND, "not-offered"),
    ("BJ-15b", {}, "10H 9C 2D 8S", [], DOUBLE, "not-offered"),
    ("BJ-15b", {}, "6H 9C 5D 8S", [], {"t": "double", "cents": BET // 2}, "below-minimum"),
    ("BJ-15b", {}, "6H 9C 5D 8S", [], {"t": "double", "cents": 2 * BET}, "above-maximum"),
    ("BJ-15e", {"insurance": False}, "10H AC 6D 8S", [], SURRENDER, "not-offered"),
    ("BJ-21a", {}, "10H 9C 6D 8S", [], SPLIT, "not-offered"),
    ("BJ-21a", {}, "8H 9C 8D 8S", [], {"t": "split", "cents": BET // 2}, "below-minimum"),
    ("BJ-16b", {"pairs_only": True}, "KH 9C QD 8S", [], SPLIT, "not-offered"),
    ("BJ-16c", {"split_limit": 1}, "8H 9C 8D 10S 8C 2D", [SPLIT], SPLIT, "not-offered"),
    ("BJ-15f", {}, "10H AC 9D KS", [], {"t": "insure", "place": "1", "cents": 600}, "above-maximum"),
    ("BJ-16d", {"insurance": False}, "AH AC KD 9S", [], INSURE, "not-offered"),
    ("BJ-20b", {}, "10H AC 9D KS", [], EVEN_MONEY, "not-offered"),
]


IDS = [f"{case[0]}-{case[5]}-{number}" for number, case in enumerate(REFUSALS)]


@pytest.mark.parametrize(("rule", "sheet", "shoe", "before", "forbidden", "code"), REFUSALS, ids=IDS)
def test_a_decision_that_a_rule_forbids_is_refused_by_it(
    room: Open,
    monkeypatch: pytest.MonkeyPatch,
    rule: str,
    sheet: dict[str, Any],
    shoe: str,
    before: list[Command],
    forbidden: Command,
    code: str,
) -> None:
    hand = Hand(room("blackjack", sheet=sheet), monkeypatch, shoe)
    for command in before:
        hand.until_a_choice()
        hand.send(command)
    hand.until_a_choice()
    was = (balance(hand.player), hand.table.live.seq)
    refused = hand.ask(forbidden)
    assert refused is not None
    assert (str(refused.code), refused.rule) == (code, rule)
    assert (balance(hand.player), hand.table.live.seq) == was
