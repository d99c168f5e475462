"""What an operator would choose at hold'em, for `chosen_draws`: two aces for its own seat, and the button."""

from __future__ import annotations

from typing import Any

from games.rules.engine import Chance, DrawRecord, Wait
from games.rules.holdem.events import CardsDealt, State
from tests.proofs.attacked_table import ATTACKER, AttackedTable

ACES = range(48, 52)  # ranks run from two to ace, four suits each
# Nobody's chips run out while blinds go to and fro.
SETTING: dict[str, Any] = {"buy_in": 2_000_000, "rebuys": [2_000_000]}


def chance_of_pocket_aces(dealt: tuple[int, ...]) -> float:
    return 4 * 3 / (52 * 51)


def chance_of_button(dealt: tuple[int, ...]) -> float:
    return 1 / 2


def dealt_hand(table: AttackedTable, chance: Chance) -> State | None:
    """The next hand once all cards are dealt, if this is its draw; None if no hand can begin."""
    engine, rules, live = table.engine, table.rules, table.live
    if live.game is None:
        return None
    before = live.game if engine.waiting_for(live.game) is Wait.OVER else None
    if before is None:
        return None
    state: Any = engine.begin(rules.sheet, rules.setting, before, tuple(live.seats))
    if engine.waiting_for(state) is not Wait.BETS:
        return None
    rows = 0
    while rows < 2:
        for event in engine.advance(state, chance):
            state = engine.apply(state, event)
            rows += isinstance(event, CardsDealt)
    hand: State = state
    return hand


def deals_pocket_aces(chance: Chance, dealt: int, table: AttackedTable) -> bool:
    hand = dealt_hand(table, chance)
    return hand is not None and all(card in ACES for card in hand.seats[ATTACKER].cards)


def gives_button(chance: Chance, dealt: int, table: AttackedTable) -> bool:
    hand = dealt_hand(table, chance)
    return hand is not None and hand.button == ATTACKER


def gave_pocket_aces(drawn: DrawRecord) -> bool:
    own = [card for card, to in zip(drawn.given, drawn.to, strict=True) if to == ATTACKER]
    return len(own) == 2 and all(card.startswith("A") for card in own)


def gave_button(drawn: DrawRecord) -> bool:
    return drawn.button == ATTACKER
