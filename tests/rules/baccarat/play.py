"""A table of ponto e banca for tests: opened, bet at, and dealt from the cards that the test names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from games.rules.baccarat.engine import ENGINE as BACCARAT
from games.rules.baccarat.events import Bet, Command, Event, State
from games.rules.baccarat.sheet import MACAU, PUNTO_BANCO, Commission, Setting, Sheet
from games.rules.engine import Result, Wait
from games.rules.shared.cards import CARDS
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode

ME, YOU, THEY = 1, 2, 3

# In the order of the deal: punto, banco, punto, banco, then whatever is drawn.
PUNTO_7_6 = "4S 6H 3D KC"
BANCO_3_7 = "3S 7H KD KC KS"  # punto draws a king
BANCO_2_5 = "2S 5H KD KC KS"
BANCO_0_6 = "KS 6H QD KC JS"
TIE_6_6 = "4S 6H 2D KC"
PUNTO_PAIR_9 = "KS 4H KD 3C 9S"  # a pair of kings, then a nine: 9 against 7
BANCO_PAIR_8 = "KS 4H 3D 4C"  # a pair of fours: 8 at once


class Dealt:
    """A shoe that begins with those cards; what comes after them is not asked for."""

    def __init__(self, cards: str, after: int = 0) -> None:
        self.places = [0] * after + [CARDS[name] for name in cards.split()]

    def below(self, n: int) -> int:
        raise AssertionError("nothing but cards is drawn here")

    def shuffled(self, n: int) -> Sequence[int]:
        assert n in (312, 416)
        return self.places


def table(
    minimum: int = 100, *, sheet: Sheet | None = None, individual: bool = False, **setting: Any
) -> State:
    mode, seats = (Mode.INDIVIDUAL, 1) if individual else (Mode.MULTIPLE, 9)
    given = {
        "variant": PUNTO_BANCO,
        "step": 10,
        "commission": Commission.NONE,
        "mode": mode,
        "seats": seats,
        **setting,
    }
    rules, sheet = Setting(minimum=minimum, **given), sheet or Sheet()
    assert BACCARAT.check_sheet(sheet) == []
    assert BACCARAT.check_setting(sheet, rules) == []
    return BACCARAT.begin(sheet, rules, None, (ME, YOU))


def macau(prize_cap: int | None = None, **given: Any) -> State:
    return table(variant=MACAU, prize_cap=prize_cap, **given)


def folded(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = BACCARAT.apply(state, event)
    return state


def did(state: State, command: Command, seat: int = ME) -> State:
    return folded(state, BACCARAT.act(state, seat, command))


def bet(state: State, on: Mapping[str, int], seat: int = ME) -> State:
    return did(state, Bet(dict(on)), seat)


def refused(state: State, command: Command, seat: int = ME) -> Refused:
    with pytest.raises(Refused) as refusal:
        BACCARAT.act(state, seat, command)
    return refusal.value


def steps(state: State, cards: str) -> list[tuple[tuple[Event, ...], State]]:
    """Plays the round to its end with those cards. Returns each step's events and the state after it."""
    played_steps, shoe = [], Dealt(cards, state.dealt)
    while BACCARAT.waiting_for(state) is not Wait.OVER:
        events = BACCARAT.advance(state, shoe)
        state = folded(state, events)
        played_steps.append((events, state))
    return played_steps


def played(state: State, cards: str) -> State:
    return steps(state, cards)[-1][1]


def next_round(state: State) -> State:
    return BACCARAT.begin(state.sheet, state.setting, state, (ME, YOU))


def paid(state: State, on: Mapping[str, int], cards: str) -> Result:
    """What those bets come to with those cards."""
    return BACCARAT.results(played(bet(state, on), cards))[ME]


def hands(state: State) -> dict[str, Any]:
    seen: dict[str, Any] = BACCARAT.view(state, None)["hands"]
    return seen
