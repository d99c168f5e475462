"""Invariants of roulette: every place settled correctly, money conserved, replay exact."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.bets import Clear, Undo
from games.rules.engine import Wait
from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.roulette.events import Bet, Command, Event, Launch, PlaceCallBet, State
from games.rules.roulette.layout import PLACES, WHEELS
from games.rules.roulette.sheet import AMERICAN, FRENCH, SecondZero, Setting, Sheet, Zero
from games.rules.shared.money import AccountKind, Posting
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode
from tests.rules.random_runs import play_randomly
from tests.rules.roulette.play import EVEN_CHANCES, EVERY_CALL, Falls, account_totals, folded

STAKE = 600


def covered(place: str) -> set[str]:
    """The numbers under a place, worked out from its name alone."""
    kind, _, name = place.partition(":")
    low_high = {"low": (1, 18), "high": (19, 36)}
    if kind in low_high or kind in ("dozen", "double-dozen"):
        first, last = low_high.get(kind) or map(int, name.split("-"))
        return {str(n) for n in range(first, last + 1)}
    if kind in ("column", "double-column"):
        ends = {int(end) % 3 for end in name.split("+")}
        return {str(n) for n in range(1, 37) if n % 3 in ends}
    if kind in ("even", "odd"):
        return {str(n) for n in range(1, 37) if n % 2 == (kind == "odd")}
    if kind in ("red", "black"):
        # Red: odd numbers of 1-10 and 19-28, even numbers of 11-18 and 29-36.
        odd_reds = {*range(1, 11), *range(19, 29)}
        return {str(n) for n in range(1, 37) if ((n % 2 == 1) == (n in odd_reds)) == (kind == "red")}
    return set(name.split("-"))


def due(place: str, number: str, zero: Zero) -> tuple[int, int, int, int]:
    """The prize, returned, lost and held part of STAKE: (36 - k) / k for k numbers."""
    numbers = covered(place)
    if number in numbers:
        return STAKE * (36 - len(numbers)) // len(numbers), STAKE, 0, 0
    if number == "0" and place in EVEN_CHANCES and zero is not Zero.LOSE_ALL:
        return (0, 0, 0, STAKE) if zero is Zero.EN_PRISON else (0, STAKE // 2, STAKE // 2, 0)
    return 0, 0, STAKE, 0


@pytest.mark.parametrize(
    ("system", "variant", "zero"),
    [
        (AMERICAN, "37", Zero.LOSE_ALL),
        (AMERICAN, "38", Zero.LOSE_ALL),
        (FRENCH, "FR", Zero.LOSE_ALL),
        (FRENCH, "FR", Zero.LA_PARTAGE),
        (FRENCH, "FR", Zero.EN_PRISON),
    ],
)
def test_every_place_is_settled_right_with_every_number(system: str, variant: str, zero: Zero) -> None:
    sheet, setting = Sheet(system, zero, (variant,)), Setting(variant, 100)
    places = list(ROULETTE.describe(sheet, setting)["places"])
    betting = ROULETTE.begin(sheet, setting, None, ())
    for seat, place in enumerate(places):
        betting = folded(betting, ROULETTE.act(betting, seat, Bet({place: STAKE})))
    for number in WHEELS[variant]:
        state = betting
        while ROULETTE.waiting_for(state) is not Wait.OVER:
            state = folded(state, ROULETTE.advance(state, Falls(state, number)))
        results = ROULETTE.results(state)
        for seat, place in enumerate(places):
            result = results[seat]
            assert (result.prize, result.back, result.lost, result.held) == due(place, number, zero), (
                place,
                number,
            )


@st.composite
def tables(draw: st.DrawFn) -> tuple[Sheet, Setting]:
    system = draw(st.sampled_from((AMERICAN, FRENCH)))
    variant = "FR" if system == FRENCH else draw(st.sampled_from(("37", "38")))
    sheet = Sheet(
        system,
        draw(st.sampled_from(list(Zero))) if system == FRENCH else Zero.LOSE_ALL,
        (variant,),
        second_zero=draw(st.sampled_from(list(SecondZero))),
        double_bets=draw(st.booleans()),
        calls=EVERY_CALL if system == FRENCH else (),
    )
    mode = draw(st.sampled_from(list(Mode)))
    cap = draw(st.none() | st.sampled_from((2_000, 20_000)))
    return sheet, Setting(variant, 100, mode=mode, cap=cap, seats=1 if mode is Mode.INDIVIDUAL else 100)


# Places of both layouts and some of neither; amounts lawful, too low, too high, off the step and mad.
PLACE = st.sampled_from(
    [*PLACES["00"], "split:0-3", "corner:0-1-2-3", "five:0-00-1-2-3", "straight:37", "constructor"]
)
CENTS = st.sampled_from([100, 200, 500, 3_000, 10, 90, 101, 54_000, 60_000, 10**9, 1, 0, -100])
COMMAND: st.SearchStrategy[Command] = st.one_of(
    st.builds(Bet, st.dictionaries(PLACE, CENTS, max_size=6)),
    st.builds(
        PlaceCallBet,
        st.sampled_from((*EVERY_CALL, "jeu-zero")),
        CENTS,
        st.sampled_from(("", "0", "7", "17", "37")),
    ),
    st.just(Undo()),
    st.just(Clear()),
    st.just(Launch()),
)
# A seat sends a command, the house continues (with a pocket), or a fault occurs (with its cause).
DEED = st.one_of(
    st.tuples(st.integers(1, 3), COMMAND),
    st.tuples(st.integers(1, 3), COMMAND),
    st.tuples(st.integers(1, 3), COMMAND),
    st.integers(0, 37),
    st.sampled_from(("system", "no-valid-number", "player-network")),
)


class Table:
    """A roulette table that keeps a journal and accounts and checks both after every action."""

    def __init__(self, sheet: Sheet, setting: Setting) -> None:
        self.state = self.opened = ROULETTE.begin(sheet, setting, None, ())
        self.journal: list[bytes] = []
        self.moved: list[Posting] = []

    def do(self, action: Any) -> None:
        before = msgspec.json.encode(self.state)
        try:
            events = self.events(action)
        except Refused as refusal:
            assert msgspec.json.encode(self.state) == before
            assert refusal.code
            return
        for event in events:
            self.journal.append(msgspec.json.encode(event))
            self.moved += ROULETTE.postings(event)
            self.state = ROULETTE.apply(self.state, event)
        self.check_books()
        if ROULETTE.waiting_for(self.state) is Wait.OVER:
            self.check_journal()
            self.check_results()
            self.state = self.opened = ROULETTE.begin(self.state.sheet, self.state.setting, self.state, ())
            self.journal = []

    def events(self, action: Any) -> tuple[Any, ...]:
        if isinstance(action, tuple):
            return ROULETTE.act(self.state, *action)
        if isinstance(action, str):
            return ROULETTE.void(self.state, action)
        wheel = WHEELS[self.state.setting.variant]
        return ROULETTE.advance(self.state, Falls(self.state, wheel[action % len(wheel)]))

    def check_books(self) -> None:
        """Stakes and held stakes are as the state says; all accounts sum to zero."""
        gained = account_totals(self.moved)
        assert sum(gained.values()) == 0
        assert all(posting.cents > 0 for posting in self.moved)
        stakes, held = gained.get((AccountKind.STAKES, None), 0), gained.get((AccountKind.HELD, None), 0)
        if ROULETTE.waiting_for(self.state) is Wait.OVER:
            assert stakes == 0
            assert held == sum(ROULETTE.stakes(self.state).values())
        else:
            assert stakes + held == sum(ROULETTE.stakes(self.state).values())
            assert (
                stakes
                == sum(hand.total for _, hand in self.state.bettors())
                == sum(self.state.totals.values())
            )

    def check_journal(self) -> None:
        """The events as they were written fold to the same state, byte for byte."""
        state = msgspec.json.decode(msgspec.json.encode(self.opened), type=State)
        decode = msgspec.json.Decoder(Event).decode
        for line in self.journal:
            state = ROULETTE.apply(state, decode(line))
        assert state == self.state
        assert msgspec.json.encode(state) == msgspec.json.encode(self.state)

    def check_results(self) -> None:
        for seat, result in ROULETTE.results(self.state).items():
            assert result.staked + result.carried == result.lost + result.back + result.held
            seen = ROULETTE.view(self.state, seat)["result"]
            assert sum(line.get("prize", 0) for line in seen["lines"]) == result.prize
            assert ROULETTE.explain(self.state, seat)[-1].details.get("net", 0) == result.net


PLAYED = (tables(), st.lists(DEED, min_size=60, max_size=200))


def some(rules: tuple[Sheet, Setting], actions: list[Any]) -> int:
    assert ROULETTE.check_sheet(rules[0]) == []
    assert ROULETTE.check_setting(*rules) == []
    table = Table(*rules)
    for action in actions:
        table.do(action)
    return len(actions)


def test_money_is_conserved_replay_is_exact_and_a_refusal_changes_nothing() -> None:
    play_randomly("the roulettes", 5_000, some, *PLAYED)


@pytest.mark.long
def test_the_same_over_a_million_deeds(capsys: pytest.CaptureFixture[str]) -> None:
    play_randomly("the roulettes", 1_000_000, some, *PLAYED, say=capsys)


@settings(max_examples=40, deadline=None)
@given(tables(), st.lists(st.tuples(st.integers(1, 3), COMMAND), max_size=20), st.integers(0, 37))
def test_every_round_ends_and_what_a_seat_sees_says_nothing_of_another(
    rules: tuple[Sheet, Setting], commands: list[tuple[int, Command]], pocket: int
) -> None:
    alone, together = Table(*rules), Table(*rules)
    for seat, command in commands:
        if seat == 1 and not isinstance(command, Launch):
            alone.do((seat, command))
        if not isinstance(command, Launch):
            together.do((seat, command))
    for table in (alone, together):
        steps = 0
        while ROULETTE.waiting_for(table.state) is not Wait.OVER:
            assert steps < 2
            steps += 1
            for event in table.events(pocket):
                table.state = ROULETTE.apply(table.state, event)
    assert ROULETTE.view(alone.state, 1) == ROULETTE.view(together.state, 1)
    for event in ROULETTE.act(ROULETTE.begin(*rules, None, ()), 2, Bet({"red": 200})):
        assert ROULETTE.event_for_seat(event, None) is None
        assert ROULETTE.event_for_seat(event, 1) is None


def test_commands_of_a_strange_shape_are_not_read() -> None:
    read = msgspec.json.Decoder(Command).decode
    assert read(b'{"t":"bet","on":{"red":100}}') == Bet({"red": 100})
    strange = [
        b'{"t":"bet"}',
        b'{"t":"bet","on":{}}',
        b'{"t":"bet","on":{"red":0}}',
        b'{"t":"bet","on":{"red":-1}}',
        b'{"t":"bet","on":{"red":1.5}}',
        b'{"t":"bet","on":{"red":true}}',
        b'{"t":"bet","on":{"red":"100"}}',
        b'{"t":"bet","on":{"red":1e400}}',
        b'{"t":"bet","on":{"red":99999999999}}',
        b'{"t":"bet","on":{"red":100},"seat":2}',
        b'{"t":"bet","on":{"%s":100}}' % (b"x" * 31),
        b'{"t":"bet","on":{%s}}' % b",".join(b'"p%d":100' % n for n in range(51)),
        b'{"t":"bet-placed","seat":1,"on":{"red":100}}',
        b'{"t":"settle"}',
        b"[]",
        b"null",
    ]
    for text in strange:
        with pytest.raises(msgspec.DecodeError):
            read(text)
