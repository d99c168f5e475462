"""Hands of hold'em as files: another program reads them and comes to the same, and no file tells a card that
its player did not see.

`python -m tests.proofs.hand_histories [--hands 10000] [--pairs 20000] [--seed N]`

Random hands, with the commission on the pot, under both readings of the showdown, every second one of a sheet
that names a beacon. Of each hand, the file of one player, in which the cards of the others are hidden unless
they were turned:

- PHH: pokerkit plays the file. Its pots, its stacks and the commission are those of the house. Where a pot is
  divided, the odd cents may go to another of its winners (A27).
- Pairs: the same hand with other cards where the player saw none. Both files, as PHH and as text, must be the
  same, byte for byte.

About 4 minutes for the default numbers on one quiet core.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from pokerkit import HandHistory

from games.draw.beacon import SANDBOX_NAME
from games.extras.phh.hand_histories import write_phh
from games.rounds.replay.hand_record import HandRecord, HandTerms, build_hand
from games.rounds.replay.hand_text import write_text
from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import CardsDealt, Event, HandShown, State
from games.rules.holdem.sheet import BetMaximum, LeastRaise, Sheet, Showdown
from games.rules.shared.cards import PACK
from games.rules.shared.draw_terms import NO_BEACON, DrawTerms
from players.shared.clock import LISBON
from tests.rules.holdem.play import Mixed, at_random, table

WHEN = datetime(2026, 3, 1, 21, 30, tzinfo=LISBON)


class PlayedHand(Struct, frozen=True):
    events: tuple[Event, ...]
    views: tuple[dict[str, Any], ...]  # what everybody saw after each event
    state: State


def play_hand(random: Random, *, with_beacon: bool = False) -> PlayedHand:
    """A random hand. Raises follow the custom that the other program knows (HE-E1, HE-E2).

    With a beacon the players of the hand are fixed before the button and the blinds.
    """
    sheet = Sheet(
        least_raise=LeastRaise.LAST_RAISE,
        short_raise_reopens=False,
        showdown=random.choice(tuple(Showdown)),
        all_in_face_up=random.random() < 0.5,
        rate=random.choice((100, 250, 500)),
        draw=DrawTerms(SANDBOX_NAME if with_beacon else NO_BEACON),
    )
    players = random.randint(2, 9)
    stacks = [
        random.choice((random.randint(200, 2_000), random.randint(200, 40_000))) for _ in range(players)
    ]
    state = table(stacks, random.randint(1, players), sheet, limit=random.choice(tuple(BetMaximum)))
    pack = Mixed(random)
    events: list[Event] = list(HOLDEM.advance(state, pack))
    views = []
    pending = list(events)
    while True:
        for event in pending:
            state = HOLDEM.apply(state, event)
            views.append(HOLDEM.view(state, None))
        wait = HOLDEM.waiting_for(state)
        if wait is Wait.OVER:
            return PlayedHand(tuple(events), tuple(views), state)
        if wait is Wait.HOUSE:
            pending = list(HOLDEM.advance(state, pack))
        else:
            pending = list(HOLDEM.act(state, state.actor, at_random(state, random)))
        events += pending


def record_for(played: PlayedHand, hero: int, events: Sequence[Event] | None = None) -> HandRecord:
    """The hand as that seat saw it."""
    setting = played.state.setting
    terms = HandTerms(
        house="Feltro",
        hand=1,
        table="Lisboa",
        seats=setting.seats,
        currency=setting.currency,
        limit=str(setting.limit),
        small_blind=setting.small_blind,
        big_blind=setting.minimum,
        at=WHEN,
    )
    steps = [
        (_plain(HOLDEM.event_for_seat(event, hero)), _plain(view))
        for event, view in zip(events or played.events, played.views, strict=True)
    ]
    hand = build_hand(steps, terms=terms, hero=hero, names={})
    assert hand is not None
    return hand


def _plain(value: Any) -> Any:
    """As it comes from the croupier."""
    return msgspec.json.decode(msgspec.json.encode(value))


# --- PHH, read by another program


def check_phh(played: PlayedHand, hand: HandRecord) -> str:
    """How the hand compares: "equal", "odd cents", or "ended early" if an all-in hand was discarded unseen.

    Raises AssertionError if pots, stacks or commission differ.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = HandHistory.loads(write_phh(hand), divmod=_cents_divmod)
        *_, state = history
    theirs = [_cents(stack) for stack in state.stacks]
    early = bool(state.status)
    if early:
        # One hand is left and the format has no way to say it: its pots are still on the table.
        (winner,) = [index for index, holds in enumerate(state.statuses) if holds]
        theirs[winner] += sum(_cents(pot.amount) for pot in state.pots)
    gross = [player.finishing_stack + player.commission for player in hand.players]
    seats = played.state.seats
    assert [player.finishing_stack for player in hand.players] == [
        seats[player.seat].stack for player in hand.players
    ]
    assert [_cents(stack) for stack in history.finishing_stacks or ()] == [
        player.finishing_stack for player in hand.players
    ]
    assert _cents(history.user_defined_fields["_rake"]) == sum(seat.commission for seat in seats.values())
    assert sum(theirs) == sum(gross)
    assert sum(pot["amount"] for pot in hand.pots) == sum(player.committed for player in hand.players)
    if theirs == gross:
        return "ended early" if early else "equal"
    odd = [max(0, len(pot["shares"]) - 1) for pot in hand.pots]
    winners = {share["name"] for pot in hand.pots if len(pot["shares"]) > 1 for share in pot["shares"]}
    for player, our_cents, their_cents in zip(hand.players, gross, theirs, strict=True):
        allowed = sum(odd) if player.seat in winners else 0
        assert abs(our_cents - their_cents) <= allowed, (player.seat, our_cents, their_cents)
    return "odd cents"


def _cents(amount: Any) -> int:
    cents = Decimal(amount) * 100
    assert cents == int(cents), amount
    return int(cents)


def _cents_divmod(amount: Any, parts: int) -> tuple[Decimal, Decimal]:
    quotient, remainder = divmod(_cents(amount), parts)
    return Decimal(quotient) / 100, Decimal(remainder) / 100


# --- Pairs that differ only in what the player did not see


def swap_hidden_cards(played: PlayedHand, hero: int, random: Random) -> tuple[Event, ...]:
    """The events with other cards in the hands that were never turned, unless they are the player's own."""
    shown = {event.seat for event in played.events if isinstance(event, HandShown)} | {hero}
    seen = set(played.state.board)
    for event in played.events:
        if isinstance(event, CardsDealt):
            seen |= {card for seat, card in event.cards.items() if seat in shown}
    free = [card for card in range(PACK) if card not in seen]
    random.shuffle(free)
    swapped: list[Event] = []
    for event in played.events:
        if isinstance(event, CardsDealt):
            cards = {seat: card if seat in shown else free.pop() for seat, card in event.cards.items()}
            swapped.append(replace(event, cards=cards))
        else:
            swapped.append(event)
    return tuple(swapped)


def check_pair(played: PlayedHand, hero: int, random: Random) -> bool:
    """Whether the pair differed at all; both files must be the same."""
    other = swap_hidden_cards(played, hero, random)
    ours, theirs = record_for(played, hero), record_for(played, hero, other)
    assert write_phh(ours) == write_phh(theirs)
    assert write_text(ours) == write_text(theirs)
    return other != played.events


def compare(hands: int, pairs: int, seed: int) -> dict[str, int]:
    """How many hands compared how, and how many pairs differed in hidden cards."""
    random = Random(seed)
    outcomes: dict[str, int] = {"equal": 0, "odd cents": 0, "ended early": 0, "pairs": 0}
    for number in range(max(hands, pairs)):
        played = play_hand(random, with_beacon=number % 2 == 1)
        hero = random.choice(played.state.players)
        if number < hands:
            outcomes[check_phh(played, record_for(played, hero))] += 1
        if number < pairs:
            outcomes["pairs"] += check_pair(played, hero, random)
    return outcomes


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=Random().getrandbits(32))
    options = parser.parse_args(arguments)
    outcomes = compare(options.hands, options.pairs, options.seed)
    read = sum(outcomes[name] for name in ("equal", "odd cents", "ended early"))
    print(
        f"seed {options.seed}: {read} hands read by another program, 0 different "
        f"({outcomes['odd cents']} with odd cents to another winner, {outcomes['ended early']} ended at an "
        f"unseen all-in hand); {options.pairs} pairs, {outcomes['pairs']} with other hidden cards, "
        "0 different"
    )
    return 0


if __name__ == "__main__":
    os.environ |= {"DJANGO_SETTINGS_MODULE": "casino.settings", "SECRET_KEY": "unused", "HOUSE_PURE": "1"}
    import django

    django.setup()
    sys.exit(main(sys.argv[1:]))
