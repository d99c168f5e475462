"""Checks of the vectors of both stud games against the stud engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from games.catalogue import GAMES
from games.rulebook.lead_time import earliest, is_working, leads
from games.rulebook.lifecycle import STEPS
from games.rules.bets import BetPlaced
from games.rules.engine import Wait
from games.rules.shared import jackpot
from games.rules.shared.cards import CARDS, PACK, Card
from games.rules.shared.jackpot import FixedPrizes, Jackpot
from games.rules.shared.money import TransferKind
from games.rules.shared.poker_hands import HandKind, PokerHand, best_five
from games.rules.shared.refusals import Refused
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import (
    BankDealt,
    Bet,
    BetsClosed,
    CardDealt,
    CardDiscarded,
    Command,
    Continue,
    DecisionsOpened,
    DecisionWarned,
    Event,
    Fold,
    Folded,
    HandState,
    State,
)
from games.rules.stud.irregularities import expose_card
from games.rules.stud.settlement import bank_plays, compare
from games.rules.stud.sheet import MAX_TIMES, VARIANTS, Setting, Sheet
from games.rules.stud.variant import CARIBBEAN, HAND_SIZE, MACAU, Dealing
from games.vectors.shared import UnshuffledPack, end_session, inactivity
from games.vectors.vector import CheckFunction, Given
from players.shared.clock import midnight

REQUESTED = date(2026, 11, 16)  # a Monday; the date does not matter
SEAT = 1
BANK_CALLED = {CARIBBEAN: "bank", MACAU: "dealer"}
PLAYER_FAULT, SYSTEM_FAULT = "player-network", "system"


def hand(cards: Sequence[str]) -> PokerHand:
    return best_five([CARDS[name] for name in cards])


def open_round(system: str, given: Given, minimum: int = 1, maximum: int = 1_000_000) -> State:
    terms = None
    if VARIANTS[system].jackpot:
        bet = given.get("jackpot_bet") or 1
        terms = Jackpot(bet, bet, 1, FixedPrizes(5, 4, 3, 2, 1))
    sheet = Sheet(system, royal_times=given.get("royal_multiple", 100))
    dealing = Dealing(given.get("procedure", Dealing.SHOE))
    setting = Setting(
        minimum, maximum, step=1, dealing=dealing, jackpot=terms, house_maximum=given.get("house_maximum")
    )
    return STUD.begin(sheet, setting, None, (SEAT,))


def apply_events(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = STUD.apply(state, event)
    return state


def deal_round(
    state: State,
    on: Mapping[str, int],
    player: Sequence[Card] = range(5),
    bank: Sequence[Card] = range(5, 10),
) -> State:
    """A round with those bets and cards, at the players' decisions."""
    events: list[Event] = [BetPlaced(SEAT, {box: cents for box, cents in on.items() if cents}), BetsClosed()]
    events += [CardDealt(SEAT, card) for card in player]
    events += [BankDealt(card, place == HAND_SIZE - 1) for place, card in enumerate(bank)]
    return apply_events(state, [*events, DecisionsOpened()])


def accepts(state: State, command: Command) -> bool:
    try:
        return bool(STUD.act(state, SEAT, command))
    except Refused:
        return False


def cost(state: State) -> int:
    return int(STUD.options(state, SEAT)["continue"]["cost"])


def continue_bet(state: State) -> State:
    return apply_events(state, STUD.act(state, SEAT, Continue(cost(state))))


def rank(system: str, given: Given) -> dict[str, Any]:
    return {"kind": VARIANTS[system].kinds[hand(given["cards"]).kind]}


def plays(system: str, given: Given) -> dict[str, object]:
    answer = bank_plays(hand(given["cards"]))
    return {"plays": answer, "opens": answer}


def compare_hands(system: str, given: Given) -> dict[str, object]:
    bank_name = BANK_CALLED[system]
    result = compare(Sheet(system), hand(given["player"]), hand(given[bank_name]))
    return {"result": {1: "player", 0: "tie", -1: bank_name}[result]}


def settle(system: str, given: Given) -> dict[str, object]:
    player = [CARDS[name] for name in given["player"]]
    bank = [CARDS[name] for name in given[BANK_CALLED[system]]]
    state = deal_round(open_round(system, given), {"ante": given["ante"]}, player, bank)
    continues = given["continued"] if "continued" in given else given["additional"]
    state = continue_bet(state) if continues else apply_events(state, STUD.act(state, SEAT, Fold()))
    while STUD.waiting_for(state) is not Wait.OVER:
        state = apply_events(state, STUD.advance(state, UnshuffledPack()))
    result = STUD.results(state)[SEAT]
    return {"prize": result.prize, "stake_back": result.back, "lost": result.lost}


def accept_ante(system: str, given: Given) -> dict[str, object]:
    state = open_round(system, given, given["minimum"], given["maximum"])
    return {"accepted": accepts(state, Bet({"ante": given["ante"]}))}


def table_limits(system: str, given: Given) -> dict[str, object]:
    return {
        "allowed": not STUD.check_setting(Sheet(system), Setting(given["minimum"], given["maximum"], step=1))
    }


def seats(system: str, given: Given) -> dict[str, Any]:
    return {
        "allowed": not STUD.check_setting(
            Sheet(system), Setting(1, MAX_TIMES, step=1, seats=given["players"])
        )
    }


def second_bet(system: str, given: Given) -> dict[str, object]:
    second = cost(deal_round(open_round(system, given), {"ante": given["ante"]}))
    return {"second_bet": second, "additional": second}


def deal(system: str, given: Given) -> dict[str, object]:
    state = open_round(system, given)
    state = apply_events(state, [BetPlaced(seat, {"ante": 1}) for seat in range(1, given["seats"] + 1)])
    order: list[str] = []
    face_up: list[str] = []
    while STUD.waiting_for(state) is Wait.BETS or STUD.waiting_for(state) is Wait.HOUSE:
        for event in STUD.advance(state, UnshuffledPack()):
            state = STUD.apply(state, event)
            match event:
                case CardDiscarded():
                    order.append("discard")
                    face_up.append("discard")
                case CardDealt(seat=seat):
                    order.append(f"S{seat}")
                case BankDealt(up=up):
                    order.append(BANK_CALLED[system])
                    face_up += [f"{BANK_CALLED[system]}-{len(state.bank)}"] if up else []
    return {"order": order, "face_up": face_up}


def timeout(system: str, given: Given) -> dict[str, object]:
    state = deal_round(open_round(system, given), {"ante": 1})
    if given["phase"] == "extra-time":
        state = apply_events(state, STUD.default_action(state, SEAT))
    match STUD.default_action(state, SEAT):
        case (DecisionWarned(),):
            return {"action": "warn-and-extend"}
        case (Folded(),):
            return {"action": "fold"}
    return {}


def fault(system: str, given: Given) -> dict[str, object]:
    state = deal_round(open_round(system, given), {"ante": given["ante"]})
    if given["second_bet"]:
        state = continue_bet(state)
    events = STUD.void(state, SYSTEM_FAULT if given["origin"] == "system" else PLAYER_FAULT)
    if events:
        return {"void": True, **money_moved(events)}
    while STUD.waiting_for(state) is Wait.CHOICE:
        state = apply_events(state, STUD.default_action(state, SEAT))
    continued = state.places[SEAT].choice is HandState.CONTINUED
    return {"void": False, "returned": 0, "outcome": "settled-by-cards" if continued else "folded"}


def money_moved(events: Sequence[Event]) -> dict[str, int]:
    """The money returned to the players, and the money carried to the next round."""
    postings = [posting for event in events for posting in STUD.postings(event)]
    carried = sum(posting.cents for posting in postings if posting.kind is TransferKind.STAKE_HELD)
    returned = sum(
        posting.cents
        for posting in postings
        if posting.kind in (TransferKind.STAKE_BACK, TransferKind.HELD_BACK)
    )
    return {"returned": returned, "jackpot_bet_carried": carried}


def irregular(system: str, given: Given) -> dict[str, object]:
    state = deal_round(open_round(system, given), {"ante": given["ante"], "jackpot": given["jackpot_bet"]})
    match given["case"]:
        case "one-card-exposed":
            events = expose_card(state, SEAT, 0)
        case "two-cards-exposed":
            events = expose_card(apply_events(state, expose_card(state, SEAT, 0)), SEAT, 1)
        case cause:
            events = STUD.void(state, cause)
    return {"void": STUD.waiting_for(apply_events(state, events)) is Wait.OVER, **money_moved(events)}


def royal_multiple(system: str, given: Given) -> dict[str, object]:
    return {"allowed": not STUD.check_sheet(Sheet(system, royal_times=given["value"]))}


def settle_jackpot(system: str, given: Given) -> dict[str, object]:
    fixed = FixedPrizes(**{name.replace("-", "_"): cents for name, cents in given["fixed"].items()})
    named = {kind.value: kind for kind in HandKind}
    hands = [named.get(name) for name in given["hands_from_dealers_left"]]
    payment = jackpot.settle_jackpot(given["jackpot"], given["minimum"], fixed, hands)
    return {"paid": [payment.paid_to(place) for place in range(len(hands))], "jackpot_after": payment.meter}


def jackpot_bet(system: str, given: Given) -> dict[str, object]:
    state = open_round(system, given)
    if given["ante_placed"]:
        state = apply_events(state, STUD.act(state, SEAT, Bet({"ante": 1})))
    if given.get("first_card_dealt", False):
        state = apply_events(state, (BetsClosed(), CardDealt(SEAT, PACK - 1)))
    return {"accepted": accepts(state, Bet({"jackpot": 1}))}


def authorisation(system: str, given: Given) -> dict[str, object]:
    """Whether a royal flush figure may apply that many working days after the request.  [MS-13]"""
    day, counted, countries = REQUESTED, 0, GAMES[system].approval.countries
    while counted < given["working_days_before"]:
        day += timedelta(days=1)
        counted += is_working(day, countries)
    applies = midnight(day + timedelta(days=1))
    lead = leads(system, None, Sheet(system))
    state = "authorised" if given["authorised"] else "endorsed"
    in_time = applies >= earliest(midnight(REQUESTED), lead, countries)
    return {"may_apply": in_time and "schedule" in STEPS[state]}


CHECKS: Mapping[str, CheckFunction] = {
    "rank": rank,
    "bank-plays": plays,
    "dealer-opens": plays,
    "compare": compare_hands,
    "settle": settle,
    "accept": accept_ante,
    "table-limits": table_limits,
    "seats": seats,
    "second-bet": second_bet,
    "additional-bet": second_bet,
    "deal": deal,
    "timeout": timeout,
    "fault": fault,
    "irregular": irregular,
    "inactivity": inactivity,
    "end-session": end_session,
    "royal-multiple": royal_multiple,
    "jackpot": settle_jackpot,
    "jackpot-bet": jackpot_bet,
}
CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, CheckFunction]] = {
    CARIBBEAN: CHECKS,
    MACAU: {**CHECKS, "authorisation": authorisation},
}
