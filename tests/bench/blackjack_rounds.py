"""Blackjack for one player by basic strategy, from a shoe of six packs dealt to three quarters. Each side
evaluates its own hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ROUNDS = 4_000
PACKS, CUT = 6, 234
STAKE = 1_000
HIT, STAND, DOUBLE, SPLIT = "hit", "stand", "double", "split"


def _table() -> tuple[dict[tuple[int, int], str], dict[tuple[int, int], str], dict[tuple[int, int], str]]:
    """The decision for a hard total, for a soft total and for a pair, by the bank's open card (11 is an
    ace).
    """
    hard, soft, pair = {}, {}, {}
    for up in range(2, 12):
        for total in range(4, 22):
            stands = total >= 17 or (total >= 13 and up <= 6) or (total == 12 and 4 <= up <= 6)
            doubles = total in (10, 11) and up <= 9 or total == 9 and 3 <= up <= 6
            hard[total, up] = DOUBLE if doubles else STAND if stands else HIT
        for total in range(12, 22):
            soft[total, up] = STAND if total >= 19 or (total == 18 and up <= 8) else HIT
        for value in range(2, 12):
            splits = (
                value in (8, 11)
                and up <= 9
                or value in (2, 3, 7)
                and up <= 7
                or value == 6
                and up <= 6
                or value == 9
                and up not in (7, 10, 11)
            )
            if splits:
                pair[value, up] = SPLIT
    return hard, soft, pair


HARD, SOFT, PAIR = _table()


def decided(total: int, soft: bool, pair: int, up: int, *, first: bool) -> str:
    """`pair` is the value of both cards if the hand may be split, otherwise 0."""
    if pair and (pair, up) in PAIR:
        return SPLIT
    choice = SOFT[total, up] if soft else HARD[total, up]
    return HIT if choice is DOUBLE and not first else choice


def strategy() -> Callable[[Any], Any]:
    """The command of basic strategy for the hand to act."""
    from games.rules.blackjack.events import Double, Hit, Split, Stand
    from games.rules.blackjack.hands import VALUE, hard_total, total

    def command(state: Any) -> Any:
        box = state.boxes[state.place]
        hand, up = box.hands[state.hand], VALUE[state.bank[0]]
        cards = hand.cards
        may_split = len(cards) == 2 and VALUE[cards[0]] == VALUE[cards[1]] and box.splits < 3
        pair = (VALUE[cards[0]] if VALUE[cards[0]] > 1 else 11) if may_split else 0
        if hand.aces and not pair:
            choice = STAND
        else:
            points = total(cards)
            choice = decided(
                points,
                points != hard_total(cards),
                pair,
                up if up > 1 else 11,
                first=len(cards) == 2 and not hand.aces,
            )
        turn = state.turn
        if choice is HIT:
            return Hit(turn)
        if choice is STAND:
            return Stand(turn)
        if choice is DOUBLE:
            return Double(turn, hand.stake)
        return Split(turn, hand.stake)

    return command


def ours() -> int:
    """Plays with our engine, folds and keeps every event, and returns the number of events."""
    from games.draw.generator import Draw, new_seed
    from games.rules.blackjack.engine import ENGINE as BLACKJACK
    from games.rules.blackjack.events import Bet, Decline, Launch, Phase
    from games.rules.blackjack.sheet import Setting, Sheet, Shoe
    from games.rules.engine import Wait
    from games.rules.shared.sessions import Mode

    sheet = Sheet(insurance=False)  # the other side has none
    setting = Setting(100, 10_000, PACKS, Mode.INDIVIDUAL, 1, 1, shoe=Shoe.CUT, cut=CUT)
    assert not BLACKJACK.check_sheet(sheet) and not BLACKJACK.check_setting(sheet, setting)
    chance, kept = Draw(new_seed()), 0
    state = BLACKJACK.begin(sheet, setting, None, (1,))
    waits, act, advance, apply = BLACKJACK.waiting_for, BLACKJACK.act, BLACKJACK.advance, BLACKJACK.apply
    bet, launch, decline = Bet({"1": STAKE}), Launch(), Decline("1")
    played = strategy()
    over, house, offers = Wait.OVER, Wait.HOUSE, Phase.OFFERS
    for _ in range(ROUNDS):
        journal = []
        for opening in (bet, launch):
            events = act(state, 1, opening)
            journal += events
            for event in events:
                state = apply(state, event)
        while (wait := waits(state)) is not over:
            if wait is house:
                events = advance(state, chance)
            elif state.phase is offers:
                events = act(state, 1, decline)
            else:
                events = act(state, 1, played(state))
            journal += events
            for event in events:
                state = apply(state, event)
        kept += len(journal)
        if not BLACKJACK.keeps_shoe(state):
            chance = Draw(new_seed())
        state = BLACKJACK.begin(sheet, setting, state, (1,))
    return kept


def theirs() -> int:
    """Plays with the library and returns the number of cards drawn."""
    from blackjack21 import DEFAULT_SUITS, Deck, Table, shoe_reset_hook
    from blackjack21.players import GameState
    from blackjack21.utils import calculate_hand

    deck = Deck(DEFAULT_SUITS, count=PACKS)
    table, drawn = Table([("one", STAKE)], deck, on_round_reset=shoe_reset_hook(deck, CUT / (52 * PACKS))), 0
    for _ in range(ROUNDS):
        table.start_game()
        while table.state is GameState.PLAYERS_TURN:
            hand = table.current_hand
            assert hand is not None
            cards, up = list(hand), table.dealer.hand[0].value
            may_split = len(cards) == 2 and cards[0].value == cards[1].value
            points = calculate_hand(cards)
            choice = decided(
                points.value, points.is_soft, cards[0].value if may_split else 0, up, first=len(cards) == 2
            )
            if choice is HIT:
                table.hit()
            elif choice is STAND:
                table.stand()
            elif choice is DOUBLE:
                table.double_down()
            else:
                table.split()
        drawn += len(table.dealer.hand) + sum(len(hand) for player in table.players for hand in player.hands)
    return drawn
