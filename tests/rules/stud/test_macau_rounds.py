"""Macau stud, 61/2004: bets, deal and decisions of a round, in the order of the articles."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.bets import BetPlaced, Clear, Undo
from games.rules.engine import Wait
from games.rules.shared.cards import NAMES
from games.rules.shared.refusals import Refusal
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import (
    BankRevealed,
    Bet,
    BetsClosed,
    CardDealt,
    Continue,
    Continued,
    DecisionsOpened,
    Fold,
    Folded,
    NobodyPlayed,
    PackShuffled,
)
from games.rules.stud.variant import Dealing
from tests.rules.stud.play import (
    DOES_NOT,
    FLUSH,
    ME,
    NOTHING,
    PAIR,
    PLAYS,
    THIRD,
    YOU,
    Pack,
    advanced,
    bet,
    dealt,
    did,
    events_to_the_end,
    finished,
    folded,
    gave_up,
    macau,
    next_round,
    postings,
    refused,
    went_on,
)

TABLE = macau()


def test_MS_1_4_the_display_of_the_jackpot_moves_as_it_grows_and_pays() -> None:
    assert STUD.view(TABLE, None)["meter"] == 20_000  # an empty pot begins at its minimum
    state = went_on(dealt(bet(TABLE, ante=100, jackpot=50), {ME: PAIR}))
    assert STUD.view(state, None)["meter"] == 20_000
    state = finished(state)
    assert STUD.view(state, None)["meter"] == 20_040
    state = next_round(state)
    assert STUD.view(state, None)["meter"] == 20_040
    state = finished(went_on(dealt(bet(state, ante=100, jackpot=50), {ME: FLUSH})))
    assert (STUD.view(state, None)["meter"], state.meter) == (20_080 - 2_500, 17_580)


def test_MS_1_2_and_MS_1_3_what_the_cards_come_from_is_shown() -> None:
    """[MS-1.2] [MS-1.3]"""
    assert STUD.view(dealt(bet(TABLE, ante=100)), None)["pack"] == {"dealing": "shoe", "cut": True}
    shuffler = macau(dealing=Dealing.SHUFFLER)
    assert STUD.view(dealt(bet(shuffler, ante=100)), None)["pack"] == {"dealing": "shuffler", "cut": False}
    assert [
        STUD.describe(table_state.sheet, table_state.setting)["dealing_rule"]
        for table_state in (TABLE, shuffler)
    ] == [
        "MS-7.1",
        "MS-7.2",
    ]


@pytest.mark.parametrize(("dealing", "cut"), [(Dealing.SHOE, True), (Dealing.SHUFFLER, False)])
def test_MS_3_1_and_MS_3_2_the_record_says_how_the_pack_was_shuffled(dealing: Dealing, cut: bool) -> None:
    """[MS-3.1] [MS-3.2]"""
    state = advanced(bet(macau(dealing=dealing), ante=100))
    assert STUD.advance(state, Pack(state)) == (PackShuffled(dealing, cut),)


def test_MS_3_2_the_shuffler_needs_no_cut() -> None:
    assert STUD.event_for_seat(PackShuffled(Dealing.SHUFFLER), None) == {
        "t": "pack-shuffled",
        "dealing": "shuffler",
        "cut": False,
    }


def test_MS_5_1_and_MS_5_2_ante_and_jackpot_have_their_spots() -> None:
    state = bet(TABLE, ante=100, jackpot=50)
    assert STUD.view(state, None)["places"]["1"] == {"ante": 100, "jackpot": 50}
    assert postings([BetPlaced(ME, {"ante": 100, "jackpot": 50})]) == [
        ("stake", ME, 100),
        ("jackpot-bet", ME, 50),
    ]


def test_MS_5_2_a_jackpot_spot_takes_the_bet_that_the_table_sets() -> None:
    assert STUD.options(TABLE, ME)["jackpot"] == {"cost": 50, "needs_ante": True}
    assert refused(TABLE, Bet({"ante": 100, "jackpot": 49})).code is Refusal.BELOW_MINIMUM
    assert refused(TABLE, Bet({"ante": 100, "jackpot": 51})).code is Refusal.ABOVE_MAXIMUM
    assert refused(bet(TABLE, ante=100, jackpot=50), Bet({"jackpot": 50})).code is Refusal.ABOVE_MAXIMUM
    refusal = refused(macau(jackpot=None), Bet({"ante": 100, "jackpot": 50}))
    assert (refusal.code, refusal.rule) == (Refusal.NOT_OFFERED, "MS-10.1")


def test_MS_5_3_the_additional_spot_takes_a_bet_after_the_cards_are_seen() -> None:
    assert refused(TABLE, Bet({"bet": 200})).code is Refusal.NOT_NOW
    assert went_on(dealt(bet(TABLE, ante=100))).places[ME].second == 200


@pytest.mark.parametrize("box", ["ante:2", "2", "ante-2", "elsewhere"])
def test_MS_6_1_nobody_bets_on_the_hand_of_another(box: str) -> None:
    refusal = refused(TABLE, Bet({box: 100}))
    assert (refusal.code, refusal.rule) == (Refusal.NO_SUCH_BET, "MS-6.1")
    assert STUD.describe(TABLE.sheet, TABLE.setting)["limits"]["rules"]["place"] == "MS-6.1"
    assert refused(dealt(bet(TABLE, ante=100)), Continue(200), YOU).code is Refusal.NOT_YOUR_TURN


def test_MS_6_2_no_cards_come_to_a_place_without_an_ante() -> None:
    assert list(dealt(bet(TABLE, YOU, ante=100)).places) == [YOU]
    assert STUD.advance(TABLE, None) == (BetsClosed(), NobodyPlayed())


def test_MS_6_3_a_jackpot_bet_comes_before_the_first_card() -> None:
    assert bet(bet(TABLE, ante=100), jackpot=50).places[ME].jackpot == 50
    refusal = refused(advanced(bet(TABLE, ante=100)), Bet({"jackpot": 50}))
    assert (refusal.code, refusal.rule) == (Refusal.BETS_CLOSED, "MS-6.3")


def test_MS_6_3_a_jackpot_bet_may_be_taken_back_before_the_close() -> None:
    state = bet(bet(TABLE, ante=100), jackpot=50)
    assert did(state, Undo()).places[ME].jackpot == 0
    assert postings(STUD.act(state, ME, Clear())) == [("stake-back", ME, 150)]


def test_MS_6_4_cards_are_seen_only_at_the_place_they_were_dealt_to() -> None:
    state = dealt(bet(bet(TABLE, ante=100), YOU, ante=100), {ME: PAIR, YOU: NOTHING})
    assert STUD.view(state, ME)["cards"] == PAIR.split()
    for seat in (None, YOU, THIRD):
        seen = str(STUD.view(state, None)) + str(STUD.view(state, seat))
        assert not any(name in seen for name in PAIR.split())


def test_MS_6_5_the_player_decides_for_or_against_the_additional_bet() -> None:
    state = dealt(bet(TABLE, ante=100))
    options = STUD.options(state, ME)
    assert (options["fold"], options["continue"]) == (
        {"lost": 100, "rule": "MS-6.7"},
        {"cost": 200, "rule": "MS-6.6"},
    )
    assert refused(bet(TABLE, ante=100), Fold()).rule == "MS-6.5"


@pytest.mark.parametrize(
    ("amount", "code"), [(199, "below-minimum"), (201, "above-maximum"), (100, "below-minimum")]
)
def test_MS_6_6_the_additional_bet_is_twice_the_ante(amount: int, code: str) -> None:
    state = dealt(bet(TABLE, ante=100))
    refusal = refused(state, Continue(amount))
    assert (refusal.code, refusal.rule) == (code, "MS-6.6")
    # The page shows the refusal at the box, with the only amount that counts.
    figures = {"minimum": 200} if amount < 200 else {"limit": 200, "room": 200}
    assert refusal.details == {"box": "bet", **figures}
    assert STUD.act(state, ME, Continue(200)) == (Continued(ME, 200),)


@pytest.mark.parametrize("dealer", [PLAYS, DOES_NOT])
def test_MS_6_7_without_the_additional_bet_the_hand_is_lost(dealer: str) -> None:
    state = dealt(bet(bet(TABLE, ante=100), YOU, ante=100), bank=dealer)
    assert STUD.act(state, ME, Fold()) == (Folded(ME),)
    state = gave_up(state)
    assert STUD.view(state, None)["places"]["1"] == {"ante": 100, "choice": "folded", "lost": 100}
    assert STUD.results(finished(went_on(state, YOU)))[ME].lost == 100


def test_MS_6_8_the_dealers_hand_is_opened_only_when_all_have_decided() -> None:
    state = went_on(dealt(bet(bet(TABLE, ante=100), YOU, ante=100)))
    assert STUD.waiting_for(state) is Wait.CHOICE
    state = gave_up(state, YOU)
    assert STUD.advance(state, None) == (BankRevealed(state.bank),)


def test_MS_7_1_from_the_shoe_one_card_at_a_time_to_each_bettor_and_last_to_the_dealer() -> None:
    state = advanced(bet(bet(TABLE, 6, ante=100), 3, ante=100))
    pack = Pack(state)
    state = advanced(state, pack)
    order: list[Any] = []
    while len(state.bank) < 5:
        events = STUD.advance(state, pack)
        order += [event.seat if isinstance(event, CardDealt) else "dealer" for event in events]
        state = folded(state, events)
    assert order == [3, 6, "dealer"] * 5
    assert state.face_up == (4,)
    assert STUD.advance(state, pack) == (DecisionsOpened(),)


def test_MS_7_2_from_the_shuffler_five_cards_at_a_time_and_the_dealers_top_card_is_shown() -> None:
    state = advanced(bet(bet(macau(dealing=Dealing.SHUFFLER), 6, ante=100), 3, ante=100))
    pack = Pack(state)
    state = advanced(state, pack)
    packets: list[Any] = []
    while len(state.bank) < 5:
        events = STUD.advance(state, pack)
        packets.append([event.seat if isinstance(event, CardDealt) else "dealer" for event in events])
        state = folded(state, events)
    assert packets == [[3] * 5, [6] * 5, ["dealer"] * 5]
    assert state.face_up == (0,)
    faces = STUD.view(state, None)["bank"]["cards"]
    assert faces == [NAMES[pack.order[10]], "", "", "", ""]


def test_MS_9_2_and_MS_9_4_money_goes_its_way() -> None:
    for dealer, moved in (
        (DOES_NOT, [("stake-back", ME, 300), ("prize", ME, 100)]),
        (PLAYS, [("stake-lost", ME, 300)]),
    ):
        state = went_on(dealt(bet(TABLE, ante=100), {ME: "JH 9D 7H 6C 5C"}, dealer))
        assert postings(events_to_the_end(state)) == moved
