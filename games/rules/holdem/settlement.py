"""The end of a round: whose cards are turned and when, who wins which pot, and what the house takes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.rules.engine import Cents, Seat
from games.rules.holdem.events import (
    BETTING,
    BLINDS,
    FLOP,
    ONE_CARD,
    PAID,
    PREFLOP,
    VOID,
    Event,
    ExcessReturned,
    HandDiscarded,
    HandShown,
    Paid,
    Place,
    PotsPaid,
    State,
)
from games.rules.holdem.sheet import Commission, Showdown
from games.rules.shared.poker_hands import Hand, Strength, best_five, strength_of_seven
from games.rules.shared.pots import Pot, award, excess, pots

COMMON = 5  # cards, when all of them lie
OF_POT, UNBEATEN = Commission.POT, Showdown.UNBEATEN


def unmatched(state: State) -> tuple[ExcessReturned, ...]:
    """The chips that nobody matched go back before anything else, free of commission (A26).  [HE-40]"""
    seats = state.seats
    puts = [seats[seat].put for seat in state.players]
    if puts.count(max(puts)) > 1:
        return ()
    found = excess(dict(zip(state.players, puts, strict=True)))
    return (ExcessReturned(*found),) if found and not seats[found[0]].folded else ()


def lying(state: State) -> list[Pot[Seat]]:
    """The pots as they lie: chips of the running turn join them when it ends.  [HE-41] [HE-42]"""
    during = state.phase in (BLINDS, ONE_CARD, BETTING)
    return pots(
        {seat: place.put - (place.bet if during else 0) for seat, place in state.dealt_in()}, _folded(state)
    )


def rate(state: State) -> int:
    """The commission on this round's pots, in hundredths of one per cent.  [HE-17a]"""
    if state.sheet.commission is not OF_POT:
        return 0  # it was taken as the chips were bought  [HE-17b]
    # None is taken where the round ends before the flop with nothing but blinds, or in the flop turn without a bet in it (A22, A63).
    if state.turn <= FLOP and len(state.alive()) == 1:
        bets = state.opened if state.turn == PREFLOP or state.sheet.free_flop else state.played
        if not bets:
            return 0  # [HE-18]
    return state.sheet.rate


def pay(state: State) -> PotsPaid:
    """Every pot to the best hand among those who may win it, the main pot first.  [HE-27] [HE-60] [HE-63a] [HE-63b] [HE-63c]

    The commission is taken from each payment (A23). Nobody can share by agreement or renounce: no command says so.
    [HE-19] [HE-28] [HE-36]
    """
    seats, order, percent = state.seats, state.players, rate(state)
    alive = state.alive()
    if len(alive) == 1:
        best_first = [set(alive)]  # the last one in, whatever the cards are  [HE-36]
    else:
        held: dict[Strength, set[Seat]] = {}
        for seat in alive:
            held.setdefault(strength_of_seven(seats[seat].cards + state.board), set()).add(seat)
        best_first = [held[level] for level in sorted(held, reverse=True)]
    lies = pots({seat: seats[seat].put for seat in order}, _folded(state))
    # The players stand in order from the left of the button, which is how odd cents go (A27).  [HE-62]
    return PotsPaid(
        tuple([Paid(pot.amount, pot.contenders, award(pot, best_first, order, percent)) for pot in lies])
    )


def strength(state: State, seat: Seat) -> Strength:
    return strength_of_seven(state.seats[seat].cards + state.board)


def hand(state: State, seat: Seat) -> Hand | None:
    """The best five of a seat's cards and the common cards, once three of them lie.  [HE-26]"""
    cards = state.seats[seat].cards + state.board
    return best_five(cards) if len(cards) >= COMMON else None


def to_show(state: State) -> list[Seat]:
    """Whose cards are still to be turned: from who raised last, or from the left of the button, clockwise.  [HE-59]"""
    seats, order = state.seats, state.players
    if state.raiser and not seats[state.raiser].folded:
        start = order.index(state.raiser)
        order = order[start:] + order[:start]
    return [seat for seat in order if not ((place := seats[seat]).folded or place.shown or place.discarded)]


def shown(state: State, seat: Seat) -> Event:
    """That seat's cards, turned; or to the discard unseen, where they are beaten and the specific rules spare them.  [HE-59]"""
    if len(state.board) < COMMON:
        return HandShown(seat, state.seats[seat].cards)
    if state.sheet.showdown is UNBEATEN and _beaten(state, seat):
        return HandDiscarded(seat)
    cards = state.seats[seat].cards
    best = best_five(cards + state.board)
    return HandShown(seat, cards, best.kind, best.cards)  # named and marked  [HE-60] [HE-61]


def _beaten(state: State, seat: Seat) -> bool:
    """Is every pot that this seat contests already held by a better hand that lies open?"""
    own = strength(state, seat)
    turned = {other: strength(state, other) for other in state.alive() if state.seats[other].shown}
    contested = [pot for pot in lying(state) if seat in pot.contenders]
    return all(any(turned[other] > own for other in pot.contenders if other in turned) for pot in contested)


def paid(state: State, event: PotsPaid) -> State:
    seats = state.seats.copy()
    for each in event.pots:
        for share in each.shares:
            place = seats[share.name]
            seats[share.name] = replace(
                place,
                stack=place.stack + share.net,
                gross=place.gross + share.gross,
                commission=place.commission + share.commission,
            )
    return replace(state, phase=PAID, seats=_settled(seats), actor=0, paid=event.pots)


def voided(state: State, back: dict[Seat, Cents], cause: str) -> State:
    """Every stack is what it was before the round.  [HE-72]"""
    seats = {**state.seats}
    for seat, cents in back.items():
        place = seats[seat]
        seats[seat] = replace(place, stack=place.stack + cents)
    # After a stop the button is drawn anew.  [HE-46a]
    return replace(state, phase=VOID, seats=_settled(seats), actor=0, cause=cause, button=0, orbit=0)


def returned(state: State, seat: Seat, cents: Cents) -> State:
    seats = state.seats.copy()
    place = seats[seat]
    bet = max(0, place.bet - cents)
    seats[seat] = replace(
        place, stack=place.stack + cents, bet=bet, put=place.put - cents, returned=place.returned + cents
    )
    return replace(state, seats=seats, pot=state.pot - cents)


def _settled(seats: dict[Seat, Place]) -> dict[Seat, Place]:
    """What was bought during the round joins the stacks, now that it is over.  [HE-11b]"""
    for seat, place in seats.items():
        if place.bought:
            seats[seat] = replace(place, stack=place.stack + place.bought, bought=0)
    return seats


def _folded(state: State) -> set[Seat]:
    seats = state.seats
    return {seat for seat in state.players if seats[seat].folded}


def winners(state: State) -> Iterator[Seat]:
    """Who was paid from any pot, each once."""
    yield from dict.fromkeys(share.name for each in state.paid for share in each.shares)
