"""The odds of the two studs, against enumerated deals and known figures, under every sheet."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import msgspec
import numpy as np
import pytest

from games.catalogue.odds_query import query_odds
from games.management import stud_deals
from games.management.stud_deals import OTHERS, Laid, Met, every_hand
from games.odds import stud
from games.odds.stud_counts import COUNTS, Counts
from games.rules.shared.cards import PACK, cards
from games.rules.shared.jackpot import FixedPrizes, Jackpot
from games.rules.shared.poker_hands import HandKind, best_five, strength_of_five
from games.rules.stud.settlement import bank_plays, compare, settle_continued_hand
from games.rules.stud.sheet import VARIANTS, Setting, Sheet
from games.rules.stud.variant import CARIBBEAN, MACAU, Cor
from tests.machine_speed import hashes_for

DEALS = comb(52, 5) * 47 * comb(46, 4)
TABLE = Setting(100, 2_500)
FIXED = FixedPrizes(50_000, 15_000, 10_000, 5_000, 2_500)


@pytest.mark.parametrize("counts", COUNTS.values(), ids=str)
def test_every_deal_is_counted_once(counts: Counts) -> None:
    assert counts.deals == DEALS == 19_933_230_517_200


def test_the_edge_is_the_one_that_everybody_knows() -> None:
    # Five card stud against the bank with this table of prizes: 5.22 % of the ante, 2.56 % of all that is
    # staked.
    for system in (CARIBBEAN, MACAU):
        kept = stud.edge(Sheet(system), TABLE, 100)
        assert abs(kept - Fraction(5_224, 100_000)) < Fraction(1, 100_000)
        staked = 1 + 2 * stud.second_bets(Sheet(system))
        assert abs(kept / staked - Fraction(2_555, 100_000)) < Fraction(2, 100_000)
        assert abs(stud.second_bets(Sheet(system)) - Fraction(5_222, 10_000)) < Fraction(1, 10_000)


def test_the_edge_does_not_depend_on_the_ante_where_no_prize_is_capped() -> None:
    assert stud.edge(Sheet(MACAU), TABLE, 100) == stud.edge(Sheet(MACAU), TABLE, 2_500)


def test_every_option_of_the_sheet_has_its_own_edge() -> None:
    by_suit, by_colour = (stud.edge(Sheet(CARIBBEAN, cor=cor), TABLE, 100) for cor in Cor)
    assert (
        0 < by_suit - by_colour < Fraction(1, 10**9)
    )  # ties that neither wins are rare, and no worse for the player (A31)
    edges = [stud.edge(Sheet(MACAU, royal_times=times), TABLE, 100) for times in (100, 75, 50)]
    royals = Fraction(COUNTS[MACAU, None].won[HandKind.ROYAL_FLUSH], DEALS)
    assert (edges[1] - edges[0], edges[2] - edges[1]) == (50 * royals, 50 * royals)
    capped = Setting(100, 2_500, house_maximum=5_000)
    assert [worth.bet for worth in stud.worths(Sheet(MACAU), capped)] == ["ante", "ante at the maximum"]
    at_minimum, at_maximum = (worth.edge for worth in stud.worths(Sheet(MACAU), capped))
    assert edges[0] < at_minimum < at_maximum


@pytest.mark.parametrize(
    ("system", "player", "up", "stays"),
    [
        pytest.param(CARIBBEAN, "AS KH QD JC 2S", "2H", True, marks=pytest.mark.long),
        pytest.param(CARIBBEAN, "AS KH 8D 5C 2S", "QH", False, marks=pytest.mark.long),
        pytest.param(CARIBBEAN, "AS KS QS 7H 3D", "7C", True, marks=pytest.mark.long),
        pytest.param(MACAU, "AD KH 9D 5C 2S", "9S", True, marks=pytest.mark.long),
        pytest.param(MACAU, "2S 2H 3D 4C 6S", "AD", True, marks=pytest.mark.long),
        pytest.param(MACAU, "AD QH JD 9C 8S", "QS", False, marks=pytest.mark.long),
    ],
)
def test_a_single_hand_gone_through_one_by_one(system: str, player: str, up: str, stays: bool) -> None:
    """The counters for one hand and one open card, against all 163,185 hands of the bank."""
    hand, (open_card,) = cards(player), cards(up)
    sheet, mine = Sheet(system), best_five(hand)
    rest = [card for card in range(PACK) if card not in (*hand, open_card)]
    endings = {"no-game": 0, "won": 0, "lost": 0, "equal": 0}
    staying = 0
    for covered in combinations(rest, 4):
        settled = settle_continued_hand(sheet, TABLE, 100, 200, mine, best_five((*covered, open_card)))
        endings[str(settled.ending)] += 1
        staying += settled.prize - settled.lost
    assert sum(endings.values()) == OTHERS
    assert (staying > -100 * OTHERS) is stays
    assert counted(system, player, open_card) == endings


@cache
def every() -> tuple[np.ndarray, np.ndarray]:
    return every_hand()


def counted(system: str, player: str, open_card: int) -> dict[str, int]:
    """The same by counters, where the hands above the player's ranks were never laid."""
    mine = best_five(cards(player))
    hands, strengths = every()
    met = Met(np.array([sorted(mine.cards)], dtype=np.int16))
    place = int(np.flatnonzero(met.open[0]).tolist().index(open_card))

    def below(chosen: np.ndarray) -> int:
        laid = Laid()
        laid.lay(hands[chosen])
        return int(met.count(laid)[place])

    weak = strengths < WEAKEST
    no_game, lower = below(weak), below((strengths < mine.strength) & ~weak)
    same = hands[strengths == mine.strength]
    results = dict.fromkeys((-1, 0, 1), 0)
    for other in same:
        bank = [int(card) for card in other]
        if open_card in bank and not set(bank) & set(mine.cards) and bank_plays(best_five(bank)):
            results[compare(Sheet(system), mine, best_five(bank))] += 1
    won = lower + results[1]
    return {"no-game": no_game, "won": won, "lost": OTHERS - no_game - won - results[0], "equal": results[0]}


WEAKEST = strength_of_five(cards("AS KH 4D 3C 2S"))  # that plays


@pytest.mark.long
def test_the_kept_counts_are_those_of_a_new_count() -> None:
    games = [(VARIANTS[system], cor or Cor.SUIT) for system, cor in COUNTS]
    assert stud_deals.count(games) == list(COUNTS.values())


def test_MS_10_2_what_the_jackpot_bet_is_worth_follows_the_meter() -> None:
    jackpot = Jackpot(100, 70, 20_000, FIXED)
    made = {
        HandKind.ROYAL_FLUSH: 4,
        HandKind.STRAIGHT_FLUSH: 36,
        HandKind.FOUR_OF_A_KIND: 624,
        HandKind.FULL_HOUSE: 3_744,
        HandKind.FLUSH: 5_108,
    }
    assert made == stud.MADE
    fixed = 624 * 10_000 + 3_744 * 5_000 + 5_108 * 2_500
    # The player's own contribution is in the pot when it is counted.
    for meter, royal, straight in ((20_000, 50_000, 15_000), (999_930, 1_000_000, 100_000)):
        assert stud.jackpot_edge(jackpot, meter) == 1 - Fraction(
            4 * royal + 36 * straight + fixed, comb(52, 5) * 100
        )
    edges = [stud.jackpot_edge(jackpot, meter) for meter in range(20_000, 100_000_000, 999_983)]
    assert edges == sorted(edges, reverse=True)
    assert edges[-1] < 0 < edges[0]


@pytest.mark.parametrize(("system", "bets"), [(CARIBBEAN, ["ante"]), (MACAU, ["ante"])])
def test_they_are_told_at_once(system: str, bets: list[str]) -> None:
    answer = query_odds(system)
    assert hashes_for(lambda: query_odds(system)) < 5_000
    assert [worth.bet for worth, _ in answer.worths] == bets
    assert all(worth.exact for worth, _ in answer.worths)


def test_any_option_of_sheet_and_setting_may_be_asked_of() -> None:
    jackpot = msgspec.json.encode(Jackpot(100, 70, 20_000, FIXED)).decode()
    answer = query_odds(MACAU, ["royal_times=50", "house_maximum=5000", f"jackpot={jackpot}"])
    assert [worth.bet for worth, _ in answer.worths] == ["ante", "ante at the maximum", "jackpot"]
