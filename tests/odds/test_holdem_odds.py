"""The cost of hold'em: the simulation against tables computed by hand, and invariants of every table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from itertools import islice

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from games.catalogue.odds_query import UnanswerableQuery, query_odds
from games.odds import holdem
from games.odds.holdem import METHOD, Paid, played, simulated, table
from games.odds.holdem_players import KINDS, LOOSE, Strategy, coming, made, opening, standing
from games.odds.stream import Stream
from games.odds.worth import Run, Worth
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import Call, Check, Decision, Fold, Raise, State
from games.rules.holdem.sheet import BetMaximum, Commission, Setting, Sheet
from games.rules.shared.cards import PACK, cards
from games.rules.shared.money import Seat
from tests.rules.holdem.play import Pack, bets, dealt
from tests.rules.holdem.play import table as lay

SETTING = Setting(minimum=200, small_blind=100, buy_in=20_000, rebuys=(20_000,), seats=6)
ON_POTS = Sheet(rate=500)
ON_BUY_INS = Sheet(commission=Commission.BUY_IN, rate=1_000)


def calls(state: State, seat: Seat, _: Stream) -> Decision:
    return Call() if state.to_match > state.seats[seat].bet else Check()


def folds(state: State, seat: Seat, _: Stream) -> Decision:
    return Fold() if state.to_match > state.seats[seat].bet else Check()


def shoves(state: State, seat: Seat, stream: Stream) -> Decision:
    place = state.seats[seat]
    everything = place.bet + place.stack
    return (
        Raise(everything) if not state.raiser and state.to_match < everything else calls(state, seat, stream)
    )


def taken(sheet: Sheet, *players: holdem.Player, hands: int = 100) -> int:
    return sum(paid.taken for paid in table(sheet, SETTING, players, Stream("by hand"), hands))


def test_HE_17a_two_who_only_call_pay_five_per_cent_of_two_blinds_a_hand() -> None:
    # Two blinds of 2.00 lie in every pot, and 5 % of them are 0.20.
    assert taken(ON_POTS, calls, calls) == 100 * 20
    assert [
        (paid.hands, paid.staked) for paid in table(ON_POTS, SETTING, (calls, calls), Stream("by hand"))
    ] == [(100, 20_000)] * 2


def test_HE_18_who_only_folds_before_the_flop_pays_nothing_on_pots() -> None:
    assert taken(ON_POTS, folds, folds, folds) == 0


def test_HE_17a_all_the_chips_pay_five_per_cent_of_all_the_chips() -> None:
    assert taken(ON_POTS, shoves, shoves, hands=1) == 40_000 * 5 // 100


def test_HE_17b_who_never_loses_a_stack_pays_his_buy_in_alone() -> None:
    assert taken(ON_BUY_INS, folds, folds) == 2 * 20_000 // 10
    assert taken(ON_BUY_INS, folds, folds, hands=1) == 2 * 20_000 // 10


def test_HE_17b_who_loses_the_stack_pays_again_for_the_next() -> None:
    first = table(ON_BUY_INS, SETTING, (shoves, shoves), Stream("by hand"), 1)
    second = table(ON_BUY_INS, SETTING, (shoves, shoves), Stream("by hand"), 2)
    assert [paid.taken for paid in first] == [2_000, 2_000]
    assert sorted(paid.taken for paid in second) == [2_000, 4_000]


@pytest.mark.parametrize("commission", Commission)
def test_no_commission_costs_nothing(commission: Commission) -> None:
    (whole, *kinds) = simulated(Sheet(commission=commission, rate=0), SETTING, Run(hands=200))
    for worth in (whole, *kinds):
        assert worth.cost is not None
        assert (worth.edge, worth.error, worth.cost.cents, worth.cost.error) == (0, 0, 0, 0)


@pytest.mark.parametrize("limit", BetMaximum)
def test_HE_17a_no_table_pays_more_than_its_part_of_all_that_was_bet(limit: BetMaximum) -> None:
    for by_kind in islice(played(ON_POTS, replace(SETTING, limit=limit), "bound"), 4):
        staked, paid = (sum(getattr(one, name) for one in by_kind.values()) for name in ("staked", "taken"))
        assert 0 < paid <= staked * 5 // 100


def test_HE_17b_what_is_taken_is_whole_buy_ins() -> None:
    for by_kind in islice(played(ON_BUY_INS, SETTING, "whole"), 3):
        for paid in by_kind.values():
            assert paid.taken > 0
            assert paid.taken % 2_000 == 0


def test_HE_19_what_the_postings_say_is_what_each_round_says_of_its_players() -> None:
    state, players = lay([20_000] * 4), dict(enumerate(KINDS, 1))
    paid = {seat: Paid() for seat in players}
    staked = taken = 0
    stream = Stream("rounds")
    for _ in range(40):
        state = holdem.hand(state, players, stream.next_round(), paid)
        results = HOLDEM.results(state).values()
        staked += sum(place.committed for place in state.seats.values())  # without unmatched chips
        taken += sum(result.commission for result in results)
        if min(place.stack for place in state.seats.values()) < 200:
            break
        state = HOLDEM.begin(state.sheet, state.setting, state, tuple(players))
    assert (sum(one.staked for one in paid.values()), sum(one.taken for one in paid.values())) == (
        staked,
        taken,
    )
    assert sum(place.stack for place in state.seats.values()) == 80_000 - taken
    assert taken > 0


def test_everybody_is_dealt_in_for_all_hundred_hands() -> None:
    (by_kind,) = islice(played(ON_POTS, SETTING, "hands"), 1)
    assert [by_kind[kind.name].hands for kind in KINDS] == [200, 200, 100, 100]


def figures(worths: Iterator[Worth]) -> list[Worth]:
    worth_list = list(worths)
    assert all(worth.cost is not None for worth in worth_list)
    return worth_list


def test_the_same_word_gives_the_same_figures_and_another_word_others() -> None:
    one, same, other = (
        figures(simulated(ON_POTS, SETTING, Run(200, seed))) for seed in ("one", "one", "other")
    )
    assert one == same
    assert one[0] != other[0]


def test_more_hands_go_on_from_where_fewer_ended() -> None:
    few, more = (list(islice(played(ON_POTS, SETTING, "on"), count)) for count in (2, 3))
    assert more[:2] == few


def test_the_standard_error_is_that_of_the_spread_between_tables() -> None:
    tables = list(islice(played(ON_POTS, SETTING, "spread"), 5))
    costs = [Fraction(100 * sum(one.taken for one in by_kind.values()), 600) for by_kind in tables]
    mean = sum(costs) / 5
    squared = sum((cost - mean) ** 2 for cost in costs) / 4 / 5
    (whole, *_) = figures(simulated(ON_POTS, SETTING, Run(500, "spread")))
    assert whole.cost is not None
    assert whole.cost.cents == mean
    assert abs(whole.cost.error**2 - squared) < Fraction(1, 1000)
    assert (whole.cost.blinds, whole.hands, whole.method) == (mean / 200, 500, METHOD)


def test_the_cost_rises_with_the_rate() -> None:
    """Players ignore the rate and play the same hands, so only the house's chips differ."""
    low, high = (figures(simulated(Sheet(rate=rate), SETTING, Run(300)))[0] for rate in (100, 500))
    assert low.edge < Fraction(1, 100)
    assert 4 * low.edge < high.edge < Fraction(5, 100)


def blindly(kind: Strategy) -> holdem.Player:
    """A player of that strategy who decides again with all other hands removed."""

    def decide(state: State, seat: Seat, stream: Stream) -> Decision:
        own = {
            other: place if other == seat else replace(place, cards=())
            for other, place in state.seats.items()
        }
        seen = kind(state, seat, Stream(f"{state.dealt}"))
        assert kind(replace(state, seats=own), seat, Stream(f"{state.dealt}")) == seen
        return seen

    return decide


def test_nobody_decides_by_what_lies_hidden_from_him() -> None:
    paid = table(ON_POTS, SETTING, [blindly(kind) for kind in KINDS], Stream("blind"))
    assert sum(one.staked for one in paid) > 0


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_folds_the_worst_hand_and_raises_the_best(kind: Strategy) -> None:
    worst, best = (
        dealt(lay([20_000] * 3, button=1), Pack(first))
        for first in ("9D 9C 7S KD KC 2H", "9D 9C AS KD KC AH")
    )
    assert type(kind(worst, worst.actor, Stream("worst"))) is Fold
    assert type(kind(best, best.actor, Stream("best"))) is Raise


def test_raises_come_to_an_end() -> None:
    state = dealt(lay([2_000_000] * 2, button=1, buy_in=2_000_000), Pack("AS AH KS KH"))
    for _ in range(30):
        command = LOOSE(state, state.actor, Stream("war"))
        if type(command) is not Raise:
            break
        state = bets(state, str(command.to))
    assert state.raises < 10


def test_hands_are_valued_in_a_sensible_order() -> None:
    hands = ["AS AH", "KS KH", "AS KS", "AS KH", "JS 10S", "9S 4H", "7S 2H"]
    assert sorted(hands, key=lambda hand: -opening(cards(hand))) == hands
    board = cards("KD 8C 3H")
    better = ["8S 8H", "KS 8H", "AS AH", "KS QH", "8S 7H", "AS QH", "5S 4C"]
    assert sorted(better, key=lambda hand: -made(cards(hand), board)) == better


def test_a_hand_on_the_board_is_worth_little_to_any_player() -> None:
    assert made(cards("2S 3H"), cards("KD KC 8H 8S 5D")) < made(cards("8D 3H"), cards("KD KC 8H 8S 5D"))
    assert made(cards("2S 3H"), cards("10S JD QH KC AS")) < 500


def test_cards_that_may_still_come_are_worth_something_until_they_have_come() -> None:
    own, flop = cards("AS 9S"), cards("KS 8S 3H")
    assert coming(own, flop) > 0
    assert standing(own, flop, 2) > standing(own, cards("KS 8H 3H"), 2)
    assert standing(cards("9S 8H"), cards("7S 6H 2D"), 2) > standing(cards("9S 8H"), cards("7S 5H 2D"), 2)
    assert standing(own, (*flop, *cards("2D 2H")), 2) == made(own, (*flop, *cards("2D 2H")))


def test_a_stream_is_unbiased_and_shuffles_whole_packs() -> None:
    stream = Stream("fair")
    counts = [0] * 3
    for _ in range(30_000):
        counts[stream.below(3)] += 1
    assert all(abs(count - 10_000) < 400 for count in counts)
    first = stream.shuffled(PACK)
    assert stream.shuffled(PACK) == first
    assert sorted(first) == list(range(PACK))
    assert stream.next_round().shuffled(PACK) != first


def test_the_command_says_figure_error_method_hands_and_seconds() -> None:
    out = StringIO()
    call_command(
        "odds", "holdem", "--set", "seats=2", "--hands", "250", "--seed", "said", "--json", stdout=out
    )
    message = json.loads(out.getvalue())
    whole = message["bets"][0]
    assert (whole["bet"], whole["hands"], whole["method"]) == ("rake", 300, METHOD)
    assert 0 < whole["cost_per_100_hands"]["error"] < whole["cost_per_100_hands"]["cents"]
    assert whole["cost_per_100_hands"]["blinds"] == pytest.approx(whole["cost_per_100_hands"]["cents"] / 200)
    assert 0 < whole["edge"] <= 0.05
    assert {"error", "seconds"} <= whole.keys()
    assert "fraction" not in whole
    assert message["seconds"] > 0


def test_the_table_for_people_says_the_cost_in_big_blinds() -> None:
    out = StringIO()
    call_command("odds", "holdem", "--hands", "200", stdout=out)
    assert "a hundred hands" in out.getvalue().splitlines()[0]
    assert "big blinds, 200 hands" in out.getvalue().splitlines()[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [(("baccarat", "--hands", "5"), "simulated game"), (("holdem", "--hands", "0"), "simulated game")],
)
def test_hands_are_asked_of_a_simulation_alone(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("odds", *words)


def test_HE_17a_a_rate_that_no_table_may_have_is_no_question() -> None:
    with pytest.raises(UnanswerableQuery, match="HE-17a rate: out-of-range"):
        query_odds("holdem", ["rate=501"])
    assert Paid().taken == 0
