"""Macau stud, 61/2004: the jackpot at the table and irregularities, in the order of the articles."""

from __future__ import annotations

import pytest

from games.rules.bets import BetPlaced
from games.rules.engine import Result, Wait
from games.rules.shared.cards import cards
from games.rules.shared.poker_hands import HandKind
from games.rules.shared.refusals import Refusal
from games.rules.shared.sessions import Mode
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import (
    BANK,
    BankDealt,
    Bet,
    BetsClosed,
    CardDealt,
    CardExposed,
    CarriedReturned,
    DecisionsOpened,
    HandVoided,
    JackpotFed,
    JackpotOpened,
    JackpotPaid,
    JackpotSettled,
    NobodyPlayed,
    RoundVoided,
    State,
)
from games.rules.stud.irregularities import expose_card
from games.rules.stud.variant import Dealing
from tests.rules.stud.play import (
    DOES_NOT,
    FLUSH,
    FULL,
    ME,
    PAIR,
    PLAYS,
    ROYAL,
    STRAIGHT,
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


def test_MS_10_1_a_jackpot_bet_needs_an_ante_and_is_shown_when_it_is_accepted() -> None:
    refusal = refused(TABLE, Bet({"jackpot": 50}))
    assert (refusal.code, refusal.rule) == (Refusal.NOTHING_BET, "MS-10.1")
    state = bet(TABLE, ante=100, jackpot=50)
    assert STUD.view(state, ME)["bets"] == {"ante": 100, "jackpot": 50}
    assert "jackpot" not in STUD.options(state, ME)
    assert STUD.options(bet(TABLE, ante=100), ME)["jackpot"] == {"cost": 50, "needs_ante": False}


def test_MS_10_2_the_jackpot_is_paid_whatever_the_dealer_holds() -> None:
    for dealer in (PLAYS, DOES_NOT):  # (A45)
        state = finished(went_on(dealt(bet(TABLE, ante=100, jackpot=50), {ME: FLUSH}, dealer)))
        assert [paid.cents for paid in state.jackpot_prizes] == [2_500]
        assert STUD.view(state, None)["places"]["1"]["cards"] == FLUSH.split()  # the winning hand is shown


def test_MS_10_2_no_prize_without_a_jackpot_bet_or_with_a_hand_given_up() -> None:
    hands = {ME: FLUSH, YOU: FULL}
    state = dealt(bet(bet(TABLE, ante=100, jackpot=50), YOU, ante=100), hands)
    state = finished(went_on(gave_up(state), YOU))
    assert state.jackpot_prizes == ()  # (A45)
    assert STUD.results(state)[ME].lost == 150


def test_MS_10_2_the_bet_is_spent_and_feeds_the_pot_as_announced() -> None:
    state = went_on(dealt(bet(TABLE, ante=100, jackpot=50), {ME: PAIR}))
    fed, settled = events_to_the_end(state)[-2:]
    assert (fed, settled) == (JackpotFed({ME: 40}, {ME: 10}), JackpotSettled())
    assert postings([fed]) == [("jackpot-share", ME, 40), ("jackpot-bank", ME, 10)]


def test_MS_1_4_what_feeds_the_pot_is_the_share_of_all_bets_those_carried_included() -> None:
    fed = JackpotFed(share={ME: 40, YOU: 30}, bank={ME: 10, YOU: 10}, held_share={YOU: 25})
    for seat in (None, ME):
        assert STUD.event_for_seat(fed, seat) == {"t": "jackpot-fed", "cents": 95}


@pytest.mark.parametrize(
    ("hand", "kind"), [(PAIR, None), ("9D 8C 7H 6S 5D", None), (FULL, "full-house"), (FLUSH, "flush")]
)
def test_MS_10_2_explains_what_the_jackpot_bet_won(hand: str, kind: str | None) -> None:
    state = finished(went_on(dealt(bet(TABLE, ante=100, jackpot=50), {ME: hand})))
    (line,) = (line for line in STUD.explain(state, ME) if line.details.get("box") == "jackpot")
    assert (line.code, line.details.get("kind")) == (
        ("jackpot-won", kind) if kind else ("jackpot-lost", None)
    )
    assert line.rule == {"full-house": "MS-10.2.4", "flush": "MS-10.2.5", None: "MS-10.2"}[kind]


def test_MS_10_4_and_MS_10_7_prizes_are_paid_in_their_order() -> None:
    state = TABLE
    hands = {1: FLUSH, 2: ROYAL, 4: STRAIGHT}
    for seat in hands:
        state = bet(state, seat, ante=100, jackpot=50)
    state = dealt(state, hands, "2H 2D KS QS 3C")
    for seat in hands:
        state = went_on(state, seat)
    paid = [event for event in events_to_the_end(state) if isinstance(event, JackpotPaid)]
    # The pot held 20,000 and three contributions of 40: the straight flush
    # and the flush take their fixed sums; the royal flush takes the rest, and the house fills it up.
    assert [(event.seat, event.kind, event.cents, event.fill) for event in paid] == [
        (4, HandKind.STRAIGHT_FLUSH, 15_000, 0),
        (1, HandKind.FLUSH, 2_500, 0),
        (2, HandKind.ROYAL_FLUSH, 50_000, 50_000 - (20_120 - 15_000 - 2_500)),
    ]
    assert paid[0].cards == cards(STRAIGHT)
    state = finished(state)
    assert [jackpot_entry["seat"] for jackpot_entry in STUD.view(state, None)["jackpots"]] == [4, 1, 2]


def test_MS_10_4_from_left_to_right() -> None:
    state = TABLE
    for seat in (5, 2):
        state = bet(state, seat, ante=100, jackpot=50)
    state = dealt(state, {5: FLUSH, 2: FULL})
    state = finished(went_on(went_on(state, 2), 5))
    assert [paid.seat for paid in state.jackpot_prizes] == [2, 5]


def test_MS_10_8a_and_MS_10_8b_the_meter_is_what_was_moved() -> None:
    state = went_on(dealt(bet(TABLE, ante=100, jackpot=50), {ME: ROYAL}))
    moved = postings([JackpotOpened(20_000), *events_to_the_end(state)])
    ways = {"jackpot-fill": 1, "jackpot-share": 1, "jackpot-prize": -1}
    assert sum(ways[kind] * cents for kind, _, cents in moved if kind in ways) == 20_000
    assert moved[-3:] == [
        ("jackpot-fill", None, 50_000 - 20_040),
        ("jackpot-prize", ME, 50_000),
        ("jackpot-fill", None, 20_000),
    ]
    state = finished(state)
    assert (state.meter, STUD.view(state, None)["meter"]) == (20_000, 20_000)


def test_MS_10_8b_an_empty_pot_is_opened_with_its_minimum_when_bets_close() -> None:
    state = bet(TABLE, ante=100)
    assert STUD.advance(state, None) == (BetsClosed(), JackpotOpened(20_000))
    later = next_round(finished(gave_up(dealt(state))))
    assert STUD.advance(bet(later, ante=100), None) == (BetsClosed(meter=20_000),)


CARRYING = [
    ("wrong-deal", "MS-11.1"),
    ("wrong-number-of-cards", "MS-11.1"),
    ("two-cards-exposed", "MS-11.1"),
    ("shuffler-failure", "MS-11.4"),
]


@pytest.mark.parametrize(("cause", "rule"), CARRYING)
def test_MS_11_1_and_MS_11_4_bets_go_back_and_jackpot_bets_stand_for_the_next_hand(
    cause: str, rule: str
) -> None:
    state = went_on(dealt(bet(bet(TABLE, ante=100, jackpot=50), YOU, ante=200)))
    (voided,) = STUD.void(state, cause)
    assert voided == RoundVoided(cause, {ME: 300, YOU: 200}, held={ME: 50})
    assert postings([voided]) == [("stake-back", ME, 300), ("stake-back", YOU, 200), ("stake-held", ME, 50)]
    state = folded(state, (voided,))
    assert dict(STUD.stakes(state)) == {ME: 50}
    result = STUD.results(state)[ME]
    assert (result.staked, result.back, result.held) == (350, 300, 50)
    assert [(line.code, line.rule) for line in STUD.explain(state, ME)] == [
        ("void", rule),
        ("returned", rule),
        ("jackpot-held", rule),
    ]
    assert STUD.view(state, ME)["held"] == 50


def voided_with_jackpot() -> State:
    state = dealt(bet(bet(TABLE, ante=100, jackpot=50), YOU, ante=100))
    return next_round(folded(state, STUD.void(state, "wrong-deal")))


def test_MS_11_1_a_carried_jackpot_bet_stands_without_being_charged_again() -> None:
    state = voided_with_jackpot()
    assert dict(STUD.stakes(state)) == {ME: 50}
    assert STUD.view(state, ME)["carried"] == 50
    refusal = refused(state, Bet({"ante": 100, "jackpot": 50}))
    assert (refusal.code, refusal.rule) == (Refusal.ABOVE_MAXIMUM, "MS-11.1")
    state = bet(state, ante=100)
    assert postings([BetPlaced(ME, {"ante": 100})]) == [("stake", ME, 100)]
    state = went_on(dealt(state, {ME: FLUSH}))
    events = events_to_the_end(state)
    assert ("jackpot-held-share", ME, 40) in postings(events)
    assert ("held-lost", ME, 10) in postings(events)
    result = STUD.results(finished(state))[ME]
    assert (result.staked, result.carried, result.lost, result.back) == (300, 50, 50, 300)
    assert result.prize == 100 + 5 * 200 + 2_500


def test_MS_11_1_a_second_irregular_hand_carries_it_once_more() -> None:
    state = dealt(bet(voided_with_jackpot(), ante=100))
    (voided,) = STUD.void(state, "wrong-deal")
    assert voided == RoundVoided("wrong-deal", {ME: 100}, kept={ME: 50})
    assert dict(STUD.stakes(folded(state, (voided,)))) == {ME: 50}


def test_MS_11_1_a_carried_bet_that_finds_no_ante_goes_back() -> None:
    state = voided_with_jackpot()  # (A49)
    assert STUD.advance(state, None) == (
        BetsClosed(20_000, {ME: 50}),
        CarriedReturned({ME: 50}),
        NobodyPlayed(),
    )
    assert postings([CarriedReturned({ME: 50})]) == [("held-back", ME, 50)]
    assert dict(STUD.stakes(finished(state))) == {}


def test_MS_11_1_a_carried_bet_goes_back_where_the_table_offers_no_jackpot_any_more() -> None:
    state = dealt(bet(TABLE, ante=100, jackpot=50))
    state = folded(state, STUD.void(state, "wrong-deal"))
    state = bet(STUD.begin(state.sheet, macau(jackpot=None).setting, state, (ME,)), ante=100)
    assert STUD.advance(state, None) == (BetsClosed(20_000, {ME: 50}), CarriedReturned({ME: 50}))


def test_MS_11_1_a_player_who_leaves_stays_until_a_carried_bet_has_gone_back() -> None:
    state = voided_with_jackpot()  # (A49)
    assert (STUD.withdraw(state, ME), dict(STUD.stakes(state))) == ((), {ME: 50})
    resting = dealt(bet(TABLE, ante=100, jackpot=50))
    resting = folded(resting, STUD.void(resting, "shuffler-failure"))
    assert (STUD.withdraw(resting, ME), dict(STUD.stakes(resting))) == ((), {ME: 50})
    over = finished(state)
    assert dict(STUD.stakes(over)) == {}
    assert STUD.results(over)[ME] == Result(staked=0, carried=50, lost=0, back=50, prize=0)


def test_MS_11_1_a_carried_bet_that_goes_back_is_explained_and_counted() -> None:
    over = finished(gave_up(dealt(bet(voided_with_jackpot(), YOU, ante=100)), YOU))  # (A49)
    assert STUD.results(over)[ME] == Result(staked=0, carried=50, lost=0, back=50, prize=0)
    lines = [(line.code, line.rule, line.details.get("back")) for line in STUD.explain(over, ME)]
    assert lines == [("returned", "MS-11.1", 50), ("total", "MS-9.5", 50)]


def test_MS_11_1_what_the_croupier_finds_wrong_in_a_deal_makes_the_hand_invalid() -> None:
    for strays, cause in (
        ([CardDealt(ME, 7)], "wrong-number-of-cards"),
        ([BankDealt(7)], "wrong-number-of-cards"),
    ):
        state = advanced(bet(TABLE, ante=100, jackpot=50))
        pack = Pack(state)
        state = folded(advanced(state, pack), strays)
        while STUD.waiting_for(state) is Wait.HOUSE:
            state = advanced(state, pack)
        assert (state.cause, state.back, state.held) == (cause, {ME: 100}, {ME: 50})


def test_MS_11_1_a_card_that_comes_twice_makes_the_hand_invalid() -> None:
    state = advanced(bet(TABLE, ante=100, jackpot=50))
    pack = Pack(state)
    state = advanced(state, pack)
    state = folded(
        state, (CardDealt(ME, pack.order[3]),)
    )  # and once more by the pack, in the place of another
    state = folded(state, [CardDealt(ME, card) for card in pack.order[4:8]])
    state = folded(state, [BankDealt(card) for card in pack.order[3:8]])
    (voided,) = STUD.advance(state, pack)
    assert isinstance(voided, RoundVoided)
    assert voided.cause == "wrong-deal"


def test_MS_11_1_two_exposed_cards_make_the_hand_invalid() -> None:
    state = dealt(bet(TABLE, ante=100, jackpot=50))
    state = folded(state, expose_card(state, ME, 2))
    assert expose_card(state, ME, 2) == ()  # that one lies open already
    (voided,) = expose_card(state, BANK, 0)
    assert voided == RoundVoided("two-cards-exposed", {ME: 100}, held={ME: 50})


def test_MS_11_2_one_exposed_card_of_a_player_changes_nothing() -> None:
    state = dealt(bet(TABLE, ante=100), {ME: PAIR})
    events = expose_card(state, ME, 2)
    assert events == (CardExposed(ME, 2, cards("8H")[0]),)
    shown = {"t": "card-exposed", "hand": ME, "place": 2, "card": "8H"}
    assert [STUD.event_for_seat(events[0], seat) for seat in (ME, None)] == [shown, shown]
    state = folded(state, events)
    assert STUD.view(state, None)["places"]["1"]["cards"] == ["", "", "8H", "", ""]
    assert STUD.results(finished(went_on(state)))[ME].prize == 300


def test_MS_11_2_an_exposed_card_of_the_dealer_stays_open_and_the_others_come_face_down() -> None:
    state = advanced(bet(TABLE, ante=100))
    pack = Pack(state)
    while len(state.bank) < 2:
        state = advanced(state, pack)
    state = folded(state, expose_card(state, BANK, 1))
    while STUD.waiting_for(state) is Wait.HOUSE:
        state = advanced(state, pack)
    assert STUD.view(state, None)["bank"]["cards"] == ["", "KH", "", "", ""]
    assert STUD.results(finished(gave_up(state)))[ME].lost == 100


def test_MS_11_2_with_one_exposed_card_of_the_dealer_no_other_lies_open() -> None:
    state = dealt(bet(macau(dealing=Dealing.SHUFFLER), ante=100))
    assert STUD.view(state, None)["bank"]["cards"] == ["AS", "", "", "", ""]
    state = folded(state, expose_card(state, BANK, 3))
    assert STUD.view(state, None)["bank"]["cards"] == ["", "", "", "3C", ""]


def test_MS_11_2_the_dealers_exposed_card_is_the_one_that_a_hand_outlives() -> None:
    state = dealt(bet(TABLE, ante=100))
    state = folded(state, expose_card(state, BANK, 1))
    assert state.exposures == 1
    assert expose_card(state, ME, 2) == (RoundVoided("two-cards-exposed", {ME: 100}),)


def test_MS_11_3_cards_at_a_place_without_a_bet_are_void_and_play_goes_on() -> None:
    state = advanced(bet(TABLE, ante=100))
    pack = Pack(state, {ME: PAIR})
    state = advanced(state, pack)
    stray = next(card for card in reversed(pack.order) if card not in pack.order[:10])
    state = folded(state, (CardDealt(YOU, stray),))
    spent = [card for card in pack.order if card != stray]
    pack.order = [stray, *spent]
    while len(state.bank) < 5:
        state = advanced(state, pack)
    assert STUD.advance(state, pack) == (HandVoided(YOU), DecisionsOpened())
    state = folded(state, STUD.advance(state, pack))
    assert list(state.places) == [ME]
    assert STUD.results(finished(went_on(state)))[ME].prize == 300


@pytest.mark.parametrize(
    ("dealing", "cause"), [(Dealing.SHUFFLER, "shuffler-failure"), (Dealing.SHOE, "wrong-deal")]
)
def test_MS_11_4_a_shuffler_that_fails_makes_the_hand_void(dealing: Dealing, cause: str) -> None:
    state = advanced(bet(macau(dealing=dealing), ante=100, jackpot=50))
    pack = Pack(state)
    pack.order = pack.order[:-1]
    state = advanced(state, pack)
    assert (state.cause, state.back, state.held) == (cause, {ME: 100}, {ME: 50})
    assert STUD.waiting_for(state) is Wait.OVER


def test_a_fault_of_the_house_gives_jackpot_bets_back_as_well() -> None:
    state = dealt(bet(bet(voided_with_jackpot(), ante=100), YOU, ante=100, jackpot=50))  # (A50)
    (voided,) = STUD.void(state, "not-resumed")
    assert voided == RoundVoided("not-resumed", {ME: 100, YOU: 150}, returned={ME: 50})
    assert postings([voided]) == [("stake-back", ME, 100), ("stake-back", YOU, 150), ("held-back", ME, 50)]
    assert dict(STUD.stakes(folded(state, (voided,)))) == {}


def test_a_player_who_leaves_an_individual_table_with_a_carried_bet() -> None:
    alone = macau(individual=True)
    state = did(alone, Bet({"ante": 100, "jackpot": 50}))
    state = dealt(state)
    state = next_round(folded(state, STUD.void(state, "wrong-deal")))
    assert STUD.default_action(state, ME) == (
        BetsClosed(20_000, {ME: 50}),
        CarriedReturned({ME: 50}),
        NobodyPlayed(),
    )
    assert state.setting.mode is Mode.INDIVIDUAL
