"""Counts every deal of a stud between one player and the bank, each with the player's best decision.

A deal is the player's five cards, the bank's open card and its other four: 19,933,230,517,200 in all. They
are not gone through one by one. Bank hands are laid from the weakest up into counters that say, for every set
of up to five cards, how many hands laid so far hold that set; how many of them hold the open card and none of
the player's follows from those counters by inclusion and exclusion. Hands are ranked and compared by the
functions that do so at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from games.odds.stud_counts import Counts
from games.rules.shared.cards import ACE, KING, PACK
from games.rules.shared.poker_hands import (
    HIGH,
    KINDS,
    HandKind,
    best_five,
    kind_of,
    ranks_of,
    strength_of_five,
)
from games.rules.stud.sheet import SECOND_TIMES
from games.rules.stud.variant import HAND_SIZE, Cor, Variant
from players.shared.progress import Advance, ignore_progress

Array = np.ndarray[Any, np.dtype[Any]]
HANDS = comb(PACK, HAND_SIZE)
OTHERS = comb(
    PACK - HAND_SIZE - 1, HAND_SIZE - 1
)  # what the bank's covered cards can be, given the six that are seen
CHOOSE = np.array(
    [[comb(card, size) for card in range(PACK)] for size in range(HAND_SIZE + 1)], dtype=np.int32
)


class Laid:
    """How many of the hands laid so far hold each set of one to five cards."""

    def __init__(self) -> None:
        self.holding = [np.zeros(comb(PACK, size), dtype=np.int32) for size in range(HAND_SIZE + 1)]

    def lay(self, hands: Array, sign: int = 1) -> None:
        for size in range(1, HAND_SIZE + 1):
            for places in combinations(range(HAND_SIZE), size):
                index = sum(CHOOSE[rank + 1][hands[:, place]] for rank, place in enumerate(places))
                np.add.at(self.holding[size], index, sign)

    def copy(self) -> Laid:
        other = Laid()
        other.holding = [cards.copy() for cards in self.holding]
        return other


class Met:
    """For some hands of players and each open card: which sets of cards must be looked up to count the bank's
    hands.
    """

    def __init__(self, hands: Array) -> None:
        self.lookups: list[tuple[int, int, Array]] = []
        up = np.arange(PACK)
        for size in range(HAND_SIZE):
            for places in combinations(range(HAND_SIZE), size):
                index: Array = np.zeros((len(hands), PACK), dtype=np.int32)
                below = np.zeros((len(hands), PACK), dtype=np.int32)
                for rank, place in enumerate(places):
                    card = hands[:, place : place + 1]
                    lower = card < up
                    index += np.where(lower, CHOOSE[rank + 1][card], CHOOSE[rank + 2][card])
                    below += lower
                index += CHOOSE[below + 1, up]
                self.lookups.append(((-1) ** size, size + 1, index))
        self.open = (hands[:, :, None] != up).all(axis=1)

    def count(self, laid: Laid) -> Array:
        """By hand and open card, the hands laid so far that hold the open card and none of the player's."""
        counts: Array = np.zeros(self.open.shape, dtype=np.int64)
        for sign, size, index in self.lookups:
            # A set that holds the open card twice has an index of its own kind; `open` leaves it out.
            counts += sign * laid.holding[size][np.minimum(index, len(laid.holding[size]) - 1)]
        shown: Array = counts[self.open]
        return shown


class DealTally:
    """What is being counted of one game."""

    def __init__(self, game: Variant, cor: Cor) -> None:
        self.game, self.cor = game, cor
        self.folded = self.no_game = self.lost = self.equal = 0
        self.won: dict[HandKind, int] = {}

    def fold(self, weight: Array) -> None:
        self.folded += int(weight.sum()) * OTHERS

    def stay(self, weight: Array, kind: HandKind, no_game: Array, won: Array, equal: Array) -> None:
        self.no_game += int((weight * no_game).sum())
        self.equal += int((weight * equal).sum())
        self.won[kind] = self.won.get(kind, 0) + int((weight * won).sum())
        self.lost += int((weight * (OTHERS - no_game - won - equal)).sum())

    def decide(self, weight: Array, kind: HandKind, no_game: Array, won: Array, equal: Array) -> None:
        """Stay where that loses less than the ante on average; what is equal either way is given up."""
        staying = worth(self.game.times[kind], no_game, won, equal) > -OTHERS
        self.fold(weight[~staying])
        self.stay(weight[staying], kind, no_game[staying], won[staying], equal[staying])

    @property
    def counts(self) -> Counts:
        return Counts(
            self.folded,
            self.no_game,
            self.lost,
            self.equal,
            {kind: self.won[kind] for kind in KINDS if kind in self.won},
        )


def worth(times: int, no_game: Array, won: Array, equal: Array) -> Array:
    """What staying brings over all the bank's covered cards, in antes."""
    lost = OTHERS - no_game - won - equal
    result: Array = no_game + won * (1 + SECOND_TIMES * times) - lost * (1 + SECOND_TIMES)
    return result


def every_hand() -> tuple[Array, Array]:
    """All hands, each with its cards in rising order, and their strengths."""
    hands = np.array(list(combinations(range(PACK), HAND_SIZE)), dtype=np.int16)
    strengths = np.array(
        [strength_of_five(cards) for cards in combinations(range(PACK), HAND_SIZE)], dtype=np.int32
    )
    return hands, strengths


def alike(hands: Array) -> tuple[Array, Array]:
    """One of each set of hands that differ only in the names of suits, and how many it stands for."""
    masks = np.zeros((len(hands), 4), dtype=np.int64)
    for place in range(HAND_SIZE):
        card = hands[:, place].astype(np.int64)
        masks[np.arange(len(hands)), card & 3] |= 1 << (card >> 2)
    masks.sort(axis=1)
    _, first, count = np.unique(masks @ (1 << 13 * np.arange(4)), return_index=True, return_counts=True)
    return hands[first], count


def qualifying(strength: int) -> bool:
    return kind_of(strength) != KINDS[HIGH] or ranks_of(strength)[:2] == (ACE, KING)


def count(games: Sequence[tuple[Variant, Cor]], advance: Advance = ignore_progress) -> list[Counts]:
    """The counts of each game. `advance` gets the number of hands that were compared."""
    hands, strengths = every_hand()
    order = np.argsort(strengths, kind="stable")
    hands, strengths = hands[order], strengths[order]
    starts = np.flatnonzero(np.r_[True, strengths[1:] != strengths[:-1]])
    groups = [
        (int(strengths[start]), hands[start:end])
        for start, end in zip(starts, [*starts[1:], len(hands)], strict=True)
    ]
    tallies = [DealTally(game, cor) for game, cor in games]
    laid = Laid()
    below = [group for strength, group in groups if not qualifying(strength)]
    for group in below:
        laid.lay(group)
    nothing = laid.copy()  # with these the bank does not play
    for group in below:
        _weak(tallies, group, nothing)
        advance(len(group))
    for strength, group in groups:
        if not qualifying(strength):
            continue
        if kind_of(strength) == KINDS[HIGH]:
            for tally in tallies:
                _ace_king(tally, group, laid, nothing)
            laid.lay(group)
        else:
            _combination(tallies, strength, group, laid, nothing)
        advance(len(group))
    return [tally.counts for tally in tallies]


def _weak(tallies: Sequence[DealTally], group: Array, nothing: Laid) -> None:
    """Hands below ace and king: they can only hope that the bank does not play."""
    chosen, stand_for = alike(group)
    met = Met(chosen)
    weight, no_game = _weights(met, stand_for), met.count(nothing)
    none = np.zeros_like(no_game)
    for tally in tallies:
        tally.decide(weight, KINDS[HIGH], no_game, none, none)


def _ace_king(tally: DealTally, group: Array, laid: Laid, nothing: Laid) -> None:
    """Hands of the same ranks, among which the game may still tell higher from lower."""
    weighed = np.array(
        [tally.game.weigh(best_five([int(card) for card in hand]), tally.cor) for hand in group]
    )
    steps = [group[weighed == step] for step in np.unique(weighed)]
    for step in steps:
        met = Met(step)
        weight = _weights(met, np.ones(len(step), dtype=np.int64))
        lower = met.count(laid)
        laid.lay(step)
        no_game = met.count(nothing)
        tally.decide(weight, KINDS[HIGH], no_game, lower - no_game, met.count(laid) - lower)
    for step in steps:
        laid.lay(step, -1)


def _combination(
    tallies: Sequence[DealTally], strength: int, group: Array, laid: Laid, nothing: Laid
) -> None:
    """Hands of a pair or better. It is best to stay with every one of them, even where all that is equal were
    lost.
    """
    chosen, stand_for = alike(group)
    met = Met(chosen)
    weight, no_game, lower = _weights(met, stand_for), met.count(nothing), met.count(laid)
    laid.lay(group)
    won, equal = lower - no_game, met.count(laid) - lower
    kind = kind_of(strength)
    for tally in tallies:
        times = tally.game.times[kind]
        assert (worth(times, no_game, won, np.zeros_like(equal)) > -OTHERS).all()
        tally.stay(weight, kind, no_game, won, equal)
        if tally.game.suits_decide:
            # Of two hands equal but for suits one wins; exchanged between player and bank it is the other:
            # half of each.
            halves = int((weight * equal).sum())
            assert halves % 2 == 0
            tally.equal -= halves
            tally.won[kind] += halves // 2
            tally.lost += halves // 2


def _weights(met: Met, stand_for: Array) -> Array:
    weights: Array = np.broadcast_to(stand_for[:, None], met.open.shape)[met.open]
    return weights
