"""A stud table for tests: opened, bet at, dealt the cards that the test wants, and played to its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from games.rules.engine import Result, Wait
from games.rules.shared.cards import PACK, cards
from games.rules.shared.jackpot import FixedPrizes, Jackpot
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, Posting
from games.rules.shared.poker_hands import best_five
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import BANK, Bet, Command, Continue, Event, Fold, State
from games.rules.stud.settlement import compare
from games.rules.stud.sheet import Setting, Sheet
from games.rules.stud.variant import CARIBBEAN, MACAU, Dealing

ME, YOU, THIRD = 1, 2, 3
FIXED = FixedPrizes(50_000, 15_000, 10_000, 5_000, 2_500)
TERMS = Jackpot(bet=50, contribution=40, minimum=20_000, fixed=FIXED)

# Hands that the tests use again and again, none of which shares a card with a bank that plays or one that
# does not.
PLAYS, DOES_NOT = "AS KH 4D 3C 2S", "AS QH JC 10C 8S"
ROYAL, STRAIGHT, FLUSH, FULL = "AD KD QD JD 10D", "9H 8H 7H 6H 5H", "QC 9C 7C 6C 2C", "6S 6D 6H 5S 5D"
PAIR, NOTHING = "9D 9C 8H 6S 5D", "JD 10D 7H 6C 5C"


def caribbean(*, individual: bool = False, sheet: Mapping[str, Any] | None = None, **setting: Any) -> State:
    return opened(CARIBBEAN, individual, sheet or {}, setting)


def macau(*, individual: bool = False, sheet: Mapping[str, Any] | None = None, **setting: Any) -> State:
    return opened(MACAU, individual, sheet or {}, {"jackpot": TERMS, **setting})


def opened(system: str, individual: bool, sheet: Mapping[str, Any], setting: Mapping[str, Any]) -> State:
    mode, seats = (Mode.INDIVIDUAL, 1) if individual else (Mode.MULTIPLE, 7)
    rules, table = (
        Sheet(system, **sheet),
        Setting(**{"minimum": 100, "maximum": 2_500, "step": 1, "mode": mode, "seats": seats, **setting}),
    )
    assert STUD.check_sheet(rules) == []
    assert STUD.check_setting(rules, table) == []
    return STUD.begin(rules, table, None, (ME, YOU))


def folded(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = STUD.apply(state, event)
    return state


def did(state: State, command: Command, seat: int = ME) -> State:
    return folded(state, STUD.act(state, seat, command))


def bet(state: State, seat: int = ME, **on: int) -> State:
    return did(state, Bet(dict(on)), seat)


def refused(state: State, command: Command, seat: int = ME) -> Refused:
    with pytest.raises(Refused) as refusal:
        STUD.act(state, seat, command)
    return refusal.value


def went_on(state: State, seat: int = ME) -> State:
    return did(state, Continue(2 * state.places[seat].ante), seat)


def gave_up(state: State, seat: int = ME) -> State:
    return did(state, Fold(), seat)


class Pack:
    """A stacked pack: the named hands are dealt to those places, other cards elsewhere."""

    def __init__(self, state: State, hands: Mapping[int, str] | None = None, bank: str = PLAYS) -> None:
        named = {seat: list(cards(text)) for seat, text in (hands or {}).items()} | {BANK: list(cards(bank))}
        taken = {card for hand in named.values() for card in hand}
        assert len(taken) == 5 * len(named), "a card is named twice"
        spare = [card for card in range(PACK) if card not in taken]
        order = [spare.pop()] if state.sheet.system == CARIBBEAN else []
        places = [*state.playing, BANK]
        by_five = state.setting.dealing is Dealing.SHUFFLER
        turns = [place for place in places for _ in range(5)] if by_five else places * 5
        for place in turns:
            order.append(named[place].pop(0) if place in named else spare.pop())
        self.order = order + spare

    def below(self, n: int) -> int:
        raise AssertionError("a stud is dealt, nothing else is drawn")

    def shuffled(self, n: int) -> Sequence[int]:
        assert n == PACK
        return self.order


def advanced(state: State, pack: Any = None) -> State:
    return folded(state, STUD.advance(state, pack))


def dealt(state: State, hands: Mapping[int, str] | None = None, bank: str = PLAYS) -> State:
    """From the open bets to the decisions."""
    if STUD.waiting_for(state) is Wait.BETS:
        state = advanced(state)
    pack = Pack(state, hands, bank)
    while STUD.waiting_for(state) is Wait.HOUSE and state.phase == "dealing":
        state = advanced(state, pack)
    return state


def finished(state: State) -> State:
    while STUD.waiting_for(state) is not Wait.OVER:
        state = advanced(state)
    return state


def events_to_the_end(state: State) -> list[Any]:
    events: list[Any] = []
    while STUD.waiting_for(state) is not Wait.OVER:
        came = STUD.advance(state, None)
        events += came
        state = folded(state, came)
    return events


def next_round(state: State) -> State:
    return STUD.begin(state.sheet, state.setting, state, (ME, YOU))


def settled(state: State, player: str, bank: str, ante: int = 100) -> Result:
    """What that hand comes to when it stays in play with that ante."""
    return STUD.results(finished(went_on(dealt(bet(state, ante=ante), {ME: player}, bank))))[ME]


def beats(state: State, one: str, other: str) -> int:
    """1, 0 or -1 if the first hand beats, equals or loses to the second, checked in both orders."""
    first, second = best_five(cards(one)), best_five(cards(other))
    result = compare(state.sheet, first, second)
    assert compare(state.sheet, second, first) == -result
    return result


def postings(events: Iterable[Event]) -> list[tuple[str, int | None, int]]:
    return [
        (str(posting.kind), posting.seat, posting.cents)
        for event in events
        for posting in STUD.postings(event)
    ]


def account_totals(moved: Iterable[Posting]) -> dict[AccountKind, int]:
    """What each kind of account gained."""
    gained = dict.fromkeys(AccountKind, 0)
    for posting in moved:
        source, target = TRANSFER_ACCOUNTS[posting.kind]
        gained[source] -= posting.cents
        gained[target] += posting.cents
    return gained
