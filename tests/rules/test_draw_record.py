"""The draw record of every game: complete, in order, and limited to what a hold'em seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.catalogue import GAMES
from games.rules.baccarat.events import Launch
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import Bet
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.engine import DrawRecord
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import BuyIn
from games.rules.shared.cards import NAMES, names
from games.rules.stud.variant import Dealing
from tests.rules.baccarat import play as baccarat_play
from tests.rules.blackjack.random_play import Order, offered
from tests.rules.holdem import play as holdem_play
from tests.rules.stud import play as stud_play


class Listening:
    """A chance that remembers the order it gave, to be compared with what the state says of it."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = order

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, n: int) -> Sequence[int]:
        return self.order


def before_the_first_card() -> list[Any]:
    return [baccarat_play.table(), stud_play.caribbean(), holdem_play.table({1: 20_000, 2: 20_000})]


def test_nothing_is_drawn_before_the_bets_are_closed() -> None:
    for state, engine in zip(
        before_the_first_card(),
        (GAMES["baccarat"].engine, GAMES["caribbean-stud"].engine, HOLDEM),
        strict=True,
    ):
        assert engine.draw_record(state).given == ()
        assert engine.visible_positions(state, None) == ()


def test_a_face_down_card_has_no_name_until_it_is_turned() -> None:
    """[PB-17] [PB-18]"""
    state = baccarat_play.did(
        baccarat_play.bet(baccarat_play.table(individual=True), {"punto": 100}), Launch()
    )
    shoe = baccarat_play.Dealt(baccarat_play.PUNTO_7_6)
    seen = []
    while not state.banco:
        state = baccarat_play.folded(state, GAMES["baccarat"].engine.advance(state, shoe))
        seen.append(GAMES["baccarat"].engine.draw_record(state).given)
    assert seen == [("", "", "", ""), ("4S", "", "3D", ""), ("4S", "6H", "3D", "KC")]


@pytest.mark.parametrize("number", range(60))
def test_blackjack_tells_the_cards_in_the_order_of_the_shoe_whatever_is_split_and_drawn(number: int) -> None:
    """Splits move cards from hand to hand, and still every card stands where it left the shoe.

    [BJ-14b] [BJ-17] [BJ-21a]
    """
    random, shoe = Random(number), Order(number, low=number % 2 == 0)
    state = BLACKJACK.begin(Sheet(), Setting(100, 10_000, 8, places=3, seats=3, step=100), None, (1, 2, 3))
    for seat in (1, 2, 3):
        for event in BLACKJACK.act(state, seat, Bet({str(seat): 500})):
            state = BLACKJACK.apply(state, event)
    while BLACKJACK.waiting_for(state) != "over":
        deciding = BLACKJACK.waiting_for(state) == "choice"
        events = (
            BLACKJACK.act(state, *random.choice(offered(state)))
            if deciding
            else BLACKJACK.advance(state, shoe)
        )
        for event in events:
            state = BLACKJACK.apply(state, event)
        record = BLACKJACK.draw_record(state)
        came = names(place % 52 for place in shoe.shuffled(416)[: state.dealt])
        assert len(record.given) == state.dealt and record.start == 0
        assert all(card in (name, "") for card, name in zip(record.given, came, strict=True))
        assert record.given.count("") == (state.hole >= 0)


def test_both_ways_of_dealing_tell_the_cards_as_they_left_the_pack() -> None:
    """One at a time in turn, or five at a time.  [CS-19a] [CS-19b] [MS-7.1] [MS-7.2]"""
    for opened in (stud_play.caribbean(), stud_play.macau(), stud_play.macau(dealing=Dealing.SHUFFLER)):
        state = stud_play.bet(stud_play.bet(opened, ante=100), stud_play.YOU, ante=100)
        state = stud_play.advanced(state)
        pack = stud_play.Pack(state)
        while state.phase == "dealing":
            state = stud_play.advanced(state, pack)
        record = GAMES["macau-stud"].engine.draw_record(state)
        assert record == DrawRecord(tuple(names(pack.order[: state.dealt])), decks=1)


def test_HE_2d_a_seat_has_seen_its_own_cards_the_table_and_what_was_turned() -> None:
    """[HE-2d] [HE-2e] [HE-11d]"""
    state = holdem_play.dealt(holdem_play.table(dict.fromkeys((1, 2, 3), 20000), button=3))
    drawn = HOLDEM.draw_record(state)
    assert drawn.to == (*state.players, *state.players) and len(drawn.given) == 6
    assert HOLDEM.visible_positions(state, None) == ()
    for at, seat in enumerate(state.players):
        assert HOLDEM.visible_positions(state, seat) == (at, at + 3)
    state = holdem_play.bets(state, "c c x x x x")
    assert HOLDEM.visible_positions(state, None) == (6, 7, 8, 9)
    assert HOLDEM.visible_positions(state, state.players[1]) == (1, 4, 6, 7, 8, 9)
    assert [NAMES[card] for card in state.board] == [*HOLDEM.draw_record(state).given[6:]]


def test_HE_10_who_left_between_the_two_cards_has_one_and_the_others_keep_their_places() -> None:
    """[HE-10] [HE-49] [HE-50]"""
    state = holdem_play.table(dict.fromkeys((1, 2, 3), 20000), button=3)
    pack = Listening(range(52))
    state = holdem_play.folded(state, HOLDEM.advance(state, pack))
    state = holdem_play.folded(state, HOLDEM.advance(state, pack))
    state = holdem_play.folded(state, HOLDEM.withdraw(state, state.players[1]))
    state = holdem_play.folded(state, HOLDEM.advance(state, pack))
    first, gone, last = state.players
    assert HOLDEM.draw_record(state).to == (first, gone, last, first, last)
    assert HOLDEM.draw_record(state).given == tuple(names(range(5)))
    assert HOLDEM.visible_positions(state, last) == (2, 4)


def test_who_takes_a_seat_that_was_given_up_has_seen_none_of_its_cards() -> None:
    """[HE-2d] [HE-10]"""
    state = holdem_play.dealt(holdem_play.table(dict.fromkeys((1, 2, 3), 20000), button=3))
    leaver = state.actor
    state = holdem_play.folded(state, HOLDEM.withdraw(state, leaver))
    mine = HOLDEM.visible_positions(state, leaver)
    state = holdem_play.bets(state, "f")
    assert HOLDEM.waiting_for(state) == "over" and len(mine) == 2
    after = holdem_play.did(state, leaver, BuyIn())
    assert HOLDEM.visible_positions(after, leaver) == ()
    assert {HOLDEM.draw_record(after).given[place] for place in mine} == {""}
    assert HOLDEM.draw_record(after).to == HOLDEM.draw_record(state).to
