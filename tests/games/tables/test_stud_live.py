"""Both stud games at live tables: every combination pays by its table, and every tie is broken by its
rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Round
from games.rules.engine import Wait
from games.rules.stud.variant import CARIBBEAN, MACAU
from games.tables.croupier.automatic_steps import AutomaticSteps
from tests.live_table import LiveTable, balance, do, players_with
from tests.rules.stud.play import DOES_NOT, PLAYS, Pack

Open = Callable[..., LiveTable]
FUNDS, ANTE = 1_000_000, 500
BOTH = (CARIBBEAN, MACAU)

ROYAL, STRAIGHT_FLUSH, FOUR, FULL = "AD KD QD JD 10D", "9H 8H 7H 6H 5H", "7S 7H 7D 7C 2D", "6S 6D 6H 5S 5D"
FLUSH, STRAIGHT, THREE, TWO = "QC 9C 7C 6C 2C", "9D 8C 7H 6S 5D", "8S 8H 8D KC 2D", "9D 9C 8H 8S 5D"
PAIR, NOTHING = "9D 9C 8H 6S 5D", "JD 10D 7H 6C 5C"


class Dealt:
    """A table with one player, to whom and to the bank the named cards come."""

    def __init__(self, table: LiveTable, monkeypatch: pytest.MonkeyPatch, hand: str, bank: str) -> None:
        self.table, self.pack = table, None

        def chance(house: AutomaticSteps, live: Any) -> Any:
            self.pack = self.pack or Pack(live.game, {1: hand}, bank)
            return self.pack

        monkeypatch.setattr(AutomaticSteps, "_chance", chance)
        (self.player,) = players_with(FUNDS, 1)
        table.sit([self.player])
        table.until("bets-opened")
        self.send({"t": "bet", "on": {"ante": ANTE}})

    def send(self, command: dict[str, Any]) -> None:
        (result,) = self.table.send((self.player, do(self.table.round, command)))
        assert result.refused is None, result.refused

    def until_decisions(self) -> Dealt:
        while self.engine.waiting_for(self.table.live.game) is not Wait.CHOICE:
            self.table.step()
        return self

    @property
    def engine(self) -> Any:
        assert self.table.transaction.loaded is not None
        return self.table.transaction.loaded.rules.engine

    def finish(self) -> int:
        """The round goes to its end; what the player has won or lost of it."""
        while self.table.live.running:
            self.table.step()
        assert Round.objects.get(table=self.table.table, number=1).status != "void"
        return balance(self.player) - FUNDS


def played(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str, hand: str, bank: str, **setting: Any
) -> int:
    dealt = Dealt(room(system, **setting), monkeypatch, hand, bank).until_decisions()
    dealt.send({"t": "continue", "bet": 2 * ANTE})
    return dealt.finish()


PAYS = [
    (ROYAL, 100, "CS-12a", "MS-9.5.9"),
    (STRAIGHT_FLUSH, 50, "CS-12b", "MS-9.5.8"),
    (FOUR, 20, "CS-12c", "MS-9.5.7"),
    (FULL, 7, "CS-12d", "MS-9.5.6"),
    (FLUSH, 5, "CS-12e", "MS-9.5.5"),
    (STRAIGHT, 4, "CS-12f", "MS-9.5.4"),
    (THREE, 3, "CS-12g", "MS-9.5.3"),
    (TWO, 2, "CS-12h", "MS-9.5.2"),
    (PAIR, 1, "CS-12i", "MS-9.5.1"),
]


@pytest.mark.parametrize("system", BOTH)
@pytest.mark.parametrize(("hand", "times", "caribbean", "macau"), PAYS, ids=[row[2] for row in PAYS])
def test_the_second_bet_wins_what_its_combination_pays(
    room: Open,
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    hand: str,
    times: int,
    caribbean: str,
    macau: str,
) -> None:
    """The ante wins its like, the second bet its times; the stakes come back."""
    assert played(room, monkeypatch, system, hand, PLAYS.replace("AS", "AC")) == ANTE + times * 2 * ANTE


@pytest.mark.parametrize("system", BOTH)
def test_CS_12j_MS_9_5_1_high_cards_win_once_the_bet(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """[CS-12j] [MS-9.5.1]"""
    assert played(room, monkeypatch, system, "AD KD QC 3H 2C", PLAYS) == ANTE + 2 * ANTE


@pytest.mark.parametrize("system", BOTH)
def test_CS_26_MS_9_2_where_the_bank_does_not_play_the_ante_wins_and_the_second_bet_comes_back(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """[CS-26] [CS-25] [MS-9.1] [MS-9.2]"""
    assert played(room, monkeypatch, system, PAIR, DOES_NOT) == ANTE


@pytest.mark.parametrize("system", BOTH)
def test_CS_29_MS_9_4_a_lower_hand_loses_both_bets(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """[CS-29] [MS-9.4]"""
    assert played(room, monkeypatch, system, NOTHING, PLAYS) == -3 * ANTE


# Two hands of one kind, the player's higher in what the rule looks at; and the rules that say so.
HIGHER = [
    ("9H 8H 7H 6H 5H", "8D 7D 6D 5D 4D", "CS-13a"),
    ("7S 7H 7D 7C 2D", "6S 6H 6D 6C AD", "CS-13b"),
    ("6S 6D 6H 5S 5D", "4S 4D 4H AS AD", "CS-13c"),
    ("QC 9C 7C 6C 2C", "QD 9D 7D 5D 4D", "CS-13d"),
    ("8S 8H 8D KC 2D", "7S 7H 7D AC QD", "CS-13e"),
    ("9D 9C 8H 8S 5D", "9H 9S 7H 7S AD", "CS-13f"),
    ("9D 9C 8H 6S 5D", "9H 9S 8D 6C 4D", "CS-13g"),
    ("AD KD QC 3H 2C", "AS KH 4D 3C 2S", "CS-9a"),
]


@pytest.mark.parametrize("system", BOTH)
@pytest.mark.parametrize(("high", "low", "rule"), HIGHER, ids=[row[2] for row in HIGHER])
def test_two_hands_of_one_kind_are_compared_by_their_cards(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str, high: str, low: str, rule: str
) -> None:
    assert played(room, monkeypatch, system, high, low) > 0


@pytest.mark.parametrize(("high", "low", "rule"), HIGHER, ids=[row[2] for row in HIGHER])
def test_the_same_hands_the_other_way_round_lose(
    room: Open, monkeypatch: pytest.MonkeyPatch, high: str, low: str, rule: str
) -> None:
    assert played(room, monkeypatch, CARIBBEAN, low, high) == -3 * ANTE


def test_CS_11b_equal_hands_give_both_bets_back(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """[CS-11b] [CS-13]"""
    assert played(room, monkeypatch, CARIBBEAN, "9D 9C 8H 6S 5D", "9H 9S 8D 6C 5H") == 0


def test_CS_9b_equal_singles_are_told_apart_by_three_of_one_suit(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[CS-9b]"""
    assert played(room, monkeypatch, CARIBBEAN, "AD KD 4D 3H 2C", "AS KH 4C 3C 2S") == 3 * ANTE


def test_MS_4_1_in_macau_the_suit_decides_where_the_ranks_are_equal(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spades, hearts, clubs, diamonds.  [MS-4.1] [MS-4.2]"""
    assert played(room, monkeypatch, MACAU, "9H 9S 8D 6C 5H", "9D 9C 8H 6S 5D") == 3 * ANTE


def test_MS_4_2_and_the_other_way_round(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """[MS-4.1] [MS-4.2]"""
    assert played(room, monkeypatch, MACAU, "9D 9C 8H 6S 5D", "9H 9S 8D 6C 5H") == -3 * ANTE


def test_MS_9_5_9_the_maximum_of_the_house_bounds_the_highest_prizes(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[MS-9.5.7] [MS-9.5.8] [MS-9.5.9] (A67)"""
    assert (
        played(room, monkeypatch, MACAU, ROYAL, PLAYS.replace("AS", "AC"), house_maximum=60_000)
        == ANTE + 60_000
    )


DECISIONS = [
    (CARIBBEAN, 2 * ANTE - 100, "below-minimum", "CS-23"),
    (CARIBBEAN, 2 * ANTE + 100, "above-maximum", "CS-23"),
    (MACAU, 2 * ANTE - 100, "below-minimum", "MS-6.6"),
    (MACAU, 2 * ANTE + 100, "above-maximum", "MS-6.6"),
]


@pytest.mark.parametrize(("system", "cents", "code", "rule"), DECISIONS)
def test_the_second_bet_is_exactly_twice_the_ante(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str, cents: int, code: str, rule: str
) -> None:
    dealt = Dealt(room(system), monkeypatch, PAIR, PLAYS).until_decisions()
    (result,) = dealt.table.send((dealt.player, do(dealt.table.round, {"t": "continue", "bet": cents})))
    assert result.refused is not None
    assert (str(result.refused.code), result.refused.rule) == (code, rule)
