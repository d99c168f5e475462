"""Questions of the blackjack vectors, put to the blackjack engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rulebook.vectors.sessions import end_session, inactivity
from games.rulebook.vectors.vector import Answer, Given
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.blackjack.events import (
    BankDealt,
    Bet,
    BetPlaced,
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

SEAT, PLACE = 1, "1"
STANDING = ("10S", "9S")  # a hand that is left to the bank's
ENOUGH = 1_000_000_000
FILLER = (CARDS["5C"],) * 60  # what the shoe holds behind the cards of the question


class Stacked:
    """A shoe whose cards come in the order of the question."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.order = (*cards, *FILLER)

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, n: int) -> Sequence[int]:
        return self.order


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
    return Setting(given.get("minimum", 1), given.get("maximum", ENOUGH), places_per_player=several, step=1)


def opened(given: Given) -> State:
    return BLACKJACK.begin(sheet(given), setting(given), None, (SEAT,))


def folded(state: State, *events: Event) -> State:
    for event in events:
        state = BLACKJACK.apply(state, event)
    return state


def did(state: State, command: Command) -> State:
    return folded(state, *BLACKJACK.act(state, SEAT, command))


def accepts(state: State, command: Command) -> bool:
    try:
        return bool(BLACKJACK.act(state, SEAT, command))
    except Refused:
        return False


def went_on(state: State, shoe: Stacked) -> State:
    """The house's steps until somebody has to decide, or the round is over."""
    while BLACKJACK.waiting_for(state) is Wait.HOUSE:
        state = folded(state, *BLACKJACK.advance(state, shoe))
    return state


def bet(given: Given, stake: int) -> State:
    return folded(did(opened(given), Bet({PLACE: stake})), BetsClosed())


def declined(state: State) -> State:
    return did(state, Decline(PLACE)) if state.phase is Phase.OFFERS else state


def count(system: str, given: Given) -> dict[str, Any]:
    hand, low = cards(given["cards"]), int(given.get("ace_counted_as_1_on_double", False))
    blackjack_ = is_natural(Hand(0, hand, split=given.get("split_hand", False)))
    return {"total": total(hand, low), "blackjack": blackjack_}


def bank(system: str, given: Given) -> dict[str, Any]:
    (up, hole), (one, two) = cards(given["cards"]), cards(STANDING)
    shoe = Stacked((one, up, two, hole, *cards(given["shoe"])))
    state = declined(went_on(bet(given, 2), shoe))
    seen = BLACKJACK.view(went_on(did(state, Stand(state.turn)), shoe), None)["bank"]
    return {"taken": len(seen["cards"]) - 2, "total": seen["total"], "result": seen["result"]}


def options(system: str, given: Given) -> dict[str, Any]:
    """Every decision that is open until the first one on the hand is taken, insurance and even money among them."""
    state, named = in_hand(given), set()
    while SEAT in BLACKJACK.to_act(state):
        found = BLACKJACK.options(state, SEAT)
        named |= {*found.get("choices", {}), *found.get("offers", {}).get(PLACE, {})}
        if state.phase is Phase.PLAYING:
            break
        state = declined(state)
    known = ("hit", "stand", "double", "split", "surrender", "insurance", "even-money")
    return {name.replace("-", "_"): name in named for name in known}


def in_hand(given: Given) -> State:
    """A table where the place has these cards, split as often as the question says, against that open card."""
    first, second, *more = cards(given["cards"])
    splits = given.get("splits_done", 1) if given.get("split_hand") else 0
    state = bet(given, 2)
    open_card = CARDS[given["bank_up"]]
    state = folded(state, CardDealt(SEAT, PLACE, card=first), BankDealt(open_card))
    state = folded(state, CardDealt(SEAT, PLACE, card=first if splits else second), HoleDealt())
    if splits or more:
        state = declined(state)
    for done in range(1, splits + 1):
        state = folded(
            state,
            HandSplit(SEAT, PLACE, stake=2),
            CardDealt(SEAT, PLACE, card=first if done < splits else second),
        )
    for card in more:
        state = folded(state, CardAsked(SEAT, PLACE), CardDealt(SEAT, PLACE, card=card))
    return state


def insurance(system: str, given: Given) -> dict[str, Any]:
    up, hole, one, two = cards(("AD", "9C", *STANDING))
    state = went_on(bet(given, given["bet"]), Stacked((one, up, two, hole)))
    return {"accepted": accepts(state, Insure(PLACE, given["insurance"]))}


def split_stake(system: str, given: Given) -> dict[str, Any]:
    state = went_on(bet(given, given["bet"]), Stacked(cards(("8S", "9D", "8H", "9C"))))
    return {"accepted": accepts(state, Split(state.turn, given["second"]))}


def settle(system: str, given: Given) -> dict[str, Any]:
    """The round played through: the player's cards, then the bank's; of a split place, its first hand."""
    (first, second, *more), (up, hole, *drawn) = cards(given["player"]), cards(given["bank"])
    stake, split = given["bet"], given.get("split_hand", False)
    other = cards(STANDING[:1]) if split else ()  # with it the second hand of the place can stand
    shoe = Stacked(
        (first, up, first if split else second, hole, *((second,) if split else ()), *more, *other, *drawn)
    )
    state = went_on(bet(given, stake), shoe)
    if given.get("even_money"):
        state = did(state, EvenMoney(PLACE))
    elif given.get("insurance"):
        state = did(state, Insure(PLACE, given["insurance"]))
    state = went_on(declined(state), shoe)
    if split:
        state = went_on(did(state, Split(state.turn, stake)), shoe)
    if given.get("surrendered"):
        state = did(state, Surrender(state.turn))
    elif given.get("doubled"):
        state = did(state, Double(state.turn, stake))
    else:
        for _ in more:
            state = went_on(did(state, Hit(state.turn)), shoe)
    state = went_on(state, shoe)
    while BLACKJACK.waiting_for(state) is Wait.CHOICE:
        state = went_on(did(state, Stand(state.turn)), shoe)
    lines = [line for line in BLACKJACK.view(state, SEAT)["result"]["lines"] if line.get("hand", 0) == 0]
    return {name: sum(line.get(figure, 0) for line in lines) for name, figure in FIGURES.items()}


FIGURES = {"prize": "prize", "stake_back": "back", "lost": "lost"}


def table_limits(system: str, given: Given) -> dict[str, Any]:
    breaches = BLACKJACK.check_setting(sheet(given), setting(given))
    return {"allowed": not [breach for breach in breaches if breach.field in ("minimum", "maximum")]}


def accept(system: str, given: Given) -> dict[str, Any]:
    return {"accepted": accepts(opened(given), Bet({PLACE: given["stake"]}))}


def decks(system: str, given: Given) -> dict[str, Any]:
    return {"allowed": BLACKJACK.check_sheet(Sheet(decks=(given["decks"],))) == []}


def seats(system: str, given: Given) -> dict[str, Any]:
    asked = Setting(100, 10_000, places=given["seats"], seats=given["seats"])
    return {"allowed": BLACKJACK.check_setting(sheet(given), asked) == []}


def second_seat(system: str, given: Given) -> dict[str, Any]:
    state = did(opened(given), Bet({PLACE: 2}))
    return {"accepted": accepts(state, Bet({"2": 2}))}


def round_end(system: str, given: Given) -> dict[str, Any]:
    """Each place ended as the question says; then the bank's turn, with an open ace where an insurance is open."""
    insured = given.get("insurance_open", False)
    state = opened(given)
    places = [str(number) for number, _ in enumerate(given["hands"], 1)]
    for seat, place in enumerate(places, 1):
        state = folded(state, BetPlaced(seat, {place: 2}))
    dealt: list[Card] = []
    for one, up in zip(cards(STANDING), ("AD" if insured else "10D", ""), strict=True):
        dealt += [one] * len(places) + ([CARDS[up]] if up else [])
    shoe = Stacked((*dealt, CARDS["2C"]))
    state = went_on(folded(state, BetsClosed()), shoe)
    for seat, place in enumerate(places, 1):
        if state.phase is Phase.OFFERS:
            state = folded(
                state,
                *([InsurancePlaced(seat, place, 1)] if insured else BLACKJACK.default_action(state, seat)),
            )
    for seat, (place, how) in enumerate(zip(places, given["hands"], strict=True), 1):
        hand = state.boxes[place].hands[0]
        state = folded(
            state, HandStood(seat, place) if how == "standing" else settle_hand(seat, place, 0, hand, how)
        )
    return {"bank_draws": len(went_on(state, shoe).bank) > 2}


def void(system: str, given: Given) -> dict[str, Any]:
    state = opened(given)
    for seat, stake in enumerate(given["stakes"], 1):
        state = folded(state, BetPlaced(seat, {str(seat): stake}))
    events = BLACKJACK.void(state, given["cause"])
    returned = [
        posting.cents
        for event in events
        for posting in BLACKJACK.postings(event)
        if posting.kind is TransferKind.STAKE_BACK
    ]
    return {"void": bool(events), "returned": sum(returned)}


CHECKS: Mapping[str, Answer] = {
    "total": count,
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
CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, Answer]] = {"blackjack": CHECKS}
