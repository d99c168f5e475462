"""The chances of hands in hold'em: counted in arrays, they equal the same count card by card."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from games.rounds.replay.equities import equities
from games.rules.shared.cards import PACK, Card, cards
from games.rules.shared.poker_hands import strength_of_seven


def counted(
    hands: dict[int, tuple[Card, ...]], board: tuple[Card, ...], dead: tuple[Card, ...]
) -> dict[int, Fraction]:
    """The share of each hand, board by board, with the ranking of the rules alone."""
    gone = {card for hand in hands.values() for card in hand} | set(board) | set(dead)
    rest = [card for card in range(PACK) if card not in gone]
    shares, boards = dict.fromkeys(hands, Fraction(0)), 0
    for more in combinations(rest, 5 - len(board)):
        strengths = {seat: strength_of_seven((*hand, *board, *more)) for seat, hand in hands.items()}
        best = [seat for seat in hands if strengths[seat] == max(strengths.values())]
        boards += 1
        for seat in best:
            shares[seat] += Fraction(1, len(best))
    return {seat: share / boards for seat, share in shares.items()}


@pytest.mark.parametrize("seed", range(24))
def test_HE_27_the_chances_on_a_board_are_those_of_every_card_that_can_come(seed: int) -> None:
    random = Random(seed)
    players, on_board, gone = random.randint(2, 6), (3, 4, 5)[seed % 3], 2 * (seed % 2)
    suited = [card for card in range(PACK) if card & 3 in (0, 1)] if seed % 5 == 0 else list(range(PACK))
    pack = random.sample(suited, 2 * players + on_board + gone)
    hands = {seat: tuple(pack[2 * seat : 2 * seat + 2]) for seat in range(players)}
    board = tuple(pack[2 * players : 2 * players + on_board])
    dead = tuple(pack[2 * players + on_board :])
    equities_by_seat = equities(hands, board, dead)
    assert {seat: equity.share for seat, equity in equities_by_seat.items()} == counted(hands, board, dead)
    assert sum(equity.share for equity in equities_by_seat.values()) == 1


def test_HE_27_two_pairs_before_the_flop_are_counted_over_all_boards() -> None:
    equities_by_seat = equities({1: cards("AS AH"), 2: cards("KS KH")}, ())
    assert [(equity.boards, equity.wins, equity.ties) for equity in equities_by_seat.values()] == [
        (1_712_304, 1_410_336, 9_308),
        (1_712_304, 292_660, 9_308),
    ]
