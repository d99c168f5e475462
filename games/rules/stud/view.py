"""What people see of a stud round: the table, and by whitelist what everybody and what each seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from games.rules.bets import BetPlaced, BetTaken
from games.rules.engine import ExplanationLine, JsonObject
from games.rules.shared.amounts import own_amount, total
from games.rules.shared.cards import COVERED, NAMES, Card, names
from games.rules.shared.conduct import prohibition_list
from games.rules.shared.jackpot import PAYING, Jackpot
from games.rules.shared.money import Cents, Seat
from games.rules.shared.poker_hands import HandKind, best_five
from games.rules.shared.sessions import Mode
from games.rules.stud.bets import is_deciding
from games.rules.stud.events import (
    BANK,
    OVER,
    BankDealt,
    BankRevealed,
    BetsClosed,
    CardDealt,
    CardDiscarded,
    CardExposed,
    CarriedReturned,
    Continued,
    DecisionsOpened,
    DecisionWarned,
    Event,
    Folded,
    HandsRevealed,
    HandState,
    HandVoided,
    JackpotFed,
    JackpotOpened,
    JackpotPaid,
    JackpotSettled,
    NobodyPlayed,
    PackShuffled,
    Phase,
    PlaceState,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    State,
)
from games.rules.stud.explanation import results, stake_lines
from games.rules.stud.settlement import bank_plays, hand_of, second_bet, times
from games.rules.stud.sheet import VARIANTS, Setting, Sheet
from games.rules.stud.variant import HAND_SIZE, BetBox, Dealing

# --- The table


def describe(sheet: Sheet, setting: Setting) -> JsonObject:
    variant, terms = VARIANTS[sheet.system], setting.jackpot
    rules, by_shuffler = variant.rules, setting.dealing is Dealing.SHUFFLER
    description: JsonObject = {
        "system": sheet.system,
        "mode": str(setting.mode),
        "currency": setting.currency,
        "seats": setting.seats,  # [CS-6a] [MS-2.1]
        "boxes": [
            str(box) for box in variant.boxes if box is not BetBox.JACKPOT or terms
        ],  # [CS-6a] [MS-2.2]
        "cards": list(NAMES),  # [CS-6b] [MS-1.1]
        # From the highest.  [CS-7a] [CS-7j] [MS-8.1] [MS-8.10]
        "kinds": [variant.kinds[kind] for kind in reversed(HandKind)],
        "dealing": str(setting.dealing),  # [MS-1.2] [MS-1.3] [MS-7.1] [MS-7.2]
        "dealing_rule": rules["deal-five" if by_shuffler else "deal"],
        "discards_first": variant.discards_first,  # [CS-19a]
        "limits": {
            "ante": {"min": setting.minimum, "max": setting.maximum, "step": setting.step},
            "rules": {
                "min": rules["ante"],  # [CS-16]
                "max": rules["maximum"],  # [CS-17] [CS-18]
                "place": rules.get("own-hand", rules["boxes"]),  # [CS-6a] [MS-6.1]
                # [CS-14b] [CS-15]
                "closed": rules["launch" if setting.mode is Mode.INDIVIDUAL else "closing"],
            },
        },
        "minimum": setting.minimum,
        "step": setting.step,
        "prizes": _describe_prizes(sheet, setting),  # [CS-38] [MS-9.5]
        "betting_seconds": setting.betting_seconds,  # [CS-14a]
        "decision_seconds": setting.decision_seconds,  # [CS-21]
        "extra_seconds": setting.extra_seconds,  # [CS-31]
        "rest_seconds": setting.rest_seconds,
        "languages": list(setting.languages),
    }
    if variant.prohibitions:
        description["forbidden"] = prohibition_list(
            variant.prohibitions
        )  # the table itself tells the players  [MS-12.1] [MS-12.2]
    if setting.house_maximum is not None:
        description["house_maximum"] = setting.house_maximum
    if terms is not None:
        description["jackpot"] = _describe_jackpot(terms, rules)
    return description


def _describe_prizes(sheet: Sheet, setting: Setting) -> list[JsonObject]:
    """The prizes of the second bet, from the highest combination."""
    variant, has_maximum = VARIANTS[sheet.system], setting.house_maximum is not None
    return [
        {
            "kind": variant.kinds[kind],
            "times": times(sheet, kind),
            "rule": variant.times_rules[kind],
            "capped": has_maximum and kind in variant.capped,
        }
        for kind in reversed(HandKind)
    ]


def _describe_jackpot(terms: Jackpot, rules: Mapping[str, str]) -> JsonObject:
    return {
        "bet": terms.bet,
        "contribution": terms.contribution,
        "minimum": terms.minimum,
        # The table announces each fixed sum with the part of the pot it is the minimum of.  [MS-10.3]
        "prizes": [
            _describe_jackpot_prize(kind, terms.fixed.of(kind), number)
            for number, kind in enumerate(PAYING, 1)
        ],
        "rule": rules["jackpot-bet"],
    }


def _describe_jackpot_prize(kind: HandKind, fixed: Cents, number: int) -> JsonObject:
    percent = {HandKind.ROYAL_FLUSH: 100, HandKind.STRAIGHT_FLUSH: 10}.get(kind, 0)  # [MS-10.2.1] [MS-10.2.2]
    return {"kind": str(kind), "fixed": fixed, "percent": percent, "rule": f"MS-10.2.{number}"}


# --- What a seat may do


def options(state: State, seat: Seat) -> JsonObject:
    """Everything that seat may do now, each with what it costs.  [CS-30] [MS-6.5]"""
    place = state.place_of(seat)
    if state.phase is Phase.BETTING:
        return _betting_options(state, seat, place)
    if not is_deciding(state, seat):
        return {}
    rules, setting = VARIANTS[state.sheet.system].rules, state.setting
    warned = place.choice is HandState.WARNED
    return {
        "fold": {"lost": place.ante, "rule": rules["fold"]},  # [CS-20a] [CS-22] [MS-6.7]
        # [CS-20b] [CS-23] [MS-6.6]
        "continue": {"cost": second_bet(place.ante), "rule": rules["second"]},
        "warned": warned,  # [CS-31]
        "seconds": setting.extra_seconds if warned else setting.decision_seconds,  # [CS-21] [CS-31]
    }


def free_options(options: JsonObject) -> JsonObject:
    """Without bets and without the second bet."""
    kept = {name: value for name, value in options.items() if name not in ("continue", "ante", "jackpot")}
    return kept | ({"bet": False} if "bet" in kept else {})


def _betting_options(state: State, seat: Seat, place: PlaceState) -> JsonObject:
    setting, terms = state.setting, state.setting.jackpot
    room = setting.maximum - place.ante
    choices: JsonObject = {
        "bet": room > 0,
        "undo": bool(place.placed),
        "clear": bool(place.ante or place.jackpot),
        "launch": setting.mode is Mode.INDIVIDUAL and place.ante > 0,  # [CS-15]
    }
    if room > 0:
        choices["ante"] = {"min": max(setting.step, setting.minimum - place.ante), "max": room}  # [CS-16]
    if terms is not None and not state.jackpot_bet_of(seat):
        choices["jackpot"] = {"cost": terms.bet, "needs_ante": not place.ante}  # [MS-6.3] [MS-10.1]
    return choices


# --- What people see


def view(state: State, seat: Seat | None) -> JsonObject:
    return _public_view(state) if seat is None else _seat_view(state, seat)


def _public_view(state: State) -> JsonObject:
    """Chips, the backs of cards, and the faces that were turned."""
    shown: JsonObject = {
        "phase": str(state.phase),
        "places": {str(seat): _view_place(state, seat) for seat in sorted(state.places)},
    }
    if state.shuffled:
        dealing = state.setting.dealing
        # How the pack was shuffled and cut.  [MS-1.2] [MS-1.3] [MS-3.1] [MS-3.2]
        shown["pack"] = {"dealing": str(dealing), "cut": dealing is Dealing.SHOE}
    if state.discard:
        shown["discard"] = names(state.discard)  # [CS-19a]
    if state.bank:
        shown["bank"] = _view_bank(state)
    if state.setting.jackpot is not None:
        # An empty pot begins at its minimum with the next deal.  [MS-1.4] [MS-10.8b]
        shown["meter"] = state.meter or state.setting.jackpot.minimum
    if state.carried:
        shown["carried"] = {str(seat): cents for seat, cents in state.carried.items()}  # [MS-11.1]
    if state.jackpot_prizes:
        shown["jackpots"] = _view_jackpot_prizes(state)
    if state.phase is Phase.VOID:
        shown["cause"] = state.cause  # [CS-33] [MS-11.1] [MS-11.4]
    return shown


def _view_jackpot_prizes(state: State) -> list[JsonObject]:
    """In the order of payment.  [MS-10.4] [MS-10.7]"""
    kinds = VARIANTS[state.sheet.system].kinds
    return [
        {"seat": prize.seat, "kind": kinds[prize.kind], "cents": prize.cents}
        for prize in state.jackpot_prizes
    ]


def _view_place(state: State, seat: Seat) -> JsonObject:
    place = state.places[seat]
    figures = {"ante": place.ante, "bet": place.second, "jackpot": place.jackpot}
    shown: JsonObject = {box: cents for box, cents in figures.items() if cents}
    if place.cards and place.choice is not HandState.FOLDED:
        # Folded cards are collected unseen.  [CS-22] [MS-6.7]
        shown["cards"] = _visible_faces(state, seat, place.cards)
    if place.ante and state.phase not in (Phase.BETTING, Phase.DEALING):
        shown["choice"] = str(place.choice)
    if seat in state.revealed:
        shown["kind"] = _kind_of(state, seat)
    if place.choice is HandState.FOLDED:
        shown["lost"] = place.ante  # at once, whatever the bank then has  [CS-22] [MS-6.7]
    if state.phase is Phase.SETTLED:
        amounts = {"lost": state.lost, "back": state.back, "prize": state.prize}
        shown |= {name: cents[seat] for name, cents in amounts.items() if seat in cents}
    return shown


def _visible_faces(state: State, seat: Seat, cards: Sequence[Card]) -> list[str]:
    """A player's cards as others see them: backs, until they are turned.  [CS-19b] [CS-27] [MS-9.3]"""
    if seat in state.revealed:
        return names(state.revealed[seat])
    exposed = state.exposed.get(seat, ())  # [MS-11.2]
    return [NAMES[card] if index in exposed else COVERED for index, card in enumerate(cards)]


def _view_bank(state: State) -> JsonObject:
    """One card is face up while players decide, all of them at the showdown.

    [CS-19c] [CS-24] [MS-7.1] [MS-7.2]
    """
    faces = [NAMES[card] if index in state.face_up else COVERED for index, card in enumerate(state.bank)]
    shown: JsonObject = {"cards": faces}
    if state.bank_open:
        shown["kind"] = _kind_of(state, BANK)
        shown["plays"] = bank_plays(best_five(state.bank))  # [CS-25] [MS-9.1]
    return shown


def _kind_of(state: State, seat: Seat) -> str:
    hand = hand_of(state, seat)
    return VARIANTS[state.sheet.system].kinds[hand.kind] if hand else ""


def _seat_view(state: State, seat: Seat) -> JsonObject:
    """What a seat sees in addition: its own cards, its options, and its result.  [CS-20] [MS-6.4] [MS-6.5]"""
    place = state.place_of(seat)
    bets = {"ante": place.ante, "bet": place.second, "jackpot": place.jackpot}
    shown: JsonObject = {
        "bets": {box: cents for box, cents in bets.items() if cents},
        "total": place.staked,
        "options": options(state, seat),
    }
    if state.carried.get(seat):
        shown["carried"] = state.carried[seat]  # [MS-11.1]
    if state.held.get(seat):
        shown["held"] = state.held[seat]  # [MS-11.1]
    if place.cards:
        shown["cards"] = names(place.cards)
        if len(place.cards) == HAND_SIZE:
            shown["kind"] = _kind_of(state, seat)
    result = results(state).get(seat) if state.phase in OVER else None  # [CS-37]
    if result is not None:
        shown["result"] = {
            **result.figures("staked", "carried", "lost", "back", "prize", "held", "net"),
            "lines": [_view_line(line) for line in stake_lines(state, seat)],
        }
    return shown


def _view_line(line: ExplanationLine) -> JsonObject:
    return {"code": line.code, "rule": line.rule, **line.details}


def event_for_seat(event: Event, seat: Seat | None) -> JsonObject | None:
    """A face-down card is shown to the player it was dealt to; the bank's face-down cards to nobody."""
    shown: JsonObject = {"t": event.__struct_config__.tag}
    match event:
        case BetPlaced(seat=bettor, on=on) | BetTaken(seat=bettor, on=on):
            return shown | {"seat": bettor, "on": on}
        case BetsClosed() | NobodyPlayed() | DecisionsOpened():
            return shown  # [CS-14b]
        case PackShuffled(dealing=dealing, cut=cut):
            return shown | {"dealing": str(dealing), "cut": cut}  # [MS-3.1] [MS-3.2]
        case CardDiscarded() | CardDealt() | BankDealt() | CardExposed() | HandVoided():
            return shown | _card_details(event, seat)
        case DecisionWarned(seat=owner):
            return shown | {"seat": owner}  # [CS-31]
        case Folded(seat=owner, lapsed=lapsed):
            return shown | {"seat": owner} | ({"lapsed": True} if lapsed else {})
        case Continued(seat=owner, cents=cents):
            return shown | {"seat": owner, "cents": cents}
        case BankRevealed(cards=cards):
            return shown | {"cards": names(cards)}  # [CS-24]
        case HandsRevealed(hands=hands):
            return shown | {"hands": {str(owner): names(cards) for owner, cards in hands.items()}}  # [CS-27]
        case StakesCollected() | PrizesPaid() | CarriedReturned() | RoundVoided():
            return shown | _money_details(event, seat)
        case JackpotOpened() | JackpotFed() | JackpotPaid() | JackpotSettled():
            return shown | _jackpot_details(event)
    assert_never(event)


def _card_details(
    event: CardDiscarded | CardDealt | BankDealt | CardExposed | HandVoided, seat: Seat | None
) -> JsonObject:
    match event:
        case CardDiscarded(card=card):
            return {"card": NAMES[card]}  # [CS-19a]
        case CardDealt(seat=owner, card=card):
            return {"seat": owner} | ({"card": NAMES[card]} if seat == owner else {})  # [CS-19b] [MS-6.4]
        case BankDealt(card=card, up=up):
            return {"card": NAMES[card]} if up else {}  # [CS-19c] [MS-7.1] [MS-7.2]
        case CardExposed(hand=hand, place=place, card=card):
            return {"hand": hand, "place": place, "card": NAMES[card]}  # [MS-11.2]
        case HandVoided(hand=hand):
            return {"hand": hand}  # [MS-11.3]
    assert_never(event)


def _money_details(
    event: StakesCollected | PrizesPaid | CarriedReturned | RoundVoided, seat: Seat | None
) -> JsonObject:
    """Chips are open on the table: everybody sees what is paid in total, and each seat its own amounts."""
    match event:
        case StakesCollected(lost=lost):
            return own_amount("lost", lost, seat)
        case PrizesPaid(back=back, prize=prize):
            own = own_amount("back", back, seat) | own_amount("prize", prize, seat)
            return {"paid": total(prize), **own}
        case CarriedReturned(back=back):
            return own_amount("back", back, seat)
        case RoundVoided(cause=cause, back=back, held=held, kept=kept, returned=returned):
            own = own_amount("back", back, seat) | own_amount("held", held, seat)
            own |= own_amount("kept", kept, seat) | own_amount("returned", returned, seat)
            return {"cause": cause, **own}
    assert_never(event)


def _jackpot_details(event: JackpotOpened | JackpotFed | JackpotPaid | JackpotSettled) -> JsonObject:
    match event:
        case JackpotOpened(cents=cents):
            return {"cents": cents}
        case JackpotFed(share=share, held_share=held_share):
            return {"cents": total(share) + total(held_share)}  # [MS-1.4]
        case JackpotPaid(seat=owner, kind=kind, cards=cards, cents=cents):
            # Everybody sees a jackpot prize.  [MS-10.4]
            return {"seat": owner, "kind": str(kind), "cards": names(cards), "cents": cents}
        case JackpotSettled(restart=restart):
            return {"restart": restart} if restart else {}  # [MS-10.8b]
    assert_never(event)


# --- Stakes and outcome


def stakes(state: State) -> Mapping[Seat, Cents]:
    if state.phase in OVER:
        return state.held
    at_stake = {seat: place.staked for seat, place in state.places.items() if place.staked}
    for seat, cents in state.carried.items():
        at_stake[seat] = at_stake.get(seat, 0) + cents
    return at_stake


def outcome(state: State) -> str | None:
    """For the display of last results: the bank's combination, or that nobody stayed in play."""
    if state.phase is not Phase.SETTLED or not state.bank:
        return None
    return _kind_of(state, BANK) if state.bank_open else "folded"
