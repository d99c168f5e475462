"""Invariants of blackjack: money conserved, replay exact, no card visible too early."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import Bet, CardDealt, Command, HandSettled, Hit, HoleTurned, Phase
from games.rules.blackjack.hands import is_blackjack
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.engine import Wait
from tests.rules.blackjack.random_play import DEED, SEATS, Order, Table, play, tables
from tests.rules.random_runs import play_randomly

PLAYED = (tables(), st.integers(0, 2**32), st.booleans(), st.lists(DEED, min_size=60, max_size=300))


def some(rules: tuple[Sheet, Setting], number: int, low: bool, actions: list[Any]) -> int:
    play(rules, number, low, actions)
    return len(actions)


def test_money_is_conserved_replay_is_exact_and_a_refusal_changes_nothing() -> None:
    play_randomly("blackjack", 5_000, some, *PLAYED)


@pytest.mark.long
def test_the_same_over_a_million_deeds(capsys: pytest.CaptureFixture[str]) -> None:
    play_randomly("blackjack", 1_000_000, some, *PLAYED, say=capsys)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    tables(), st.integers(0, 2**32), st.booleans(), st.lists(st.integers(0, 10**6), min_size=10, max_size=60)
)
def test_every_round_ends_by_the_house_and_the_clock_alone(
    rules: tuple[Sheet, Setting], number: int, low: bool, picks: list[int]
) -> None:
    table = play(rules, number, low, picks)
    opened, steps = table.rounds, 0
    while table.rounds == opened:
        steps += 1
        assert steps < 1_000
        if BLACKJACK.waiting_for(table.state) is Wait.CHOICE:
            seat = BLACKJACK.to_act(table.state)[0]
            before = table.state
            for event in BLACKJACK.default_action(table.state, seat):
                table.journal.append(msgspec.json.encode(event))
                table.moved += BLACKJACK.postings(event)
                table.state = BLACKJACK.apply(table.state, event)
            assert table.state != before
        else:
            table.do("house")


class Swapped(Order):
    """The same shoe with the card that lies face down exchanged for another that lies far behind."""

    def __init__(self, shoe: Order, hole: int) -> None:
        super().__init__(shoe.number, shoe.low)
        self.hole = hole

    def shuffled(self, n: int) -> Sequence[int]:
        order = list(super().shuffled(n))
        order[self.hole], order[n - 1] = order[n - 1], order[self.hole]
        return order


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables(), st.integers(0, 2**32), st.lists(st.integers(0, 10**6), min_size=5, max_size=40))
def test_BJ_14b_nothing_anybody_sees_or_hears_depends_on_the_card_that_lies_face_down(
    rules: tuple[Sheet, Setting], number: int, picks: list[int]
) -> None:
    one = Table(*rules, Order(number))
    for seat in SEATS[: rules[1].seats]:
        one.do((seat, Bet({str(seat): 100})))
    two = Table(*rules, Swapped(one.shoe, 2 * len(one.state.boxes) + 1))
    for seat in SEATS[: rules[1].seats]:
        two.do((seat, Bet({str(seat): 100})))
    one.do("house")
    two.do("house")
    for pick in picks:
        if one.state.phase in (Phase.BANK, Phase.SETTLING, Phase.BETTING):
            break
        shown = []
        for table in (one, two):
            events = table.events(pick)
            for event in events:
                table.state = BLACKJACK.apply(table.state, event)
            shown.append(
                [
                    (BLACKJACK.event_for_seat(event, seat), BLACKJACK.postings(event))
                    for event in events
                    for seat in (None, *SEATS)
                ]
            )
        assert shown[0] == shown[1]
        assert one.state == two.state
        for seat in (None, *SEATS):
            assert BLACKJACK.view(one.state, seat) == BLACKJACK.view(two.state, seat)
        assert BLACKJACK.pause_ms(one.state) == BLACKJACK.pause_ms(two.state)


def due(cards: tuple[int, ...], split: bool, bank: tuple[int, ...]) -> str:
    """The result computed apart from the engine, from all ways to count the aces."""

    def points(hand: tuple[int, ...]) -> int:
        ways = {0}
        for card in hand:
            values = (1, 11) if card >> 2 == 12 else (min(10, (card >> 2) + 2),)
            ways = {way + value for way in ways for value in values}
        return max([way for way in ways if way <= 21], default=min(ways))

    mine, theirs = points(cards), points(bank)
    black, theirs_black = len(cards) == 2 and mine == 21 and not split, len(bank) == 2 and theirs == 21
    if mine > 21:
        return "lost"
    if black != theirs_black:
        return "blackjack" if black else "lost"
    if theirs > 21 or mine > theirs:
        return "won"
    return "tied" if mine == theirs else "lost"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tables(), st.integers(0, 2**32), st.lists(st.integers(0, 10**6), min_size=30, max_size=90))
def test_BJ_25_every_bet_is_decided_as_an_independent_count_decides_it(
    rules: tuple[Sheet, Setting], number: int, picks: list[int]
) -> None:
    table = Table(*rules, Order(number))
    for pick in picks:
        events = table.events(pick)
        for event in events:
            table.state = BLACKJACK.apply(table.state, event)
        if BLACKJACK.waiting_for(table.state) is not Wait.OVER:
            continue
        for box in table.state.boxes.values():
            for hand in box.hands:
                if hand.code in ("even-money", "surrendered") or hand.low:
                    continue
                lost, tied, won = (0, hand.stake, 0), (0, 0, 0), (hand.stake, 0, 0)
                expected = {"lost": lost, "tied": tied, "won": won, "blackjack": (hand.stake * 3 // 2, 0, 0)}
                kind = due(hand.cards, hand.split, table.state.bank)
                assert (hand.prize, hand.lost, 0) == expected[kind][:2] + (0,), (hand, table.state.bank)
        table.next_round()


def test_the_house_turns_its_second_card_only_after_every_decision() -> None:
    table = Table(Sheet(), Setting(100, 10_000), Order(7))
    turned = decided = 0
    for pick in range(3_000):
        events = table.events(pick * 7_919)
        for event in events:
            if isinstance(event, HoleTurned):
                assert not BLACKJACK.to_act(table.state)
                turned += 1
            if isinstance(event, CardDealt | HandSettled) and table.state.phase is Phase.PLAYING:
                assert table.state.hole >= 0
                decided += 1
            table.state = BLACKJACK.apply(table.state, event)
        if BLACKJACK.waiting_for(table.state) is Wait.OVER:
            table.shoe = Order(pick)
            table.next_round()
    assert turned > 30
    assert decided > 100


@pytest.mark.parametrize(
    ("cards", "blackjack_"),
    [((48, 32), True), ((36, 51), True), ((48, 49), False), ((48, 28), False), ((32, 36, 48), False)],
)
def test_BJ_1_an_ace_and_a_card_worth_ten(cards: tuple[int, ...], blackjack_: bool) -> None:
    assert is_blackjack(cards) is blackjack_


def test_commands_of_a_strange_shape_are_not_read() -> None:
    read = msgspec.json.Decoder(Command).decode
    assert read(b'{"t":"bet","on":{"1":100}}') == Bet({"1": 100})
    assert read(b'{"t":"hit","turn":3}') == Hit(3)
    strange = [
        b'{"t":"bet"}',
        b'{"t":"bet","on":{}}',
        b'{"t":"bet","on":{"1":0}}',
        b'{"t":"bet","on":{"1":-1}}',
        b'{"t":"bet","on":{"1":1.5}}',
        b'{"t":"bet","on":{"1":true}}',
        b'{"t":"bet","on":{"1":"100"}}',
        b'{"t":"bet","on":{"1":1e400}}',
        b'{"t":"bet","on":{"123":100}}',
        b'{"t":"bet","on":{%s}}' % b",".join(b'"%d":100' % n for n in range(8)),
        b'{"t":"bet","on":{"1":100},"seat":2}',
        b'{"t":"hit"}',
        b'{"t":"hit","turn":-1}',
        b'{"t":"hit","turn":0,"card":"AS"}',
        b'{"t":"double","turn":0}',
        b'{"t":"insure","place":"1"}',
        b'{"t":"card-dealt","seat":1,"place":"1","card":3}',
        b"[]",
        b"null",
    ]
    for text in strange:
        with pytest.raises(msgspec.DecodeError):
            read(text)
