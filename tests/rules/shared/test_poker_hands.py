"""The ranking of poker hands, as rules 29 to 32 print it, and against evaluators that others wrote."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

import eval7
import pytest
from phevaluator import evaluate_cards

from games.rules.shared.cards import NAMES, PACK, RANKS, Card, cards, names
from games.rules.shared.poker_hands import (
    KINDS,
    HandKind,
    best_five,
    kind_of,
    ranks_of,
    strength_of_five,
    strength_of_seven,
)

# Rule 29, from the highest to the lowest, each with an example.
PRINTED = (
    ("HE-29a", HandKind.ROYAL_FLUSH, "AS KS QS JS 10S"),
    ("HE-29b", HandKind.STRAIGHT_FLUSH, "9H 8H 7H 6H 5H"),
    ("HE-29c", HandKind.FOUR_OF_A_KIND, "9S 9H 9D 9C AS"),
    ("HE-29d", HandKind.FULL_HOUSE, "QS QH QD AH AD"),
    ("HE-29e", HandKind.FLUSH, "AS 9S 7S 4S 2S"),
    ("HE-29f", HandKind.STRAIGHT, "10S 9H 8D 7C 6S"),
    ("HE-29g", HandKind.THREE_OF_A_KIND, "8S 8H 8D KC 5S"),
    ("HE-29h", HandKind.TWO_PAIRS, "AS AH QS QH 7D"),
    ("HE-29i", HandKind.ONE_PAIR, "JS JH AD 9C 4S"),
    ("HE-29j", HandKind.HIGH_CARDS, "AS JH 9D 7C 5S"),
)


@pytest.mark.parametrize(("rule", "kind", "five"), PRINTED)
def test_HE_29_each_combination_has_its_name(rule: str, kind: HandKind, five: str) -> None:
    hand = best_five(cards(five))
    assert hand.kind is kind
    assert set(hand.cards) == set(cards(five))


def test_HE_29_the_combinations_stand_in_the_order_of_the_rule() -> None:
    strengths = [strength_of_five(cards(five)) for _, _, five in PRINTED]
    assert strengths == sorted(strengths, reverse=True)
    assert [kind for _, kind, _ in PRINTED] == list(reversed(KINDS))
    # The lowest of each combination beats the highest of the next.
    worst = {kind_of(strength): strength for strength in sorted(all_strengths(), reverse=True)}
    best = {kind_of(strength): strength for strength in sorted(all_strengths())}
    assert all(worst[higher] > best[lower] for higher, lower in pairwise(reversed(KINDS)))


@cache
def all_strengths() -> frozenset[int]:
    """Every possible strength: five ranks in one suit, if possible, and in several suits."""
    values = set()
    for ranks in combinations_with_replacement(range(13), 5):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        values.add(strength_of_five([4 * rank + place % 4 for place, rank in enumerate(ranks)]))
        if len(set(ranks)) == 5:
            values.add(strength_of_five([4 * rank for rank in ranks]))
    return frozenset(values)


def test_HE_30_suits_decide_nothing() -> None:
    for five in ("AS KS QD JC 9S", "9S 9H 4D 4C 2S", "AS 9S 7S 4S 2S", "10S 9H 8D 7C 6S"):
        turned = [card ^ 3 for card in cards(five)]  # every suit another
        assert strength_of_five(cards(five)) == strength_of_five(turned)
    assert [RANKS[rank] for rank in ranks_of(strength_of_five(cards("2S KH 9D AC 5S")))] == [
        "A",
        "K",
        "9",
        "5",
        "2",
    ]


@pytest.mark.parametrize(
    ("five", "kind", "ordered"),
    [
        ("AS KH QD JC 10S", HandKind.STRAIGHT, "AS KH QD JC 10S"),
        ("AS 2H 3D 4C 5S", HandKind.STRAIGHT, "5S 4C 3D 2H AS"),
        ("KS AH 2D 3C 4S", HandKind.HIGH_CARDS, "AH KS 4S 3C 2D"),
        ("QS KH AD 2C 3S", HandKind.HIGH_CARDS, "AD KH QS 3S 2C"),
        ("AH 2H 3H 4H 5H", HandKind.STRAIGHT_FLUSH, "5H 4H 3H 2H AH"),
    ],
)
def test_HE_31_the_ace_is_high_or_one_and_nothing_between(five: str, kind: HandKind, ordered: str) -> None:
    hand = best_five(cards(five))
    assert (hand.kind, names(hand.cards)) == (kind, ordered.split())


@pytest.mark.parametrize(
    ("rule", "higher", "lower"),
    [
        ("HE-32a", "9S 9H 9D 9C 2S", "8S 8H 8D 8C AS"),
        ("HE-32a", "9S 9H 9D 9C KS", "9S 9H 9D 9C QS"),
        ("HE-32b", "4S 4H 4D 2C 2S", "3S 3H 3D AC AS"),
        ("HE-32b", "KS KH KD 5C 5S", "KS KH KD 4C 4S"),
        ("HE-32c", "6S 5H 4D 3C 2S", "5H 4D 3C 2S AS"),
        ("HE-32c", "6S 5S 4S 3S 2S", "5H 4H 3H 2H AH"),
        ("HE-32d", "AS 6S 5S 4S 2S", "KH QH JH 9H 8H"),
        ("HE-32d", "AS KS 9S 7S 3S", "AH KH 9H 7H 2H"),  # (A25)
        ("HE-32e", "8S 8H 8D 3C 2S", "7S 7H 7D AC KS"),
        ("HE-32e", "8S 8H 8D KC 3S", "8S 8H 8D KC 2S"),
        ("HE-32f", "AS AH 2D 2C 3S", "KS KH QD QC AS"),
        ("HE-32f", "AS AH 7D 7C 2S", "AS AH 6D 6C KS"),
        ("HE-32f", "AS AH 7D 7C KS", "AS AH 7D 7C QS"),
        ("HE-32g", "JS JH 4D 3C 2S", "10S 10H AD KC QS"),
        ("HE-32g", "JS JH AD 9C 4S", "JS JH AD 9C 3S"),
        ("HE-29j", "AS KH 9D 5C 3S", "AS KH 9D 5C 2S"),  # (A25)
    ],
)
def test_HE_32_equal_combinations_are_decided_by_their_cards(rule: str, higher: str, lower: str) -> None:
    above, below = best_five(cards(higher)), best_five(cards(lower))
    assert above.kind is below.kind
    assert above.strength > below.strength


@pytest.mark.parametrize(
    ("seven", "five"),
    [
        ("AS KS QS JS 10S 9S 8S", "AS KS QS JS 10S"),
        ("3S 2S AS KS 9S 7S QH", "AS KS 9S 7S 3S"),
        ("QS QH QD 7C 7S AH AD", "QS QH QD AH AD"),
        ("QS QH QD 7C 7S 7H AD", "QS QH QD 7S 7H"),
        ("AS AH 7D 7C QS QH 2D", "AS AH QS QH 7C"),
        ("9H 8H 7H 6H 5H AS KD", "9H 8H 7H 6H 5H"),
        ("9S 9H 9D 9C 4S 4H KC", "9S 9H 9C 9D KC"),
    ],
)
def test_HE_26_the_best_five_of_seven_in_order_of_weight(seven: str, five: str) -> None:
    hand = best_five(cards(seven))
    assert names(hand.cards) == five.split()
    assert hand.strength == strength_of_seven(cards(seven)) == strength_of_five(hand.cards)


def test_HE_26_six_cards_are_read_like_seven() -> None:
    six = cards("QS QH QD 7C 7S AH")
    assert best_five(six).strength == max(strength_of_five(five) for five in combinations(six, 5))


def test_there_are_as_many_strengths_as_different_hands() -> None:
    assert len(all_strengths()) == 7462


def hands(count: int, seed: int) -> list[list[Card]]:
    random = Random(seed)
    return [random.sample(range(PACK), 7) for _ in range(count)]


def order_agrees(count: int, seed: int) -> None:
    """The same pairs are higher, lower and equal as with two evaluators of others."""
    dealt = hands(count, seed)
    ours = [strength_of_seven(hand) for hand in dealt]
    pool = [eval7.Card(name.replace("10", "T")[0] + name[-1].lower()) for name in NAMES]
    theirs: Sequence[Sequence[int]] = (
        [eval7.evaluate([pool[card] for card in hand]) for hand in dealt],
        [-evaluate_cards(*hand) for hand in dealt],
    )
    for other in theirs:
        pairs = sorted(zip(ours, other, strict=True))
        assert all(
            (one[0] == two[0]) == (one[1] == two[1]) and one[1] <= two[1] for one, two in pairwise(pairs)
        )


def test_random_hands_stand_in_the_same_order_as_with_evaluators_of_others() -> None:
    order_agrees(20_000, 29)


@pytest.mark.long
def test_a_million_hands_stand_in_the_same_order_as_with_evaluators_of_others() -> None:
    order_agrees(1_000_000, 806)


def test_seven_cards_are_as_strong_as_the_best_of_their_twenty_one_fives() -> None:
    for hand in hands(1_000, 7):
        best = best_five(hand)
        assert best.strength == strength_of_seven(hand) == max(map(strength_of_five, combinations(hand, 5)))
        assert set(best.cards) <= set(hand)
