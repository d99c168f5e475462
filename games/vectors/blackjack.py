"""Checks of the blackjack vectors against the blackjack engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.bets import BetPlaced
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import (
    BankDealt,
    Bet,
    BetsClosed,
    CardAsked,
    CardDealt,
    Command,
    Decline,
    Double,
    EvenMoney,
    Event,
    Hand,
    HandSplit,
    HandStood,
    Hit,
    HoleDealt,
    InsurancePlaced,
    Insure,
    Phase,
    Split,
    Stand,
    State,
    Surrender,
)
from games.rules.blackjack.hands import total
from games.rules.blackjack.settlement import is_natural, settle_hand
from games.rules.blackjack.sheet import Setting, Sheet
from games.rules.engine import Wait
from games.rules.shared.cards import CARDS, Card
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Refused
from games.vectors.shared import FixedShoe, end_session, inactivity
from games.vectors.vector import CheckFunction, Given

SEAT, PLACE = 1, "1"
STANDING = ("10S", "9S")  # a hand that stands
LARGE_BALANCE = 1_000_000_000
FILLER = (CARDS["5C"],) * 60  # the shoe after the cards of the example


def shoe_with(cards: Iterable[Card]) -> FixedShoe:
    return FixedShoe((*cards, *FILLER))


def cards(names: Iterable[str]) -> tuple[Card, ...]:
    return tuple(CARDS[name] for name in names)


def sheet(given: Given) -> Sheet:
    return Sheet(
        double_any=given.get("double_any", False),
        pairs_only=given.get("pairs_only", False),
        split_limit=given.get("split_limit"),
        insurance=given.get("insurance_offered", True),
        special_prizes=given.get("special_prizes", True),
        places_per_player=7 if given.get("several_seats_allowed") else 1,
    )


def setting(given: Given) -> Setting:
    several = 7 if given.get("several_seats_allowed") else 1
    return Setting(
        given.get("minimum", 1), given.get("maximum", LARGE_BALANCE), places_per_player=several, step=1
    )


def open_round(given: Given) -> State:
    return BLACKJACK.begin(sheet(given), setting(given), None, (SEAT,))


def apply_events(state: State, *events: Event) -> State:
    for event in events:
        state = BLACKJACK.apply(state, event)
    return state


def act(state: State, command: Command) -> State:
    return apply_events(state, *BLACKJACK.act(state, SEAT, command))


def accepts(state: State, command: Command) -> bool:
    try:
        return bool(BLACKJACK.act(state, SEAT, command))
    except Refused:
        return False


def advance(state: State, shoe: FixedShoe) -> State:
    """Takes the automatic steps until a player must decide or the round is over."""
    while BLACKJACK.waiting_for(state) is Wait.HOUSE:
        state = apply_events(state, *BLACKJACK.advance(state, shoe))
    return state


def place_bet(given: Given, stake: int) -> State:
    return apply_events(act(open_round(given), Bet({PLACE: stake})), BetsClosed())


def decline_offers(state: State) -> State:
    return act(state, Decline(PLACE)) if state.phase is Phase.OFFERS else state


def check_total(system: str, given: Given) -> dict[str, object]:
    hand, low = cards(given["cards"]), int(given.get("ace_counted_as_1_on_double", False))
    blackjack_ = is_natural(Hand(0, hand, split=given.get("split_hand", False)))
    return {"total": total(hand, low), "blackjack": blackjack_}


def bank(system: str, given: Given) -> dict[str, Any]:
    (up, hole), (one, two) = cards(given["cards"]), cards(STANDING)
    shoe = shoe_with((one, up, two, hole, *cards(given["shoe"])))
    state = decline_offers(advance(place_bet(given, 2), shoe))
    seen = BLACKJACK.view(advance(act(state, Stand(state.turn)), shoe), None)["bank"]
    return {"taken": len(seen["cards"]) - 2, "total": seen["total"], "result": seen["result"]}


def options(system: str, given: Given) -> dict[str, Any]:
    """Every decision open before the first one on the hand, insurance and even money included."""
    state, names = in_hand(given), set()
    while SEAT in BLACKJACK.to_act(state):
        open_options = BLACKJACK.options(state, SEAT)
        names |= {*open_options.get("choices", {}), *open_options.get("offers", {}).get(PLACE, {})}
        if state.phase is Phase.PLAYING:
            break
        state = decline_offers(state)
    known = ("hit", "stand", "double", "split", "surrender", "insurance", "even-money")
    return {name.replace("-", "_"): name in names for name in known}


def in_hand(given: Given) -> State:
    """A table with the cards, splits and open bank card of the example."""
    first, second, *more = cards(given["cards"])
    splits = given.get("splits_done", 1) if given.get("split_hand") else 0
    state = place_bet(given, 2)
    open_card = CARDS[given["bank_up"]]
    state = apply_events(state, CardDealt(SEAT, PLACE, card=first), BankDealt(open_card))
    state = apply_events(state, CardDealt(SEAT, PLACE, card=first if splits else second), HoleDealt())
    if splits or more:
        state = decline_offers(state)
    for done in range(1, splits + 1):
        state = apply_events(
            state,
            HandSplit(SEAT, PLACE, stake=2),
            CardDealt(SEAT, PLACE, card=first if done < splits else second),
        )
    for card in more:
        state = apply_events(state, CardAsked(SEAT, PLACE), CardDealt(SEAT, PLACE, card=card))
    return state


def insurance(system: str, given: Given) -> dict[str, Any]:
    up, hole, one, two = cards(("AD", "9C", *STANDING))
    state = advance(place_bet(given, given["bet"]), shoe_with((one, up, two, hole)))
    return {"accepted": accepts(state, Insure(PLACE, given["insurance"]))}


def split_stake(system: str, given: Given) -> dict[str, object]:
    state = advance(place_bet(given, given["bet"]), shoe_with(cards(("8S", "9D", "8H", "9C"))))
    return {"accepted": accepts(state, Split(state.turn, given["second"]))}


def settle(system: str, given: Given) -> dict[str, object]:
    """Plays the round with these cards of player and bank. Of a split place, only the first hand counts."""
    (first, second, *more), (up, hole, *drawn) = cards(given["player"]), cards(given["bank"])
    stake, split = given["bet"], given.get("split_hand", False)
    other = cards(STANDING[:1]) if split else ()  # lets the second hand of the place stand
    shoe = shoe_with(
        (first, up, first if split else second, hole, *((second,) if split else ()), *more, *other, *drawn)
    )
    state = advance(place_bet(given, stake), shoe)
    if given.get("even_money"):
        state = act(state, EvenMoney(PLACE))
    elif given.get("insurance"):
        state = act(state, Insure(PLACE, given["insurance"]))
    state = advance(decline_offers(state), shoe)
    if split:
        state = advance(act(state, Split(state.turn, stake)), shoe)
    if given.get("surrendered"):
        state = act(state, Surrender(state.turn))
    elif given.get("doubled"):
        state = act(state, Double(state.turn, stake))
    else:
        for _ in more:
            state = advance(act(state, Hit(state.turn)), shoe)
    state = advance(state, shoe)
    while BLACKJACK.waiting_for(state) is Wait.CHOICE:
        state = advance(act(state, Stand(state.turn)), shoe)
    lines = [line for line in BLACKJACK.view(state, SEAT)["result"]["lines"] if line.get("hand", 0) == 0]
    return {name: sum(line.get(figure, 0) for line in lines) for name, figure in FIGURES.items()}


FIGURES = {"prize": "prize", "stake_back": "back", "lost": "lost"}


def table_limits(system: str, given: Given) -> dict[str, object]:
    breaches = BLACKJACK.check_setting(sheet(given), setting(given))
    return {"allowed": not [breach for breach in breaches if breach.field in ("minimum", "maximum")]}


def accept(system: str, given: Given) -> dict[str, Any]:
    return {"accepted": accepts(open_round(given), Bet({PLACE: given["stake"]}))}


def decks(system: str, given: Given) -> dict[str, Any]:
    return {"allowed": BLACKJACK.check_sheet(Sheet(decks=(given["decks"],))) == []}


def seats(system: str, given: Given) -> dict[str, Any]:
    proposed = Setting(100, 10_000, places=given["seats"], seats=given["seats"])
    return {"allowed": BLACKJACK.check_setting(sheet(given), proposed) == []}


def second_seat(system: str, given: Given) -> dict[str, object]:
    state = act(open_round(given), Bet({PLACE: 2}))
    return {"accepted": accepts(state, Bet({"2": 2}))}


def round_end(system: str, given: Given) -> dict[str, object]:
    """Ends each place as in the example; then plays the bank, with an open ace if an insurance is open."""
    insured = given.get("insurance_open", False)
    state = open_round(given)
    places = [str(number) for number, _ in enumerate(given["hands"], 1)]
    for seat, place in enumerate(places, 1):
        state = apply_events(state, BetPlaced(seat, {place: 2}))
    dealt: list[Card] = []
    for one, up in zip(cards(STANDING), ("AD" if insured else "10D", ""), strict=True):
        dealt += [one] * len(places) + ([CARDS[up]] if up else [])
    shoe = shoe_with((*dealt, CARDS["2C"]))
    state = advance(apply_events(state, BetsClosed()), shoe)
    for seat, place in enumerate(places, 1):
        if state.phase is Phase.OFFERS:
            state = apply_events(
                state,
                *([InsurancePlaced(seat, place, 1)] if insured else BLACKJACK.default_action(state, seat)),
            )
    for seat, (place, how) in enumerate(zip(places, given["hands"], strict=True), 1):
        hand = state.boxes[place].hands[0]
        state = apply_events(
            state, HandStood(seat, place) if how == "standing" else settle_hand(seat, place, 0, hand, how)
        )
    return {"bank_draws": len(advance(state, shoe).bank) > 2}


def void(system: str, given: Given) -> dict[str, Any]:
    state = open_round(given)
    for seat, stake in enumerate(given["stakes"], 1):
        state = apply_events(state, BetPlaced(seat, {str(seat): stake}))
    events = BLACKJACK.void(state, given["cause"])
    returned = [
        posting.cents
        for event in events
        for posting in BLACKJACK.postings(event)
        if posting.kind is TransferKind.STAKE_BACK
    ]
    return {"void": bool(events), "returned": sum(returned)}


CHECKS: Mapping[str, CheckFunction] = {
    "total": check_total,
    "bank": bank,
    "options": options,
    "insurance": insurance,
    "split-stake": split_stake,
    "settle": settle,
    "table-limits": table_limits,
    "accept": accept,
    "decks": decks,
    "seats": seats,
    "second-seat": second_seat,
    "round-end": round_end,
    "void": void,
    "inactivity": inactivity,
    "end-session": end_session,
}
CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, CheckFunction]] = {"blackjack": CHECKS}
