"""The same hands, played by this engine and by one that others wrote, wherever the rules coincide.

They coincide with three players or more (heads-up the regulation gives the big blind to the button), in
chips that every pot can be divided by, with the commission taken on buy-ins and the specific rules HE-E1
and HE-E2, which are the custom of the trade. Where the other engine opens a raise after all-ins below the
least raise and this one does not, or the other way round, nobody raises.
"""

from __future__ import annotations

import warnings
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from random import Random

import pytest
from pokerkit import Automation, BettingStructure, NoLimitTexasHoldem

from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import (
    Called,
    Check,
    Checked,
    Command,
    CommonTurned,
    Fold,
    Folded,
    Raise,
    Raised,
    State,
)
from games.rules.holdem.sheet import BetMaximum, Commission, LeastRaise, Sheet
from games.rules.shared.cards import NAMES, Card
from tests.rules.holdem.play import Mixed, at_random, dealt, folded, table

UNIT = 2_520  # parted by every number of players up to ten but eight
STRUCTURES = {
    BetMaximum.NO_LIMIT: BettingStructure.NO_LIMIT,
    BetMaximum.POT_LIMIT: BettingStructure.POT_LIMIT,
}
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def named(cards: tuple[Card, ...]) -> str:
    return "".join(NAMES[card].replace("10", "T")[0] + NAMES[card][-1].lower() for card in cards)


class Other:
    """The other engine at the same hand."""

    def __init__(self, state: State) -> None:
        self.players = state.players
        stacks = [state.seats[seat].stack + state.seats[seat].committed for seat in self.players]
        self.game = NoLimitTexasHoldem.create_state(
            AUTOMATIC, True, 0, (UNIT, 2 * UNIT), 2 * UNIT, stacks, len(stacks)
        )
        self.game.betting_structure = STRUCTURES[state.setting.limit]
        for seat in self.players:
            self.game.deal_hole(named(state.seats[seat].cards))

    def nods(self) -> None:
        """It asks for a check even if no other player has chips left."""
        while self.game.actor_index is not None and self.game.checking_or_calling_amount == 0:
            self.game.check_or_call()

    def turned(self, cards: tuple[Card, ...]) -> None:
        self.game.burn_card("??")
        self.game.deal_board(named(cards))

    def decided(self, command: Command) -> None:
        if isinstance(command, Raise):
            self.game.complete_bet_or_raise_to(command.to)
        elif isinstance(command, Fold):
            self.game.fold()
        else:
            self.game.check_or_call()

    def may_raise(self) -> tuple[int, int] | None:
        least, most = (
            self.game.min_completion_betting_or_raising_to_amount,
            self.game.max_completion_betting_or_raising_to_amount,
        )
        return None if least is None or most is None else (least, most)

    @property
    def actor(self) -> int:
        return 0 if self.game.actor_index is None else self.players[self.game.actor_index]

    @property
    def stacks(self) -> dict[int, int]:
        return dict(zip(self.players, self.game.stacks, strict=True))


def played(random: Random, limit: BetMaximum) -> None:
    """One hand at random, compared at every step."""
    players = random.randint(3, 7)
    stacks = [UNIT * random.choice((2, 3, 5, 8, 20, 60, 200)) for _ in range(players)]
    sheet = Sheet(commission=Commission.BUY_IN, least_raise=LeastRaise.LAST_RAISE, short_raise_reopens=False)
    terms = {
        "minimum": 2 * UNIT,
        "small_blind": UNIT,
        "buy_in": 100 * UNIT,
        "rebuys": (100 * UNIT,),
        "limit": limit,
    }
    pack = Mixed(random)
    state = dealt(table(stacks, random.randint(1, players), sheet, **terms), pack)
    other = Other(state)
    short = False  # was there an all-in below the least raise in this turn?
    while HOLDEM.waiting_for(state) is not Wait.OVER:
        if HOLDEM.waiting_for(state) is Wait.HOUSE:
            other.nods()
            for event in HOLDEM.advance(state, pack):
                if isinstance(event, CommonTurned):
                    other.turned(event.cards)
                    short = False
                state = HOLDEM.apply(state, event)
            continue
        assert state.actor == other.actor
        options = HOLDEM.options(state, state.actor)
        ours = (options["raise"]["min"], options["raise"]["max"]) if "raise" in options else None
        theirs = other.may_raise()
        assert ours == theirs or short
        command = at_random(state, random)
        while isinstance(command, Fold) and options["check"] or isinstance(command, Raise) and ours != theirs:
            command = at_random(state, random)
        if isinstance(command, Raise):
            command = Raise(command.to - command.to % UNIT)  # whole units; every bound is one
            short = short or command.to - state.to_match < state.last_raise
        for event in HOLDEM.act(state, state.actor, command):
            assert isinstance(event, Folded | Checked | Called | Raised)
            state = HOLDEM.apply(state, event)
        other.decided(Check() if not isinstance(command, Raise | Fold) else command)
    assert other.game.status is False
    assert {seat: state.seats[seat].stack for seat in state.players} == other.stacks


def compared(hands: int, seed: int) -> None:
    random = Random(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for hand in range(hands):
            played(random, (BetMaximum.NO_LIMIT, BetMaximum.POT_LIMIT)[hand % 2])


@pytest.mark.parametrize("seed", range(4))
def test_HE_27_random_hands_end_as_with_an_engine_of_others(seed: int) -> None:
    """`make long` plays a hundred thousand."""
    compared(60, seed)


@pytest.mark.long
def test_a_hundred_thousand_random_hands_end_as_with_an_engine_of_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In two processes; the seed of each part follows from the one that is printed."""
    hands, parts = 100_000, 100
    seed = Random().getrandbits(32)
    with capsys.disabled(), ProcessPoolExecutor(2, get_context("fork")) as processes:
        print(f"\nhold'em against another engine, {hands:,} hands, seed {seed}", flush=True)
        running = [processes.submit(compared, hands // parts, seed + part) for part in range(parts)]
        for done, part in enumerate(as_completed(running), 1):
            part.result()
            print(f"\r{done * hands // parts:,} hands agree", end="\n" if done == parts else "", flush=True)


def test_the_oracle_is_dealt_the_same_cards() -> None:
    random = Random(1)
    state = dealt(table([20 * UNIT] * 4, 1, Sheet(commission=Commission.BUY_IN), minimum=2 * UNIT,
                        small_blind=UNIT, buy_in=20 * UNIT, rebuys=(20 * UNIT,)), Mixed(random))  # fmt: skip
    other = Other(state)
    assert [named(state.seats[seat].cards) for seat in state.players] == [
        "".join(repr(card) for card in hole) for hole in other.game.hole_cards
    ]
    assert folded(state, ()) == state
