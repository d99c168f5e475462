"""The odds of ponto e banca, against an independent computation and known figures."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import comb, perm
from typing import Any

import pytest

from games.odds import baccarat
from games.rules.baccarat.sheet import Charged, Commission, Setting, Sheet
from tests.machine_speed import hashes_for

RANKS = ("10", "J", "Q", "K", "A", *map(str, range(2, 10)))
WORTH = {"A": 1, **{str(n): n for n in range(2, 10)}, "10": 0, "J": 0, "Q": 0, "K": 0}
# Against punto's third card of each value, does banco draw? One row for each score of banco, zero to seven.
CHART = (
    "1111111111",
    "1111111111",
    "1111111111",
    "1111111101",
    "0011111100",
    "0000111100",
    "0000001100",
    "0000000000",
)


@cache
def ends(decks: int) -> dict[tuple[int, int, bool, bool], int]:
    """In how many deals of six cards the hands end with each pair of scores, with and without pairs.

    By rank and not by value, so that pairs need no thought. The two cards of a hand are taken lower first,
    and counted for both orders in which they can come.
    """
    counts: dict[tuple[int, int, bool, bool], int] = {}
    hands = list(combinations_with_replacement(RANKS, 2))
    for (first, second), (third, fourth) in product(hands, hands):
        ways = (
            _orders(decks, first, second, third, fourth) * (1 + (first != second)) * (1 + (third != fourth))
        )
        punto, banco = (WORTH[first] + WORTH[second]) % 10, (WORTH[third] + WORTH[fourth]) % 10
        out = sorted(WORTH[card] for card in (first, second, third, fourth))
        for (punto_ends, banco_ends), count in _last(decks, punto, banco, tuple(out)).items():
            key = (punto_ends, banco_ends, first == second, third == fourth)
            counts[key] = counts.get(key, 0) + count * ways
    return counts


def _orders(decks: int, *cards: str) -> int:
    ways = 1
    for index, card in enumerate(cards):
        ways *= 4 * decks - cards[:index].count(card)
    return ways


@cache
def _last(decks: int, punto: int, banco: int, out: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """The final scores from the first scores, over the last two of six cards."""
    ends: dict[tuple[int, int], int] = {}
    left = [decks * (16 if value == 0 else 4) - out.count(value) for value in range(10)]
    for fifth, sixth in product(range(10), range(10)):
        count = left[fifth] * (left[sixth] - (fifth == sixth))
        end = (punto, banco)
        if punto < 8 and banco < 8:
            if punto < 6:
                end = ((punto + fifth) % 10, (banco + sixth) % 10 if CHART[banco][fifth] == "1" else banco)
            elif banco < 6:
                end = (punto, (banco + fifth) % 10)
        ends[end] = ends.get(end, 0) + count
    return ends


def kept(decks: int, place: str, mode: str = "none", charged: str = "banco-bets") -> Fraction:
    """The house's part of one unit on that chance, by the counts above and the printed prizes."""
    returned = Fraction(0)
    for (punto, banco, punto_pair, banco_pair), count in ends(decks).items():
        wins = {
            "punto": punto > banco,
            "banco": banco > punto,
            "tie": punto == banco,
            "punto-pair": punto_pair,
            "banco-pair": banco_pair,
        }
        if wins[place]:
            prize = Fraction({"tie": 8, "punto-pair": 11, "banco-pair": 11}.get(place, 1))
            if banco > punto and (place == "banco" or charged == "all-prizes"):
                prize *= {"none": 1, "a": Fraction(95, 100), "b": Fraction(1, 2) if banco in (5, 6) else 1}[
                    mode
                ]
            returned += count * (1 + prize)
        elif punto == banco and place in ("punto", "banco"):
            returned += count
    return 1 - returned / perm(52 * decks, 6)


def edges(decks: int = 8, commission: str = "none", **sheet: Any) -> dict[str, Fraction]:
    return {
        str(place): edge
        for place, edge in baccarat.edges(
            Sheet(**sheet), Setting("punto-banco", 100, decks=decks, commission=Commission(commission))
        ).items()
    }


@pytest.mark.parametrize("charged", list(Charged))
@pytest.mark.parametrize("mode", ["none", "a", "b"])
@pytest.mark.parametrize("decks", [6, 8])
def test_the_odds_are_those_of_an_enumeration_made_in_another_way(
    decks: int, mode: str, charged: Charged
) -> None:
    assert edges(decks, mode, charged=charged) == {
        place: kept(decks, place, mode, charged)
        for place in ("punto", "banco", "tie", "punto-pair", "banco-pair")
    }


def test_the_deals_of_eight_decks_are_those_that_everybody_counts() -> None:
    won = {"punto": 0, "banco": 0, "tie": 0}
    for coup, count in baccarat.deals(8).items():
        won[coup.winner] += count
    assert won == {"punto": 2_230_518_282_592_256, "banco": 2_292_252_566_437_888, "tie": 475_627_426_473_216}


@pytest.mark.parametrize("decks", [6, 8])
def test_every_deal_is_counted_once(decks: int) -> None:
    assert sum(baccarat.deals(decks).values()) == perm(52 * decks, 6)


@pytest.mark.parametrize("decks", [6, 8])
def test_the_pairs_are_those_of_two_cards_out_of_a_shoe(decks: int) -> None:
    pair = Fraction(13 * comb(4 * decks, 2), comb(52 * decks, 2))
    both = sum(count for coup, count in baccarat.deals(decks).items() if len(coup.pairs) == 2)
    assert edges(decks)["punto-pair"] == edges(decks)["banco-pair"] == 1 - 12 * pair
    # Two pairs of one rank, or of two.
    of_one, of_two = 13 * perm(4 * decks, 4), 13 * 12 * perm(4 * decks, 2) ** 2
    assert Fraction(both, perm(52 * decks, 6)) == Fraction(of_one + of_two, perm(52 * decks, 4))


@pytest.mark.parametrize(
    ("commission", "per_million"),
    [
        ("none", {"punto": 12_351, "banco": -12_351, "tie": 143_596, "punto-pair": 103_614}),
        ("a", {"punto": 12_351, "banco": 10_579, "tie": 143_596, "punto-pair": 103_614}),
    ],
)
def test_the_odds_of_eight_decks_are_those_that_are_published(
    commission: str, per_million: dict[str, int]
) -> None:
    counts = edges(8, commission)
    assert {place: round(counts[place] * 1_000_000) for place in per_million} == per_million


def test_a_macau_table_keeps_the_same_part_and_a_table_without_pairs_has_none() -> None:
    macau = baccarat.edges(Sheet(), Setting("macau", 100, commission=Commission.A, prize_cap=100_000))
    assert {str(place): edge for place, edge in macau.items()} == edges(8, "a")
    assert list(baccarat.edges(Sheet(), Setting("macau", 100, pairs=False))) == ["punto", "banco", "tie"]


def test_a_small_shoe_counted_card_by_card() -> None:
    """Six cards in every order: the count of the last cards is complete and without duplicates."""
    values = [0, 1, 3, 5, 6, 7]
    left = [values.count(value) for value in range(10)]
    counted = [[0] * 10 for _ in range(10)]
    for first, second in baccarat._two_values():
        if left[first] < 1 + (first == second) or left[second] < 1:
            continue
        before = baccarat._taken(left, first, second)
        for third, fourth in baccarat._two_values():
            if left[third] < 1 + (third == fourth) or left[fourth] < 1:
                continue
            ways = before * baccarat._taken(left, third, fourth)
            baccarat._add_third_cards((first + second) % 10, (third + fourth) % 10, left, ways, counted)
            baccarat._put_back(left, third, fourth)
        baccarat._put_back(left, first, second)
    dealt = [[0] * 10 for _ in range(10)]
    for a, b, c, d, e, f in permutations(values):
        punto, banco = (a + c) % 10, (b + d) % 10
        if punto < 8 and banco < 8:
            if punto < 6:
                banco_draws = CHART[banco][e] == "1"
                punto, banco = (punto + e) % 10, (banco + f) % 10 if banco_draws else banco
            elif banco < 6:
                banco = (banco + e) % 10
        dealt[punto][banco] += 1
    assert counted == dealt


def test_all_deals_are_counted_in_the_time_of_a_few_hundred_thousand_hashes() -> None:
    """Less than three tenths of a second where a hash takes one microsecond."""

    def count() -> None:
        baccarat.deals.cache_clear()
        edges(8, "b")

    assert hashes_for(count, looks=3) < 300_000
