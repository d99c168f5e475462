"""Invariants of hold'em: money conserved, replay exact, every round ends, no secret visible."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.engine import Wait
from games.rules.holdem.apply import HANDLERS
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import (
    BuyIn,
    Call,
    Check,
    Command,
    Event,
    Fold,
    Phase,
    PostBigBlind,
    Raise,
    SitIn,
    SitOut,
    State,
    TopUp,
    WaitForBlind,
)
from games.rules.holdem.sheet import BetMaximum, Commission, Entry, LeastRaise, Setting, Sheet, Showdown
from games.rules.shared.cards import PACK
from games.rules.shared.draw_terms import NO_BEACON, DrawTerms
from games.rules.shared.refusals import Refused
from tests.rules.holdem.play import Book, Mixed, at_random, dealt, table
from tests.rules.random_runs import play_randomly

decode_event = msgspec.json.Decoder(Event).decode
decode_state = msgspec.json.Decoder(State).decode
MOST_STEPS = 2_000  # of one round, with everybody raising by the least and half of what is asked refused


def any_sheet(random: Random) -> Sheet:
    commission = random.choice(list(Commission))
    return Sheet(
        commission=commission,
        rate=random.choice((100, 250, 333, 500))
        if commission is Commission.POT
        else random.choice((500, 777, 2_000)),
        free_flop=random.random() < 0.5,
        opening_counts=random.random() < 0.5,
        least_raise=random.choice(list(LeastRaise)),
        short_raise_reopens=random.random() < 0.3,
        entry=random.choice(list(Entry)),
        showdown=random.choice(list(Showdown)),
        all_in_face_up=random.random() < 0.3,
        draw=DrawTerms(random.choice((NO_BEACON, "sandbox"))),
    )


def any_setting(random: Random) -> Setting:
    minimum = random.choice((2, 10, 25, 200))
    buy_in = minimum * random.choice((2, 10, 50))
    rebuys = (buy_in, 3 * minimum)
    return Setting(
        minimum,
        random.choice((1, minimum // 2, minimum)),
        buy_in,
        rebuys,
        random.choice(list(BetMaximum)),
        random.randint(1, 4),
        seats=10,
    )


class Table:
    """A table where people come, play and go at random, with its journal and its books."""

    def __init__(self, random: Random) -> None:
        self.random, self.book = random, Book()
        self.sheet, self.setting = any_sheet(random), any_setting(random)
        assert HOLDEM.check_sheet(self.sheet) == [] and HOLDEM.check_setting(self.sheet, self.setting) == []
        self.sitting = set(range(1, random.randint(3, 11)))
        self.state = self.first = HOLDEM.begin(self.sheet, self.setting, None, tuple(self.sitting))
        self.journal: list[bytes] = []
        self.pack = Mixed(random)
        self.actions = self.rounds = self.steps = 0

    def happens(self, events: tuple[Any, ...]) -> None:
        for event in events:
            self.journal.append(msgspec.json.encode(event))
            self.book.post(HOLDEM.postings(event))
            self.state = HOLDEM.apply(self.state, event)
            self.book.agrees(self.state)

    def asks(self, seat: int, command: Command) -> None:
        """Accepted, or refused with its rule and nothing changed."""
        self.actions += 1
        before = msgspec.json.encode(self.state)
        try:
            events = HOLDEM.act(self.state, seat, command)
        except Refused as refused:
            assert refused.rule.startswith("HE-")
            events = ()
        assert msgspec.json.encode(self.state) == before
        self.happens(events)

    def anything(self) -> Command:
        """Mostly a game decision, lawful or not."""
        most = 12 * self.setting.minimum
        choices = (
            Fold(), Check(), Call(), Raise(self.random.randint(1, most)), SitOut(), SitIn(), BuyIn(),
            TopUp(self.random.choice((*self.setting.rebuys, 17))), PostBigBlind(), WaitForBlind(),
        )  # fmt: skip
        return self.random.choice(choices)

    def leaves(self, seat: int) -> None:
        """As the table does it: the chair is empty as soon as nothing of it is in play."""
        self.happens(HOLDEM.withdraw(self.state, seat))
        place = self.state.seats.get(seat)
        if not HOLDEM.stakes(self.state).get(seat) and (place is None or not place.stack):
            self.sitting.discard(seat)

    def step(self) -> None:
        random, waits = self.random, HOLDEM.waiting_for(self.state)
        self.steps += 1
        if random.random() < 0.3:
            self.asks(
                random.randint(1, 10)
                if random.random() < 0.5
                else random.choice(sorted(self.sitting) or [1]),
                self.anything(),
            )
        elif random.random() < 0.01 and self.sitting:
            self.leaves(random.choice(sorted(self.sitting)))
        elif waits is Wait.CHOICE and self.state.actor:
            if random.random() < 0.05:
                self.happens(HOLDEM.default_action(self.state, self.state.actor))
            else:
                seat, command = self.state.actor, at_random(self.state, random)
                assert HOLDEM.act(self.state, seat, command)  # what is offered is accepted
                self.asks(seat, command)
        elif waits is Wait.HOUSE or waits is Wait.BETS:
            self.happens(HOLDEM.advance(self.state, self.pack))
        else:
            self.asks(random.randint(1, 10), random.choice((BuyIn(), SitIn(), TopUp(self.setting.buy_in))))

    def round(self) -> None:
        """One round to its end, and the same again from the journal."""
        self.journal, self.first, self.pack = [], self.state, Mixed(self.random)
        for _ in range(MOST_STEPS):
            if HOLDEM.waiting_for(self.state) is Wait.OVER:
                break
            if self.random.random() < 0.002 and self.state.phase is not Phase.SEATING:
                self.happens(HOLDEM.void(self.state, "system"))
            else:
                self.step()
        assert HOLDEM.waiting_for(self.state) is Wait.OVER, self.state.phase
        self.rounds += 1
        replayed = self.first
        for data in self.journal:
            replayed = HOLDEM.apply(replayed, decode_event(data))
        assert msgspec.json.encode(replayed) == msgspec.json.encode(self.state)
        assert decode_state(msgspec.json.encode(self.state)) == self.state
        for result in HOLDEM.results(self.state).values():
            assert result.staked == result.lost + result.back
        for seat in [seat for seat, place in self.state.seats.items() if place.left and place.stack]:
            self.leaves(seat)
        self.sitting |= {seat for seat, place in self.state.seats.items() if not place.left}
        self.state = HOLDEM.begin(self.sheet, self.setting, self.state, tuple(self.sitting))
        self.book.agrees(self.state)
        assert sum(place.dealt for place in self.state.seats.values()) == 0


def some(seed: int) -> int:
    """A table of ten rounds; how many steps it took."""
    running = Table(Random(seed))
    for _ in range(10):
        running.round()
    return running.steps


def test_money_is_conserved_replay_is_exact_refusals_change_nothing_and_every_round_ends() -> None:
    play_randomly("hold'em", 10_000, some, st.integers(0, 2**32))


@pytest.mark.long
def test_a_million_actions(capsys: pytest.CaptureFixture[str]) -> None:
    seed, actions = Random().getrandbits(32), 0
    with capsys.disabled():
        print(f"\nhold'em, a million actions, seed {seed}")
    random = Random(seed)
    while actions < 1_000_000:
        running = Table(random)
        for _ in range(20):
            running.round()
        actions += running.actions


class Swapped(Mixed):
    """The pack of another, with the closed cards of some seats changed for cards that stay in the pack."""

    def __init__(self, pack: Mixed, places: list[int], random: Random) -> None:
        order = list(pack.order)
        unseen = random.sample(range(30, PACK), len(places))
        for place, other in zip(places, unseen, strict=True):
            order[place], order[other] = order[other], order[place]
        self.order, self.lot = tuple(order), pack.lot


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_HE_2d_what_a_seat_sees_does_not_depend_on_cards_it_may_not_see(seed: int) -> None:
    """Two runs that differ in one seat's cards look the same to other seats until those cards are turned."""
    random = Random(seed)
    count, sheet = random.randint(2, 6), Sheet(all_in_face_up=random.random() < 0.3)
    one = Mixed(random)
    start = table([20_000] * count, random.randint(1, count), sheet, limit=random.choice(list(BetMaximum)))
    hidden = random.choice(dealt(start, one).players)
    at = dealt(start, one).players.index(hidden)
    other = Swapped(one, [at, at + count], random)
    viewers = (None, *(seat for seat in range(1, count + 1) if seat != hidden))
    states = [start, start]
    while HOLDEM.waiting_for(states[0]) is not Wait.OVER:
        if HOLDEM.waiting_for(states[0]) is Wait.CHOICE:
            command = at_random(states[0], random)
            happened = [HOLDEM.act(state, state.actor, command) for state in states]
        else:
            happened = [HOLDEM.advance(state, pack) for state, pack in zip(states, (one, other), strict=True)]
        if any(event.__struct_config__.tag == "hand-shown" and event.seat == hidden for event in happened[0]):
            return
        if (
            any(event.__struct_config__.tag == "pots-paid" for event in happened[0])
            and len(states[0].not_folded()) > 1
        ):
            return
        for viewer in viewers:
            first, second = (
                [HOLDEM.event_for_seat(event, viewer) for event in events] for events in happened
            )
            assert first == second
        for which, events in enumerate(happened):
            for event in events:
                states[which] = HOLDEM.apply(states[which], event)
        for viewer in viewers:
            assert HOLDEM.view(states[0], viewer) == HOLDEM.view(states[1], viewer)


def test_every_event_has_its_effect_and_no_two_the_same_tag() -> None:
    tags = [kind.__struct_config__.tag for kind in Event.__args__]
    assert len(set(tags)) == len(tags)
    assert set(HANDLERS) == set(Event.__args__)
