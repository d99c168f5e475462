"""Invariants of ponto e banca: limits kept, money conserved, replay exact, no secret visible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.baccarat.engine import ENGINE as BACCARAT
from games.rules.baccarat.events import Bet, Command, Event, Launch, State
from games.rules.baccarat.sheet import (
    MACAU,
    PUNTO_BANCO,
    Charged,
    Commission,
    PairCap,
    Setting,
    Sheet,
    Shoe,
    check_setting,
    check_sheet,
)
from games.rules.bets import Clear, Undo
from games.rules.engine import Wait
from games.rules.shared.cards import names
from games.rules.shared.money import AccountKind, Posting
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode
from tests.rules.random_runs import play_randomly
from tests.rules.roulette.play import account_totals

SEATS = (1, 2, 3)
WORTH = {"A": 1, **{str(n): n for n in range(2, 10)}, "10": 0, "J": 0, "Q": 0, "K": 0}


class Shuffled:
    """A whole shoe in an order that follows from a number alone."""

    def __init__(self, start: int) -> None:
        self.start = start

    def below(self, n: int) -> int:
        raise AssertionError("nothing but cards is drawn here")

    def shuffled(self, n: int) -> Sequence[int]:
        # None of the factors has a divisor in common with 312 or 416, so every card comes once.
        factor = (5, 7, 11, 17, 19, 23, 25, 29)[self.start % 8]
        return [(place * factor + self.start) % n for place in range(n)]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Sheet, Setting]:
    sheet = Sheet(charged=draw(st.sampled_from(Charged)), pair_cap=draw(st.sampled_from(PairCap)))
    mode, variant = draw(st.sampled_from(Mode)), draw(st.sampled_from((PUNTO_BANCO, MACAU)))
    setting = Setting(
        variant,
        100,
        mode=mode,
        decks=draw(st.sampled_from((6, 8))),
        commission=draw(st.sampled_from(Commission)),
        pairs=draw(st.booleans()),
        prize_cap=draw(st.none() | st.sampled_from((1_250, 9_990, 100_000))) if variant == MACAU else None,
        step=10,
        shoe=draw(st.sampled_from(Shoe)),
        cut_card=draw(st.sampled_from((6, 100))),
        seats=1 if mode is Mode.INDIVIDUAL else 9,
    )
    return sheet, setting


# Chances that there are and some that there are not; amounts lawful, too low, too high, off the step and mad.
PLACE = st.sampled_from(["punto", "banco", "tie", "punto-pair", "banco-pair", "egalite", "constructor"])
CENTS = st.sampled_from([100, 200, 500, 110, 900, 1_000, 7_000, 100_000, 10, 90, 101, 10**12, 1, 0, -100])
COMMAND: st.SearchStrategy[Command] = st.one_of(
    st.builds(Bet, st.dictionaries(PLACE, CENTS, max_size=3)),
    st.builds(
        Bet,
        st.dictionaries(
            st.sampled_from(["punto", "banco", "tie"]),
            st.sampled_from([100, 200, 500, 900]),
            min_size=1,
            max_size=2,
        ),
    ),
    st.just(Undo()),
    st.just(Clear()),
    st.just(Launch()),
)
# A seat sends a command, or the house continues (with a shoe, if a new one is needed),
# or a fault comes.
DEED = st.one_of(
    st.tuples(st.sampled_from(SEATS), COMMAND),
    st.tuples(st.sampled_from(SEATS), COMMAND),
    st.integers(0, 400),
    st.sampled_from(("system", "check-failed", "player-network")),
)


class Table:
    """A table that keeps a journal, accounts and its shoe and checks them all after every action."""

    def __init__(self, sheet: Sheet, setting: Setting) -> None:
        self.state = self.opened = BACCARAT.begin(sheet, setting, None, SEATS)
        self.shoe = Shuffled(0)
        self.journal: list[bytes] = []
        self.moved: list[Posting] = []
        self.rounds = 0

    def do(self, action: Any) -> None:
        before = msgspec.json.encode(self.state)
        try:
            events = self.events(action)
        except Refused as refusal:
            assert msgspec.json.encode(self.state) == before
            assert refusal.code
            assert refusal.rule.startswith("PB-")
            return
        for event in events:
            self.journal.append(msgspec.json.encode(event))
            self.moved += BACCARAT.postings(event)
            self.state = BACCARAT.apply(self.state, event)
            assert self.in_stakes() >= 0
        self.check_books()
        self.check_limits()
        self.check_views()
        if BACCARAT.waiting_for(self.state) is Wait.OVER:
            self.finish(action)

    def finish(self, action: Any) -> None:
        self.check_journal()
        self.check_results()
        self.rounds += 1
        kept = BACCARAT.keeps_shoe(self.state)
        self.opened = BACCARAT.begin(self.state.sheet, self.state.setting, self.state, SEATS)
        assert self.opened.dealt == (self.state.dealt if kept else 0)
        if not kept:
            self.shoe = Shuffled(action if isinstance(action, int) else 0)
        self.state, self.journal = self.opened, []

    def events(self, action: Any) -> tuple[Any, ...]:
        if isinstance(action, tuple):
            return BACCARAT.act(self.state, *action)
        if isinstance(action, str):
            return BACCARAT.void(self.state, action)
        return BACCARAT.advance(self.state, self.shoe)

    def in_stakes(self) -> int:
        """What the postings so far left in the stakes; the sum of all accounts is zero."""
        gained = account_totals(self.moved)
        assert sum(gained.values()) == 0
        assert all(posting.cents > 0 for posting in self.moved)
        return gained.get((AccountKind.STAKES, None), 0)

    def check_books(self) -> None:
        """The stakes hold what the state says, to the cent, and a finished round none."""
        over = BACCARAT.waiting_for(self.state) is Wait.OVER
        lying = 0 if over else sum(bets.total for bets in self.state.bets.values())
        assert self.in_stakes() == lying == sum(BACCARAT.stakes(self.state).values())

    def check_limits(self) -> None:
        """Whatever was accepted or taken back, the bets that lie keep every rule."""
        setting = self.state.setting
        for bets in self.state.bets.values():
            assert bets.total == sum(bets.on.values())
            assert all(cents >= 100 and cents % 10 == 0 for cents in bets.on.values())
            punto, banco = bets.on.get("punto", 0), bets.on.get("banco", 0)
            assert not (punto and banco) or abs(punto - banco) >= 100
            if setting.variant == PUNTO_BANCO:
                most = {"punto": 7_000, "banco": 7_000, "tie": 1_500, "punto-pair": 800, "banco-pair": 800}
                assert all(cents <= most[place] for place, cents in bets.on.items())
        on = {
            place: sum(bets.on.get(place, 0) for bets in self.state.bets.values())
            for place in self.state.totals
        }
        assert on == self.state.totals
        if setting.prize_cap is not None:
            assert abs(on.get("punto", 0) - on.get("banco", 0)) <= setting.prize_cap
            assert on.get("tie", 0) * 10 <= setting.prize_cap
            pairs = [on.get("punto-pair", 0), on.get("banco-pair", 0)]
            assert (
                100 * (sum(pairs) if self.state.sheet.pair_cap is PairCap.TOGETHER else max(pairs))
                <= 8 * setting.prize_cap
            )

    def check_views(self) -> None:
        for seat in (None, *SEATS):
            seen = BACCARAT.view(self.state, seat)
            assert msgspec.json.decode(msgspec.json.encode(seen)) == seen
            assert b"null" not in msgspec.json.encode(seen)

    def check_journal(self) -> None:
        """The written events give the same state, byte for byte; without the round before, the same end."""
        decode = msgspec.json.Decoder(Event).decode
        opened = msgspec.json.decode(msgspec.json.encode(self.opened), type=State)
        alone = BACCARAT.begin(self.state.sheet, self.state.setting, None, SEATS)
        for line in self.journal:
            opened, alone = BACCARAT.apply(opened, decode(line)), BACCARAT.apply(alone, decode(line))
        assert opened == self.state
        assert msgspec.json.encode(opened) == msgspec.json.encode(self.state)
        assert not self.state.down or alone == self.state

    def check_results(self) -> None:
        for seat, result in BACCARAT.results(self.state).items():
            assert result.staked == result.lost + result.back
            assert 0 <= result.commission <= result.prize
            assert BACCARAT.explain(self.state, seat)[-1].details.get("net", 0) == result.net
            if BACCARAT.outcome(self.state) is not None:
                assert (result.prize, result.back, result.commission) == due(self.state, seat)


def due(state: State, seat: int) -> tuple[int, int, int]:
    """Prize, stakes back and commission, worked out from the names of the cards alone."""
    punto, banco = (
        sum(WORTH[name[:-1]] for name in names(cards)) % 10 for cards in (state.punto, state.banco)
    )
    twins = [names(cards)[0][:-1] == names(cards)[1][:-1] for cards in (state.punto, state.banco)]
    wins = {
        "punto": punto > banco,
        "banco": banco > punto,
        "tie": punto == banco,
        "punto-pair": twins[0],
        "banco-pair": twins[1],
    }
    times = {"punto": 1, "banco": 1, "tie": 8, "punto-pair": 11, "banco-pair": 11}
    on = state.bets[seat].on
    prizes = {place: cents * times[place] for place, cents in on.items() if wins[place]}
    back = sum(
        cents
        for place, cents in on.items()
        if wins[place] or (punto == banco and place in ("punto", "banco"))
    )
    bearing = sum(prizes.values()) if state.sheet.charged == "all-prizes" else prizes.get("banco", 0)
    if banco <= punto or state.setting.commission == "none":
        taken = 0
    elif state.setting.commission == "a":
        taken = bearing // 20
    else:
        taken = bearing // 2 if banco in (5, 6) else 0
    return sum(prizes.values()), back, taken


def run(rules: tuple[Sheet, Setting], actions: list[Any]) -> Table:
    assert check_sheet(rules[0]) == []
    assert check_setting(*rules) == []
    table = Table(*rules)
    for action in actions:
        table.do(action)
    return table


PLAYED = (tables(), st.lists(DEED, min_size=60, max_size=200))


def some(rules: tuple[Sheet, Setting], actions: list[Any]) -> int:
    run(rules, actions)
    return len(actions)


def test_limits_are_kept_money_is_conserved_replay_is_exact_and_a_refusal_changes_nothing() -> None:
    play_randomly("ponto e banca", 5_000, some, *PLAYED)


@pytest.mark.long
def test_the_same_over_a_million_deeds(capsys: pytest.CaptureFixture[str]) -> None:
    play_randomly("ponto e banca", 1_000_000, some, *PLAYED, say=capsys)


@settings(max_examples=25, deadline=None)
@given(tables(), st.lists(st.tuples(st.sampled_from(SEATS), COMMAND), max_size=15), st.integers(0, 400))
def test_every_round_ends_within_seven_steps(
    rules: tuple[Sheet, Setting], commands: list[Any], start: int
) -> None:
    table = Table(*rules)
    for action in commands:
        table.do(action)
    table.shoe, taken = Shuffled(start), 0
    while not table.rounds:
        table.do(start)
        taken += 1
    assert taken <= 7


@settings(max_examples=25, deadline=None)
@given(
    tables(),
    st.lists(st.tuples(st.sampled_from(SEATS), COMMAND), max_size=15),
    st.integers(0, 400),
    st.integers(0, 400),
)
def test_what_people_see_does_not_depend_on_cards_that_are_not_turned(
    rules: tuple[Sheet, Setting], commands: list[Any], one: int, other: int
) -> None:
    """With two shoes, views and events are equal while the turned cards are equal."""
    first, second = Table(*rules), Table(*rules)
    first.shoe, second.shoe = Shuffled(one), Shuffled(other)
    for action in [action for action in commands if not isinstance(action[1], Launch)]:
        first.do(action)
        second.do(action)
    while not (first.rounds or second.rounds):
        shown = [
            [BACCARAT.event_for_seat(event, seat) for event in table.events(0) for seat in (None, *SEATS)]
            for table in (first, second)
        ]
        first.do(one)
        second.do(other)
        if (
            first.rounds
            or second.rounds
            or (first.state.punto, first.state.banco) != (second.state.punto, second.state.banco)
        ):
            break
        assert shown[0] == shown[1]
        assert all(
            BACCARAT.view(first.state, seat) == BACCARAT.view(second.state, seat) for seat in (None, *SEATS)
        )


@settings(max_examples=40, deadline=None)
@given(tables(), st.lists(st.tuples(st.sampled_from(SEATS), COMMAND), max_size=15))
def test_what_a_seat_sees_of_its_own_follows_from_its_own_bets(
    rules: tuple[Sheet, Setting], commands: list[Any]
) -> None:
    """The shared room is in the public view; another player's bet changes nothing in a seat's own view."""
    table = Table(*rules)
    for seat, command in commands:
        if isinstance(command, Launch):
            continue
        before = {other: BACCARAT.view(table.state, other) for other in SEATS if other != seat}
        table.do((seat, command))
        assert {other: BACCARAT.view(table.state, other) for other in before} == before


@settings(max_examples=40, deadline=None)
@given(
    tables(),
    st.lists(st.tuples(st.sampled_from(SEATS), COMMAND), max_size=10),
    st.integers(1, 120).map(lambda n: n * 10),
)
def test_a_bet_is_accepted_just_when_the_options_and_the_room_say_so(
    rules: tuple[Sheet, Setting], commands: list[Any], cents: int
) -> None:
    table = Table(*rules)
    for seat, command in commands:
        if not isinstance(command, Launch):
            table.do((seat, command))
    room = BACCARAT.view(table.state, None).get("room", {})
    for place in ("punto", "banco", "tie", "punto-pair", "banco-pair"):
        may = BACCARAT.options(table.state, 1)["bet"].get(place)
        is_allowed = may is not None and may["min"] <= cents <= min(
            may.get("max", cents), room.get(place, cents)
        )
        if is_allowed and "not" in may:
            is_allowed = not may["not"][0] <= cents <= may["not"][1]
        try:
            assert bool(BACCARAT.act(table.state, 1, Bet({place: cents}))) is is_allowed
        except Refused:
            assert not is_allowed


def test_commands_of_a_strange_shape_are_not_read() -> None:
    read = msgspec.json.Decoder(Command).decode
    assert read(b'{"t":"bet","on":{"tie":100}}') == Bet({"tie": 100})
    strange = [
        b'{"t":"bet"}',
        b'{"t":"bet","on":{}}',
        b'{"t":"bet","on":{"tie":0}}',
        b'{"t":"bet","on":{"tie":-1}}',
        b'{"t":"bet","on":{"tie":1.5}}',
        b'{"t":"bet","on":{"tie":true}}',
        b'{"t":"bet","on":{"tie":"100"}}',
        b'{"t":"bet","on":{"tie":1e400}}',
        b'{"t":"bet","on":{"tie":1000000000001}}',
        b'{"t":"bet","on":{"tie":100},"seat":2}',
        b'{"t":"bet","on":{%s}}' % b",".join(b'"p%d":100' % n for n in range(6)),
        b'{"t":"card-drawn","hand":"punto","card":1,"place":4}',
        b'{"t":"draw"}',
        b"[]",
    ]
    for text in strange:
        with pytest.raises(msgspec.DecodeError):
            read(text)
