"""A blackjack table for random play. It keeps a journal and accounts, and checks both after every command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st

from games.rules.bets import Clear, Undo
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import (
    Bet,
    Command,
    Decline,
    Double,
    EvenMoney,
    Event,
    Hit,
    Insure,
    Launch,
    Phase,
    Split,
    Stand,
    State,
    Surrender,
)
from games.rules.blackjack.hands import VALUE, max_cards
from games.rules.blackjack.sheet import Setting, Sheet, Shoe
from games.rules.engine import Wait
from games.rules.shared.cards import PACK
from games.rules.shared.money import AccountKind, Posting, TransferKind
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode
from tests.rules.roulette.play import account_totals

SEATS = (1, 2, 3)


class Order:
    """A shoe in an order given by a number: a multiplicative walk through all numbers below n."""

    def __init__(self, number: int, low: bool = False) -> None:
        self.number, self.low = number, low
        self.orders: dict[int, list[int]] = {}

    def below(self, n: int) -> int:
        return self.number % n

    def shuffled(self, n: int) -> Sequence[int]:
        if n in self.orders:
            return self.orders[n]
        order = self.orders[n] = list(range(n))
        state = self.number
        for last in range(n - 1, 0, -1):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            other = (state >> 33) % (last + 1)
            order[last], order[other] = order[other], order[last]
        if self.low:
            order.sort(
                key=lambda place: VALUE[place % PACK] % 10
            )  # aces and tens first: many pairs, many splits
        return order


@st.composite
def tables(draw: st.DrawFn) -> tuple[Sheet, Setting]:
    mode = draw(st.sampled_from(list(Mode)))
    places = draw(st.integers(3, 7))
    per_player = draw(st.integers(1, places))
    sheet = Sheet(
        places_per_player=per_player,
        double_any=draw(st.booleans()),
        double_any_low_ace=draw(st.booleans()),
        double_late=draw(st.booleans()),
        surrender_late=draw(st.booleans()),
        lapse_draws_to=draw(st.integers(11, 16)),
        pairs_only=draw(st.booleans()),
        split_limit=draw(st.none() | st.integers(0, 4)),
        resplit_aces=draw(st.booleans()),
        insurance=draw(st.booleans()),
        special_prizes=draw(st.booleans()),
    )
    decks = draw(st.sampled_from((4, 6, 8)))
    splits = 3 if sheet.split_limit is None else sheet.split_limit
    room = PACK * decks - max_cards(places * (splits + 1) + 1, decks)
    shoe = draw(st.sampled_from(list(Shoe))) if room > 0 else Shoe.FRESH
    seats = 1 if mode is Mode.INDIVIDUAL else 3
    cut = draw(st.integers(1, room)) if shoe is Shoe.CUT else 0
    return sheet, Setting(
        100,
        10_000,
        decks,
        mode,
        places,
        seats,
        places_per_player=per_player,
        shoe=shoe,
        cut=cut,
        step=draw(st.sampled_from((2, 100))),
    )


PLACE = st.sampled_from(["1", "2", "3", "4", "7", "8", "0", "constructor"])
CENTS = st.sampled_from([100, 200, 1_000, 5_000, 10_000, 10_100, 50, 101, 1, 2, 0, -100, 10**9])
COMMAND: st.SearchStrategy[Command] = st.one_of(
    st.builds(Bet, st.dictionaries(PLACE, CENTS, max_size=3)),
    st.builds(Insure, PLACE, CENTS),
    st.builds(EvenMoney, PLACE),
    st.builds(Decline, PLACE),
    st.builds(Hit, st.integers(0, 9)),
    st.builds(Stand, st.integers(0, 9)),
    st.builds(Double, st.integers(0, 9), CENTS),
    st.builds(Split, st.integers(0, 9), CENTS),
    st.builds(Surrender, st.integers(0, 9)),
    st.sampled_from((Undo(), Clear(), Launch())),
)
SEAT = st.sampled_from(SEATS)
# A seat sends any command; or one of the offered ones (a number selects it); or the
# house continues.
DEED = st.one_of(
    st.tuples(SEAT, COMMAND),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.just("house"),
    st.sampled_from(("house", "lapse", "system", "player-network")),
)


def offered(state: State) -> list[tuple[int, Command]]:
    """Every offered decision as a command; for amounts, the least and the greatest."""
    offered_commands: list[tuple[int, Command]] = []
    for seat in SEATS:
        options = BLACKJACK.options(state, seat)
        for place, room in options.get("bet", {}).items():
            offered_commands += [(seat, Bet({place: room["min"]})), (seat, Bet({place: room["max"]}))]
        for place, offer in options.get("offers", {}).items():
            offered_commands.append((seat, Decline(place)))
            if "even-money" in offer:
                offered_commands.append((seat, EvenMoney(place)))
            if "insurance" in offer:
                offered_commands += [
                    (seat, Insure(place, offer["insurance"]["min"])),
                    (seat, Insure(place, offer["insurance"]["max"])),
                ]
        for name, consequence in options.get("choices", {}).items():
            turn = options["turn"]
            made: dict[str, Command] = {"hit": Hit(turn), "stand": Stand(turn), "surrender": Surrender(turn)}
            if "cost" in consequence:
                made |= {
                    "double": Double(turn, consequence["cost"]),
                    "split": Split(turn, consequence["cost"]),
                }
            offered_commands.append((seat, made[name]))
        offered_commands += [
            (seat, command)
            for name, command in (("undo", Undo()), ("clear", Clear()), ("launch", Launch()))
            if options.get(name)
        ]
    return offered_commands


class Table:
    """A blackjack table that keeps a journal and accounts and checks both after every action."""

    def __init__(self, sheet: Sheet, setting: Setting, shoe: Order) -> None:
        self.state = self.opened = BLACKJACK.begin(sheet, setting, None, SEATS[: setting.seats])
        self.shoe = shoe
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
            assert not isinstance(action, int), f"{refusal}: what is offered is not refused"
            return
        for event in events:
            self.journal.append(msgspec.json.encode(event))
            self.moved += BLACKJACK.postings(event)
            self.state = BLACKJACK.apply(self.state, event)
        self.check_books()
        if BLACKJACK.waiting_for(self.state) is Wait.OVER:
            self.check_journal()
            self.check_results()
            self.next_round()

    def next_round(self) -> None:
        setting = self.state.setting
        self.state = self.opened = BLACKJACK.begin(
            self.state.sheet, setting, self.state, SEATS[: setting.seats]
        )
        self.journal, self.rounds = [], self.rounds + 1

    def events(self, action: Any) -> tuple[Any, ...]:
        waits = BLACKJACK.waiting_for(self.state)
        if isinstance(action, tuple):
            seat, command = action
            return BLACKJACK.act(self.state, seat, command)
        if isinstance(action, int):
            choices = offered(self.state) if waits is not Wait.BETS or action % 3 else []
            return BLACKJACK.act(self.state, *choices[action % len(choices)]) if choices else self.house()
        if action == "lapse":
            return tuple(event for seat in SEATS[:1] for event in BLACKJACK.default_action(self.state, seat))
        if action != "house":
            return BLACKJACK.void(self.state, action)
        return self.house() if waits is not Wait.CHOICE else ()

    def house(self) -> tuple[Any, ...]:
        return BLACKJACK.advance(self.state, self.shoe)

    def check_books(self) -> None:
        """The stakes hold what is not decided yet, to the cent; the sum of all accounts is zero."""
        gained = account_totals(self.moved)
        assert sum(gained.values()) == 0
        assert all(posting.cents > 0 for posting in self.moved)
        undecided = 0
        if BLACKJACK.waiting_for(self.state) is not Wait.OVER:
            for box in self.state.boxes.values():
                undecided += sum(hand.stake for hand in box.hands if not hand.code) if box.hands else box.bet
                undecided += box.insurance if box.insured else 0
            assert sum(BLACKJACK.stakes(self.state).values()) >= undecided
        assert gained.get((AccountKind.STAKES, None), 0) == undecided

    def check_journal(self) -> None:
        """The events as they were written fold to the same state, byte for byte."""
        state = msgspec.json.decode(msgspec.json.encode(self.opened), type=State)
        decode = msgspec.json.Decoder(Event).decode
        for line in self.journal:
            state = BLACKJACK.apply(state, decode(line))
        assert state == self.state
        assert msgspec.json.encode(state) == msgspec.json.encode(self.state)

    def check_results(self) -> None:
        decode = msgspec.json.Decoder(Event).decode
        money = [posting for line in self.journal for posting in BLACKJACK.postings(decode(line))]
        for seat, result in BLACKJACK.results(self.state).items():
            assert result.staked == result.lost + result.back
            out = sum(
                posting.cents
                for posting in money
                if posting.seat == seat and posting.kind in (TransferKind.STAKE, TransferKind.PRIZE_BACK)
            )
            back = (TransferKind.STAKE_BACK, TransferKind.PRIZE, TransferKind.LOST_BACK)
            assert (
                sum(posting.cents for posting in money if posting.seat == seat and posting.kind in back) - out
                == result.net
            )
            assert BLACKJACK.explain(self.state, seat)[-1].details.get("net", 0) == result.net
            seen = BLACKJACK.view(self.state, seat)["result"]
            if self.state.phase is Phase.SETTLED:
                assert sum(line.get("prize", 0) for line in seen["lines"]) == result.prize
        assert BLACKJACK.stakes(self.state) == {}
        assert b"null" not in msgspec.json.encode(
            [BLACKJACK.view(self.state, seat) for seat in (None, *SEATS)]
        )


def play(rules: tuple[Sheet, Setting], number: int, low: bool, actions: list[Any]) -> Table:
    sheet, setting = rules
    assert BLACKJACK.check_sheet(sheet) == []
    assert BLACKJACK.check_setting(sheet, setting) == []
    table = Table(sheet, setting, Order(number, low))
    for action in actions:
        table.do(action)
    return table
