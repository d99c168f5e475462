"""Invariants of stud: money conserved, replay exact, no secret visible, every round ends."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.draw.generator import Draw
from games.rules.bets import Clear, Undo
from games.rules.engine import Wait
from games.rules.shared.cards import NAMES, PACK
from games.rules.shared.jackpot import FixedPrizes, Jackpot
from games.rules.shared.money import AccountKind
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import (
    BANK,
    Bet,
    CardDealt,
    CarriedReturned,
    Command,
    Continue,
    Event,
    Fold,
    Launch,
    State,
)
from games.rules.stud.irregularities import expose_card
from games.rules.stud.sheet import VARIANTS, Setting, Sheet
from games.rules.stud.variant import CARIBBEAN, MACAU, Dealing
from tests.rules.random_runs import play_randomly
from tests.rules.stud.play import FIXED, account_totals, folded

SMALL = FixedPrizes(500, 150, 100, 50, 25)  # a pot this small is emptied again and again


@st.composite
def tables(draw: st.DrawFn) -> tuple[Sheet, Setting]:
    system = draw(st.sampled_from((CARIBBEAN, MACAU)))
    mode = draw(st.sampled_from(list(Mode)))
    given: dict[str, Any] = {"mode": mode, "seats": 1 if mode is Mode.INDIVIDUAL else 7, "step": 50}
    if system == MACAU:
        given["dealing"] = draw(st.sampled_from(list(Dealing)))
        given["house_maximum"] = draw(st.none() | st.sampled_from((1_000, 50_000)))
        given["jackpot"] = draw(
            st.none() | st.sampled_from((Jackpot(50, 37, 20_000, FIXED), Jackpot(100, 100, 60, SMALL)))
        )
    return Sheet(system, royal_times=50 if system == MACAU and draw(st.booleans()) else 100), Setting(
        100, 2_500, **given
    )


ON = (
    {"ante": 100},
    {"ante": 250},
    {"ante": 100, "jackpot": 50},
    {"ante": 100, "jackpot": 100},
    {"jackpot": 50},
)
BOXES, AMOUNTS = ("ante", "jackpot", "bet", "ante:2", ""), (1, 50, 99, 100, 3_000, 10**9)
CAUSES = ("system", "player-network", "wrong-deal", "shuffler-failure")


def random_command(random: Random) -> Command:
    match random.randrange(7):
        case 0 | 1:
            return Bet(random.choice(ON))
        case 2:
            return Continue(random.choice((200, 500, 200, 700, 1)))
        case 3:
            return Continue(200)
        case 4:
            return Fold()
        case 5:
            return random.choice((Undo(), Clear(), Launch()))
    return Bet({random.choice(BOXES): random.choice(AMOUNTS) for _ in range(random.randrange(4))})


def random_mishap(random: Random) -> tuple[Any, ...]:
    """A player leaves, a card is seen, or a fault comes."""
    match random.randrange(3):
        case 0:
            return "withdraw", random.randint(1, 7)
        case 1:
            return "expose", random.randint(0, 4), random.randint(0, 4)
    return "void", random.choice(CAUSES)


KEY = st.binary(min_size=32, max_size=32)
KEYS = st.lists(KEY, min_size=1, max_size=4)


def shuffled(key: bytes, n: int = PACK) -> tuple[int, ...]:
    """A drawn order; for keys that begin with 0 the pack lies suit by suit, so that rare hands come."""
    if n == PACK and key[0] == 0:
        start = key[-1] % PACK
        by_suit = sorted(range(PACK), key=lambda card: (card & 3, card))
        return (*by_suit[start:], *by_suit[:start])
    return Draw(key).shuffled(n)


class Fixed52:
    def __init__(self, order: Sequence[int]) -> None:
        self.order = order

    def below(self, n: int) -> int:
        raise AssertionError("a stud is dealt, nothing else is drawn")

    def shuffled(self, n: int) -> Sequence[int]:
        return self.order


class Table:
    """A stud table that keeps a journal and accounts and checks both after every action."""

    def __init__(self, sheet: Sheet, setting: Setting, orders: Sequence[Sequence[int]]) -> None:
        self.orders, self.rounds = orders, 0
        self.state = self.opened = STUD.begin(sheet, setting, None, ())
        self.journal: list[bytes] = []
        self.gained = dict.fromkeys(AccountKind, 0)

    def do(self, action: tuple[Any, ...]) -> None:
        before = msgspec.json.encode(self.state)
        try:
            events = self.events(*action)
        except Refused as refusal:
            assert msgspec.json.encode(self.state) == before
            assert refusal.code
            assert refusal.rule
            return
        self.take(events)
        if STUD.waiting_for(self.state) is Wait.OVER:
            self.check_journal()
            self.check_results()
            self.rounds += 1
            self.state = self.opened = STUD.begin(self.state.sheet, self.state.setting, self.state, ())
            self.journal = []

    def dare(self, roll: int, seat: int, command: Command, mishap: tuple[Any, ...]) -> None:
        """Mostly the command that the round waits for; a third of the time any other."""
        wait, choosing = STUD.waiting_for(self.state), STUD.to_act(self.state)
        if wait is Wait.BETS:
            self.do(("act", seat, command) if roll < 75 else ("advance",) if roll < 95 else mishap)
        elif roll >= 96:
            self.do(mishap)
        elif roll >= 75:
            self.do(("act", seat, command))
        elif wait is Wait.HOUSE:
            self.do(("advance",))
        elif roll < 45:
            self.do(("act", choosing[0], Continue(2 * self.state.places[choosing[0]].ante)))
        else:
            self.do(("lapse", choosing[-1]) if roll < 60 else ("act", choosing[-1], Fold()))

    def take(self, events: Sequence[Any]) -> None:
        for event in events:
            self.journal.append(msgspec.json.encode(event))
            moved = STUD.postings(event)
            assert all(posting.cents > 0 for posting in moved)
            for account, cents in account_totals(moved).items():
                self.gained[account] += cents
            self.state = STUD.apply(self.state, event)
            self.check_books(events[-1] is event)

    def events(self, verb: str, *about: Any) -> Sequence[Any]:
        state = self.state
        match verb:
            case "act":
                return STUD.act(state, *about)
            case "lapse" if (
                STUD.waiting_for(state) is Wait.BETS and state.setting.mode is not Mode.INDIVIDUAL
            ):
                return ()
            case "lapse":
                return STUD.default_action(state, *about)
            case "withdraw":
                return STUD.withdraw(state, *about)
            case "expose":
                hand, place = about
                hands = (
                    state.bank if hand == BANK else state.places[hand].cards if hand in state.places else ()
                )
                return expose_card(state, hand, place) if place < len(hands) else ()
            case "void":
                known = (
                    about[0] in ("system", "player-network")
                    or about[0] in VARIANTS[state.sheet.system].carry_over_causes
                )
                return STUD.void(state, *about) if known else ()
        return STUD.advance(state, self.pack) if STUD.waiting_for(state) in (Wait.BETS, Wait.HOUSE) else ()

    @property
    def pack(self) -> Fixed52:
        return Fixed52(self.orders[self.rounds % len(self.orders)])

    def check_books(self, whole: bool) -> None:
        """Stakes, carried bets and the meter are where the state says; all accounts sum to zero."""
        gained = self.gained
        assert sum(gained.values()) == 0
        assert gained[AccountKind.JACKPOT] == self.state.meter >= 0
        if not whole:
            return
        held = gained[AccountKind.STAKES] + gained[AccountKind.HELD]
        assert held == sum(STUD.stakes(self.state).values())
        if STUD.waiting_for(self.state) is Wait.OVER:
            assert gained[AccountKind.STAKES] == 0
            assert gained[AccountKind.HELD] == sum(self.state.held.values())
        else:
            assert gained[AccountKind.HELD] == sum(self.state.carried.values())

    def check_journal(self) -> None:
        """The events as they were written fold to the same state, byte for byte; from the close on they
        need no round before.
        """
        decode = msgspec.json.Decoder(Event).decode
        for opened in (self.opened, STUD.begin(self.opened.sheet, self.opened.setting, None, ())):
            state = msgspec.json.decode(msgspec.json.encode(opened), type=State)
            events = [decode(line) for line in self.journal]
            closed = any(event.__struct_config__.tag == "bets-closed" for event in events)
            if opened is not self.opened and (
                not closed or any(isinstance(event, CarriedReturned) for event in events)
            ):
                continue
            state = folded(state, events)
            assert msgspec.json.encode(state) == msgspec.json.encode(self.state)

    def check_results(self) -> None:
        for seat, result in STUD.results(self.state).items():
            assert result.staked + result.carried == result.lost + result.back + result.held
            seen = STUD.view(self.state, seat)["result"]
            if self.state.phase == "settled":
                assert sum(line.get("prize", 0) for line in seen["lines"]) == result.prize
                assert sum(line.get("lost", 0) for line in seen["lines"]) == result.lost
                assert STUD.explain(self.state, seat)[-1].details["net"] == result.net
            assert all(line.rule for line in STUD.explain(self.state, seat))


PLAYED = (tables(), KEYS, st.integers(0, 2**32))
DEEDS = 125  # at one table


def some(rules: tuple[Sheet, Setting], keys: list[bytes], seed: int) -> int:
    """A table's deeds, from a seed: to draw them one by one took nine tenths of the time."""
    assert STUD.check_sheet(rules[0]) == []
    assert STUD.check_setting(*rules) == []
    table, random = Table(*rules, [shuffled(key) for key in keys]), Random(seed)
    for _ in range(DEEDS):
        table.dare(random.randrange(100), random.randint(1, 4), random_command(random), random_mishap(random))
    return DEEDS


def test_money_is_conserved_replay_is_exact_and_a_refusal_changes_nothing() -> None:
    play_randomly("the studs", 5_000, some, *PLAYED)


@pytest.mark.long
def test_the_same_over_a_million_deeds(capsys: pytest.CaptureFixture[str]) -> None:
    play_randomly("the studs", 1_000_000, some, *PLAYED, say=capsys)


BETS = st.lists(st.tuples(st.integers(1, 7), st.sampled_from(ON)), max_size=10)
CHOICES = st.lists(st.booleans(), min_size=7, max_size=7)


@settings(max_examples=30, deadline=None)
@given(tables(), KEY, BETS, CHOICES)
def test_every_round_ends(
    rules: tuple[Sheet, Setting], key: bytes, bets: list[tuple[int, dict[str, int]]], stay: list[bool]
) -> None:
    table = Table(*rules, [shuffled(key)])
    for seat, on in bets:
        table.do(("act", seat, Bet(on)))
    steps = 0
    while table.rounds == 0:
        steps += 1
        assert steps < 60
        for seat in STUD.to_act(table.state):
            if table.rounds == 0:
                table.do(
                    ("act", seat, Continue(2 * table.state.places[seat].ante))
                    if stay[seat - 1]
                    else ("lapse", seat)
                )
        if table.rounds == 0:
            table.do(("advance",))


@settings(max_examples=30, deadline=None)
@given(tables(), KEY, BETS, CHOICES, KEY)
def test_what_a_seat_sees_does_not_depend_on_covered_cards(
    rules: tuple[Sheet, Setting],
    key: bytes,
    bets: list[tuple[int, dict[str, int]]],
    stay: list[bool],
    other_key: bytes,
) -> None:
    """Two tables that differ only in cards hidden from a viewer look the same until the cards are turned."""
    one = Table(*rules, [shuffled(key)])
    for seat, on in bets:
        one.do(("act", seat, Bet(on)))
    me = min(one.state.playing, default=1)
    other = Table(*rules, [swapped(one.state, shuffled(key), me, other_key)])
    for seat, on in bets:
        other.do(("act", seat, Bet(on)))
    for table in (one, other):
        table.take(table.events("advance"))
    while STUD.waiting_for(one.state) is not Wait.OVER and one.state.phase in ("dealing", "deciding"):
        both = []
        for table in (one, other):
            choosing = STUD.to_act(table.state)
            if choosing:
                verb = (
                    ("act", choosing[0], Continue(2 * table.state.places[choosing[0]].ante))
                    if stay[choosing[0] - 1]
                    else ("lapse", choosing[0])
                )
                events = table.events(*verb)
            elif table.state.phase == "deciding":
                return
            else:
                events = table.events("advance")
            table.take(events)
            events_seen = [[STUD.event_for_seat(event, seat) for event in events] for seat in (None, me)]
            both.append(
                [
                    STUD.view(table.state, None),
                    STUD.view(table.state, me),
                    STUD.options(table.state, me),
                    STUD.pause_ms(table.state),
                    events_seen,
                ]
            )
        assert both[0] == both[1]


def swapped(state: State, order: Sequence[int], me: int, key: bytes) -> list[int]:
    """The same pack for one seat: its own and the open cards in place, all others moved."""
    probe = Table(state.sheet, state.setting, [order])
    probe.state = state
    seen: set[int] = set()
    events: Sequence[Any] = probe.events("advance")
    while True:
        for event in events:
            mine = isinstance(event, CardDealt) and event.seat == me
            if mine or (hasattr(event, "card") and not STUD.is_hidden(event)):
                seen.add(event.card)
            probe.state = STUD.apply(probe.state, event)
        if probe.state.phase != "dealing":
            break
        events = probe.events("advance")
    covered = [place for place, card in enumerate(order) if card not in seen]
    fresh = list(order)
    for place, other in zip(covered, shuffled(key, len(covered)), strict=True):
        fresh[place] = order[covered[other]]
    return fresh


def test_commands_of_a_strange_shape_are_not_read() -> None:
    read = msgspec.json.Decoder(Command).decode
    assert read(b'{"t":"bet","on":{"ante":100}}') == Bet({"ante": 100})
    assert read(b'{"t":"continue","bet":200}') == Continue(200)
    strange = [
        b'{"t":"bet"}',
        b'{"t":"bet","on":{}}',
        b'{"t":"bet","on":{"ante":0}}',
        b'{"t":"bet","on":{"ante":-1}}',
        b'{"t":"bet","on":{"ante":1.5}}',
        b'{"t":"bet","on":{"ante":true}}',
        b'{"t":"bet","on":{"ante":"100"}}',
        b'{"t":"bet","on":{"ante":99999999999}}',
        b'{"t":"bet","on":{"ante":100},"seat":2}',
        b'{"t":"bet","on":{"a":1,"b":1,"c":1,"d":1}}',
        b'{"t":"continue"}',
        b'{"t":"continue","bet":0}',
        b'{"t":"fold","seat":2}',
        b'{"t":"folded","seat":2}',
        b"[]",
        b"null",
    ]
    for text in strange:
        with pytest.raises(msgspec.DecodeError):
            read(text)


def test_the_public_view_of_a_deal_names_no_card() -> None:
    sheet, setting = Sheet(MACAU), Setting(100, 2_500)
    table = Table(sheet, setting, [list(range(PACK))])
    for seat in range(1, 8):
        table.do(("act", seat, Bet({"ante": 100})))
    while STUD.waiting_for(table.state) is not Wait.CHOICE:
        table.do(("advance",))
    seen = msgspec.json.encode(STUD.view(table.state, None)).decode()
    assert [name for name in NAMES if f'"{name}"' in seen] == [NAMES[table.state.bank[4]]]


@pytest.mark.parametrize("dealing", Dealing)
@pytest.mark.parametrize("start", range(0, PACK, 4))
def test_the_meter_is_right_to_the_cent_when_many_hands_win_it(start: int, dealing: Dealing) -> None:
    setting = Setting(100, 2_500, dealing=dealing, jackpot=Jackpot(100, 90, 60, SMALL))
    table = Table(Sheet(MACAU), setting, [shuffled(bytes([0] * 31 + [start]))])
    for seats in (range(1, 5), range(1, 8), range(3, 4)):
        for seat in seats:
            table.do(("act", seat, Bet({"ante": 100, "jackpot": 100})))
        rounds = table.rounds
        while table.rounds == rounds:
            choosing = STUD.to_act(table.state)
            table.do(("act", choosing[0], Continue(200)) if choosing else ("advance",))
    assert table.state.meter == table.gained[AccountKind.JACKPOT] > 0
