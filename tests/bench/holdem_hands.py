"""Hold'em for six players with full rules. Each side asks its own engine for the legal actions and makes
the same random choices.
"""

from __future__ import annotations

import warnings
from random import Random

SEATS, BIG, STACK = 6, 200, 20_000
HANDS, FEW = 1_000, 60
PASSIVE, KINDS = 3, 4  # one part folds, two check or call, one raises where that is open


def ours() -> int:
    """Plays each hand from the button to the paid pots, keeps and folds every event, and returns the number
    of decisions.
    """
    from games.draw.generator import Draw, new_seed
    from games.rules.engine import Wait
    from games.rules.holdem.bets import raise_range
    from games.rules.holdem.engine import ENGINE as HOLDEM
    from games.rules.holdem.events import BoughtIn, Call, Check, Fold, Raise
    from games.rules.holdem.sheet import Commission, LeastRaise, Setting, Sheet

    # The raises that the other side knows: not below the last one, and none after a short all-in.
    sheet = Sheet(commission=Commission.BUY_IN, least_raise=LeastRaise.LAST_RAISE, short_raise_reopens=False)
    setting = Setting(minimum=BIG, small_blind=BIG // 2, buy_in=STACK, rebuys=(STACK,), seats=SEATS)
    assert not HOLDEM.check_setting(sheet, setting)
    chance_of, decisions = Random(806).random, 0
    start = HOLDEM.begin(sheet, setting, None, tuple(range(1, SEATS + 1)))
    for seat in range(1, SEATS + 1):
        start = HOLDEM.apply(start, BoughtIn(seat, STACK))
    fold, check, call = Fold(), Check(), Call()
    waits, act, advance, apply = HOLDEM.waiting_for, HOLDEM.act, HOLDEM.advance, HOLDEM.apply
    over, choice = Wait.OVER, Wait.CHOICE
    for _ in range(HANDS):
        state, chance, journal = start, Draw(new_seed()), []
        while (wait := waits(state)) is not over:
            if wait is choice:
                actor = state.actor
                place = state.seats[actor]
                room, passing = raise_range(state, place), call if state.to_match > place.bet else check
                kind = int(chance_of() * (KINDS if room else PASSIVE))
                if room and kind == PASSIVE:
                    command: Fold | Check | Call | Raise = Raise(
                        room.minimum + int(chance_of() * (room.maximum - room.minimum + 1))
                    )
                else:
                    command = fold if not kind and passing is call else passing
                events = act(state, actor, command)
                decisions += 1
            else:
                events = advance(state, chance)
            journal += events
            for event in events:
                state = apply(state, event)
        assert sum(place.stack for place in state.seats.values()) == SEATS * STACK
    return decisions


def theirs() -> int:
    from pokerkit import Automation, NoLimitTexasHoldem

    chance_of, decisions = Random(806).random, 0
    everything = tuple(Automation)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(FEW):
            state = NoLimitTexasHoldem.create_state(everything, True, 0, (BIG // 2, BIG), BIG, STACK, SEATS)
            while state.status:
                least = state.min_completion_betting_or_raising_to_amount
                kind = int(chance_of() * (PASSIVE if least is None else KINDS))
                if not kind and state.can_fold():
                    state.fold()
                elif kind < PASSIVE:
                    state.check_or_call()
                else:
                    most = state.max_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(least + int(chance_of() * (most - least + 1)))
                decisions += 1
            assert sum(state.stacks) == SEATS * STACK
    return decisions
