"""Irregular deals, and what makes a round void.  [CS-33] [CS-34] [MS-11.1] [MS-11.2] [MS-11.4]"""

from __future__ import annotations

from games.rules.shared.cards import Card
from games.rules.shared.money import Cents, Seat
from games.rules.shared.sessions import voids_round
from games.rules.stud.events import BANK, OVER, CardExposed, Event, RoundVoided, State
from games.rules.stud.sheet import VARIANTS
from games.rules.stud.variant import HAND_SIZE


def void(state: State, cause: str) -> tuple[Event, ...]:
    """Return every stake if the cause makes the round void; otherwise no event.  [CS-33] [CS-34] [CS-36]"""
    carries_over = cause in VARIANTS[state.sheet.system].carry_over_causes
    if not carries_over and not voids_round(cause):
        return ()
    if state.phase in OVER:
        raise ValueError(f"cannot void a round that is {state.phase}")
    if carries_over:
        # Antes and additional bets are returned; jackpot bets carry over.  [MS-11.1] [MS-11.4]
        back = {seat: place.ante + place.second for seat, place in state.places.items() if place.ante}
        jackpot_bets: dict[Seat, Cents] = {
            seat: place.jackpot for seat, place in state.places.items() if place.jackpot
        }
        return (RoundVoided(cause, back, held=jackpot_bets, kept=state.carried),)
    back = {seat: place.staked for seat, place in state.places.items() if place.staked}
    return (RoundVoided(cause, back, returned=state.carried),)  # [CS-33] (A50)


def void_irregular(state: State, irregularity: str) -> tuple[Event, ...]:
    """Void a round after the croupier's own check: by article 11, or for a contradiction in the record."""
    is_known = irregularity in VARIANTS[state.sheet.system].carry_over_causes
    return void(state, irregularity if is_known else "check-failed")


def find_irregularity(state: State) -> str:
    """What is wrong when the deal is over: nothing, a wrong number of cards, or wrongly dealt cards.

    [MS-11.1]
    """
    variant = VARIANTS[state.sheet.system]
    hands: list[tuple[Card, ...]] = [state.places[seat].cards for seat in state.playing] + [state.bank]
    if any(len(hand) != HAND_SIZE for hand in hands) or len(state.discard) != variant.discards_first:
        return "wrong-number-of-cards"
    cards = [*state.discard, *state.bank]
    for place in state.places.values():
        cards += place.cards
    # One pack, and no card twice.  [CS-6b] [MS-1.1]
    return "wrong-deal" if len(set(cards)) != len(cards) else ""


def expose_card(state: State, hand: int, place: int) -> tuple[Event, ...]:
    """A covered card was seen by accident.

    The first does no harm; a second makes the hand invalid.

    [MS-11.1] [MS-11.2]
    """
    cards = state.bank if hand == BANK else state.places[hand].cards
    open_places = state.face_up if hand == BANK else state.exposed.get(hand, ())
    if place in open_places:
        return ()
    if "two-cards-exposed" not in VARIANTS[state.sheet.system].carry_over_causes:
        return void(state, "check-failed")  # 803/2015 allows no exposed card  [CS-33]
    if state.exposures:
        return void(state, "two-cards-exposed")  # [MS-11.1]
    return (CardExposed(hand, place, cards[place]),)  # [MS-11.2]
