"""Regulamento n.º 805/2015, blackjack, in rule order: the table, the bets and the deal (rules 1 to 14)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.bets import Clear, Undo
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import (
    Bet,
    BetsClosed,
    CardDealt,
    HoleDealt,
    HoleTurned,
    Launch,
    RoundSettled,
)
from games.rules.blackjack.hands import max_cards
from games.rules.blackjack.sheet import Setting, Sheet, Shoe
from games.rules.engine import Wait
from games.rules.shared.cards import cards
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Breach, Refusal
from games.rules.shared.sessions import Inactivity, Mode
from tests.rules.blackjack.play import ME, YOU, Table, dealt, figures


def breaches(**setting: Any) -> list[tuple[str, str, str]]:
    all_breaches = BLACKJACK.check_setting(Sheet(), Setting(**{"minimum": 100, "maximum": 10_000, **setting}))
    return [(breach.rule, breach.field, breach.code) for breach in all_breaches]


# The specific rules


def test_BJ_P2_specific_rules_stay_within_what_the_regulation_leaves_open() -> None:
    assert BLACKJACK.check_sheet(Sheet()) == []
    wrong = {
        "decks": (2, 6),
        "max_times": 101,
        "places_per_player": 8,
        "split_limit": -1,
        "resume_within": 0,
        "inactivity": Inactivity(invited_after_seconds=179),
    }
    for (field, value), rule in zip(
        wrong.items(), ["BJ-4b", "BJ-11", "BJ-7", "BJ-16c", "BJ-27", "BJ-35a"], strict=True
    ):
        assert [breach.rule for breach in BLACKJACK.check_sheet(Sheet(**{field: value}))] == [rule], field
    for field, most, rule in (
        ("max_times", 100, "BJ-11"),
        ("places_per_player", 7, "BJ-7"),
        ("resume_within", 3_600, "BJ-27"),
    ):
        assert [
            {b.rule for b in BLACKJACK.check_sheet(Sheet(**{field: n}))} for n in (0, 1, most, most + 1)
        ] == [
            {rule},
            set(),
            set(),
            {rule},
        ]
    assert breaches(currency="USD") == [("BJ-P2", "currency", "unknown")]


def test_BJ_1_a_bet_is_against_the_house_hand_alone() -> None:
    table = Table("10S 9S 9D 8H 8S 10D").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal().stand().stand(YOU)
    assert figures(table.result(ME)) == (0, 0, 1_000)
    assert figures(table.result(YOU)) == (0, 0, 1_000)


def test_BJ_2d_there_is_one_bank_hand() -> None:
    table = Table("10S 9S 9D 10H 8S 10D").bet({"1": 1_000}).bet({"2": 1_000}, YOU).deal()
    assert table.seen()["bank"] == {"cards": ["9D"], "total": 9, "down": True}


def test_BJ_2f_a_round_has_its_phases_in_their_order() -> None:
    table, phases = Table("10S 10D 6S 6H 10H").bet({"1": 1_000}), ["betting"]
    while not table.over:
        if BLACKJACK.waiting_for(table.state) is Wait.CHOICE:
            table.stand()
        else:
            table.step()
        if table.seen()["phase"] != phases[-1]:
            phases.append(table.seen()["phase"])
    assert phases == ["betting", "dealing", "playing", "settled"]
    kinds = [event.__struct_config__.tag for event in table.events]
    assert kinds[-4:] == ["hole-turned", "bank-dealt", "hand-settled", "round-settled"]
    assert table.events[-1] == RoundSettled()


def test_BJ_2f_losing_chips_are_collected_before_winning_bets_are_paid() -> None:
    table = Table("10S 10H 9D 10C 8S 10D").bet({"1": 1_000}).bet({"2": 2_000}, YOU).deal().stand().stand(YOU)
    kinds = [(posting.kind, posting.seat) for posting in table.moved()][2:]
    assert kinds == [(TransferKind.STAKE_LOST, YOU), (TransferKind.STAKE_BACK, ME), (TransferKind.PRIZE, ME)]


# The table


@pytest.mark.parametrize(("places", "allowed"), [(0, False), (1, True), (7, True), (8, False)])
def test_BJ_4a_a_table_has_one_to_seven_places(places: int, allowed: bool) -> None:
    assert (
        ("BJ-4a", "places", "out-of-range") not in breaches(places=places, seats=max(1, min(places, 7)))
    ) is allowed


def test_BJ_4a_a_place_that_is_not_there_is_refused() -> None:
    table = Table(sheet={"places_per_player": 3}, places_per_player=3, places=5, seats=5)
    for place in ("0", "6", "8", "x", "01"):
        refusal = table.refused(Bet({place: 100}))
        assert (refusal.code, refusal.rule) == (Refusal.NO_SUCH_BET, "BJ-4a")
    assert BLACKJACK.describe(table.sheet, table.setting)["places"] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("decks", "allowed"), [(1, False), (2, False), (4, True), (5, False), (6, True), (7, False), (8, True)]
)
def test_BJ_4b_four_six_or_eight_decks(decks: int, allowed: bool) -> None:
    assert (BLACKJACK.check_sheet(Sheet(decks=(decks,))) == []) is allowed
    assert (breaches(decks=decks) == []) is allowed


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_BJ_4b_a_shoe_has_52_cards_of_each_deck(decks: int) -> None:
    sizes: list[int] = []

    class Counting:
        def below(self, n: int) -> int:
            return 0

        def shuffled(self, n: int) -> range:
            sizes.append(n)
            return range(n)

    table = Table(decks=decks).bet({"1": 100})
    table.step()
    table.take(BLACKJACK.advance(table.state, Counting()))
    assert sizes == [52 * decks]
    assert table.seen()["shoe"] == {"decks": decks, "left": 52 * decks - 1}


def test_BJ_4c_the_banks_result_is_there_for_the_display_of_its_last_ones() -> None:
    def last(shoe: str) -> str | None:
        return BLACKJACK.outcome(dealt(shoe).stand().state)

    assert last("10S 9D 9S 10H") == "19"
    assert last("10S 10D 9S AH") == "BJ"
    assert last("10S 10D 9S 6H 9H") == "25"
    assert BLACKJACK.outcome(dealt("10S 10D 6S 6H").surrender().state) == "idle"  # [BJ-20c]
    assert BLACKJACK.outcome(Table().deal().state) is None


def test_BJ_5_a_table_of_one_has_one_player_and_a_sheet_may_leave_out_a_mode() -> None:
    assert ("BJ-5", "seats", "individual-has-one") in breaches(mode=Mode.INDIVIDUAL)
    assert breaches(mode=Mode.INDIVIDUAL, seats=1) == []
    only = BLACKJACK.check_setting(
        Sheet(modes=(Mode.MULTIPLE,)), Setting(100, 10_000, mode=Mode.INDIVIDUAL, seats=1)
    )
    assert only == [Breach("BJ-5", "mode", "not-in-sheet", {"given": "individual"})]


def test_BJ_6_all_are_bound_by_the_same_bank_hand() -> None:
    table = Table("10S 10H 10D 9C 8S 9D").bet({"1": 1_000}).bet({"2": 2_000}, YOU).deal().stand().stand(YOU)
    assert table.seen()["bank"] == {"cards": ["10D", "9D"], "total": 19, "result": "stand"}
    assert figures(table.result(ME)) == (0, 1_000, 0)
    assert figures(table.result(YOU)) == (0, 0, 2_000)


def test_BJ_7_a_second_place_only_where_the_sheet_allows_it() -> None:
    table = Table().bet({"1": 100})
    refusal = table.refused(Bet({"3": 100}))
    assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "BJ-7")
    assert refusal.details == {"place": "3"}
    assert list(table.options()["bet"]) == ["1"]
    assert ("BJ-7", "places_per_player", "above-sheet") in breaches(places_per_player=2)
    several = Table("10S 5H 6S 10D 9S 5D 6D 9D 10C 7C", sheet={"places_per_player": 3}, places_per_player=3)
    several.bet({"1": 100, "3": 200}).bet({"4": 300})
    refusal = several.refused(Bet({"5": 100}))
    assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "BJ-7")
    assert refusal.details == {"place": "5", "most": 3}
    several.deal()
    assert [box["bet"] for box in several.seen()["places"].values()] == [100, 200, 300]
    assert [len(box["hands"]) for box in several.seen()["places"].values()] == [1, 1, 1]


def test_BJ_7_the_place_of_somebody_who_sits_there_is_kept() -> None:
    table = Table(sheet={"places_per_player": 3}, places_per_player=3)
    refusal = table.refused(Bet({"2": 100}))
    assert (refusal.code, refusal.rule) == (Refusal.PLACE_TAKEN, "BJ-7")
    table.bet({"3": 100})
    assert table.refused(Bet({"3": 100}), YOU).code is Refusal.PLACE_TAKEN
    assert list(table.options(YOU)["bet"]) == ["2", "4", "5", "6", "7"]


# The bets


@pytest.mark.parametrize(
    ("stake", "code"),
    [(100, None), (10_000, None), (0, "below-minimum"), (50, "below-minimum"), (10_100, "above-maximum")],
)
def test_BJ_9_a_bet_is_between_the_minimum_and_the_maximum(stake: int, code: str) -> None:
    table = Table()
    if not code:
        table.bet({"1": stake})
        assert [(posting.kind, posting.cents) for posting in table.moved()] == [(TransferKind.STAKE, stake)]
    else:
        refusal = table.refused(Bet({"1": stake}))
        assert (refusal.code, refusal.rule) == (code, "BJ-9")


def test_BJ_9_one_cent_over_or_under_is_refused() -> None:
    table = Table(step=2)
    assert table.refused(Bet({"1": 98})).details == {"place": "1", "minimum": 100}
    assert table.refused(Bet({"1": 10_002})).details == {"place": "1", "limit": 10_000, "room": 10_000}
    assert table.refused(Bet({"1": 101})).code is Refusal.WRONG_STEP
    table.bet({"1": 9_900})
    assert table.refused(Bet({"1": 102})).details["room"] == 100
    assert table.options()["bet"]["1"] == {"min": 2, "max": 100}


def test_BJ_2b_BJ_2c_the_limits_shown_are_the_ones_enforced() -> None:
    described = BLACKJACK.describe(Sheet(), Setting(200, 20_000))
    assert (described["minimum"], described["maximum"], described["times"]) == (200, 20_000, 100)
    assert Table(minimum=200, maximum=20_000).options()["bet"] == {"1": {"min": 200, "max": 20_000}}


def test_BJ_10_the_table_opens_with_both_limits_set() -> None:
    assert breaches(minimum=0) == [("BJ-10", "minimum", "not-positive")]
    assert breaches(minimum=150) == [("BJ-10", "minimum", "not-a-step")]
    assert breaches(minimum=1_000, maximum=500) == [("BJ-9", "maximum", "below-minimum")]
    assert breaches(step=5) == [("BJ-25a", "step", "breaks-a-cent")]


@pytest.mark.parametrize(("maximum", "allowed"), [(10_000, True), (10_002, False)])
def test_BJ_11_the_maximum_is_at_most_100_times_the_minimum(maximum: int, allowed: bool) -> None:
    assert (breaches(maximum=maximum, step=2) == []) is allowed
    tighter = BLACKJACK.check_setting(Sheet(max_times=50), Setting(100, 5_100))
    assert [(breach.rule, breach.code, breach.details["most"]) for breach in tighter] == [
        ("BJ-11", "above-sheet", 5_000)
    ]


def test_bets_are_taken_back_one_by_one_or_all_before_the_close() -> None:
    table = (
        Table(sheet={"places_per_player": 2}, places_per_player=2).bet({"1": 300}).bet({"1": 200, "3": 500})
    )
    assert table.refused(Undo(), YOU).code is Refusal.NOTHING_TO_UNDO
    table.do(Undo())
    assert table.seen()["places"] == {"1": {"seat": ME, "bet": 300, "hands": []}}
    table.bet({"3": 500})
    table.do(Clear())
    assert table.seen()["places"] == {}
    moved = [(posting.kind, posting.cents) for posting in table.moved()]
    back = [(TransferKind.STAKE_BACK, 700), (TransferKind.STAKE, 500), (TransferKind.STAKE_BACK, 800)]
    assert moved == [(TransferKind.STAKE, 300), (TransferKind.STAKE, 700), *back]


def test_BJ_12a_bets_of_all_close_at_the_same_instant() -> None:
    table = Table().bet({"1": 100}).bet({"2": 100}, YOU)
    assert table.refused(Launch()).rule == "BJ-12a"
    table.step()
    for seat in (ME, YOU, 3):
        assert table.refused(Bet({str(seat): 100}), seat).code is Refusal.BETS_CLOSED
    assert breaches(betting_seconds=4) == [("BJ-12a", "betting_seconds", "too-short")]
    assert BLACKJACK.describe(table.sheet, table.setting)["betting_seconds"] == 20


def test_BJ_12b_after_the_announcement_nothing_is_taken_or_given_back() -> None:
    table = Table().bet({"1": 100})
    assert table.step() == (BetsClosed(),)
    for command in (Bet({"1": 100}), Undo(), Clear()):
        refusal = table.refused(command)
        assert (refusal.code, refusal.rule) == (Refusal.BETS_CLOSED, "BJ-12b")
    assert BLACKJACK.describe(table.sheet, table.setting)["limit_rules"]["closed"] == "BJ-12b"
    assert BLACKJACK.event_for_seat(BetsClosed(), None) == {"t": "bets-closed"}


def test_BJ_13_the_player_of_a_table_of_one_starts_the_deal_after_betting() -> None:
    table = Table(individual=True)
    refusal = table.refused(Launch())
    assert (refusal.code, refusal.rule) == (Refusal.NOTHING_BET, "BJ-13")
    assert table.options()["launch"] is False
    table.bet({"1": 100})
    assert table.options()["launch"] is True
    assert table.do(Launch()) == (BetsClosed(),)
    assert table.refused(Bet({"1": 100})).rule == "BJ-13"
    assert [breach.rule for breach in BLACKJACK.check_sheet(Sheet(player_starts=False))] == ["BJ-13"]
    assert BLACKJACK.check_sheet(Sheet(player_starts=False, modes=(Mode.MULTIPLE,))) == []


def test_a_round_without_a_bet_ends_without_a_card() -> None:
    table = Table()
    assert table.step() == (BetsClosed(), RoundSettled())
    assert table.over
    assert BLACKJACK.results(table.state) == {}


# The deal


def test_BJ_3_cards_come_one_at_a_time_with_a_pause_before_each() -> None:
    table = Table("10S 9H 8D 7C").bet({"1": 100})
    table.step()
    for before in range(4):
        assert BLACKJACK.pause_ms(table.state) > 0
        events = table.step()
        assert len(events) == 1, f"card {before + 1} comes alone"


def test_BJ_14a_first_one_open_card_for_each_place_and_one_for_the_bank() -> None:
    table = (
        Table("10S 9H 8D", sheet={"places_per_player": 2}, places_per_player=2)
        .bet({"5": 100})
        .bet({"2": 100}, YOU)
    )
    table.step()
    assert [table.step()[0] for _ in range(2)] == [
        CardDealt(YOU, "2", card=cards("10S")[0]),
        CardDealt(ME, "5", card=cards("9H")[0]),
    ]
    table.step()
    assert table.seen()["bank"] == {"cards": ["8D"], "total": 8}
    assert [place["hands"][0]["cards"] for place in table.seen()["places"].values()] == [["10S"], ["9H"]]


def test_BJ_14b_then_a_second_for_each_and_the_banks_face_down() -> None:
    table = Table("10S 9D 8H 7C").bet({"1": 100})
    for _ in range(5):
        last = table.step()
    assert last == (HoleDealt(),)
    assert table.hand()["cards"] == ["10S", "8H"]
    assert table.seen()["bank"] == {"cards": ["9D"], "total": 9, "down": True}
    assert BLACKJACK.event_for_seat(HoleDealt(), ME) == {"t": "hole-dealt"}


def test_BJ_14b_the_card_face_down_is_in_no_state_and_no_event_before_it_is_turned() -> None:
    one, other = dealt("10S 9D 8H 7C"), dealt("10S 9D 8H KC")
    assert one.state == other.state
    assert one.events == other.events
    assert not any(BLACKJACK.is_hidden(event) for event in one.events)
    (turned,) = (event for event in one.stand().events if isinstance(event, HoleTurned))
    assert BLACKJACK.event_for_seat(turned, None) == {"t": "hole-turned", "card": "7C"}


def test_a_shoe_is_dealt_on_to_its_cut_card_and_a_void_round_gives_its_cards_back() -> None:
    setting = {"shoe": Shoe.CUT, "cut": 6, "decks": 8}
    table = dealt("10S 9D 8H 9C 10D 9H 7S 10C", setting=setting).stand()
    assert BLACKJACK.keeps_shoe(table.state)
    next_state = BLACKJACK.begin(table.sheet, Setting(100, 10_000, decks=6), table.state, (ME,))
    assert (next_state.dealt, next_state.decks) == (4, 8)
    table.state = BLACKJACK.begin(table.sheet, table.setting, table.state, (ME,))
    table.bet({"1": 100}).deal()
    assert table.hand()["cards"] == ["10D", "7S"]
    assert table.seen()["shoe"] == {"decks": 8, "left": 408, "last": True}
    table.stand()
    assert not BLACKJACK.keeps_shoe(table.state)
    assert BLACKJACK.begin(table.sheet, table.setting, table.state, (ME,)).dealt == 0
    broken = Table("10S 9D", **setting).bet({"1": 100})
    broken.step()
    broken.take(BLACKJACK.void(broken.state, "system"))
    assert BLACKJACK.keeps_shoe(broken.state)
    assert BLACKJACK.begin(broken.sheet, broken.setting, broken.state, (ME,)).dealt == 0
    assert not BLACKJACK.keeps_shoe(dealt("10S 9D 8H 9C").stand().state)


@pytest.mark.parametrize(
    ("hands", "decks", "most"),
    [
        (1, 8, 21),  # twenty aces, and the card that comes to 20
        (1, 4, 19),  # sixteen aces and two twos make 20
        (1, 1, 11),  # four aces, four twos and two threes make 18; a third three makes 21
        (2, 4, 30),  # sixteen aces and twelve twos make 40
        (68, 4, 208 + 68),  # 68 hands of 20 take every card of four packs
        (69, 4, 208 + 69),
    ],
)
def test_BJ_27_the_most_cards_that_hands_can_take_are_the_lowest_ones(
    hands: int, decks: int, most: int
) -> None:
    assert max_cards(hands, decks) == most


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_BJ_27_the_shoe_is_sure_to_hold_the_cards_of_a_round(decks: int) -> None:
    room = 52 * decks - max_cards(7 * 4 + 1, decks)
    assert room > 0
    assert breaches(decks=decks, shoe=Shoe.CUT, cut=room) == []
    assert breaches(decks=decks, shoe=Shoe.CUT, cut=room + 1) == [("BJ-27", "cut", "out-of-range")]
    assert breaches(cut=1) == [("BJ-4b", "cut", "no-cut-card")]


def test_BJ_37_a_demonstration_table_only_where_the_sheet_offers_it() -> None:
    assert breaches(currency="DEMO") == []
    without = BLACKJACK.check_setting(Sheet(demo=False), Setting(100, 10_000, currency="DEMO"))
    assert [(breach.rule, breach.field, breach.code) for breach in without] == [
        ("BJ-37", "currency", "not-in-sheet")
    ]
