"""The end of a round: whose cards are turned and when, who wins which pot, and the operator's commission."""

from __future__ import annotations

from typing import assert_never

from games.rules.holdem.events import (
    BETTING,
    BLINDS,
    FLOP,
    ONE_CARD,
    PREFLOP,
    BlindPosted,
    BoughtIn,
    ButtonPlaced,
    Called,
    CardsDealt,
    Checked,
    CommonTurned,
    EntryChosen,
    Event,
    ExcessReturned,
    Folded,
    HandDiscarded,
    HandFixed,
    HandShown,
    PaidPot,
    PotsPaid,
    Raised,
    RoundVoided,
    SatIn,
    SatOut,
    SeatLeft,
    State,
    ToppedUp,
)
from games.rules.holdem.sheet import Commission, Showdown
from games.rules.shared.money import Posting, Seat, TransferKind, postings_by_seat
from games.rules.shared.poker_hands import PokerHand, Strength, best_five, strength_of_seven
from games.rules.shared.pots import Pot, award, excess, pots

COMMON_CARDS = 5
ON_POT, UNBEATEN = Commission.POT, Showdown.UNBEATEN


# --- Pots


def return_excess(state: State) -> tuple[ExcessReturned, ...]:
    """Unmatched chips are returned first, free of commission (A26).  [HE-40]"""
    seats = state.seats
    committed = [seats[seat].committed for seat in state.players]
    if committed.count(max(committed)) > 1:
        return ()
    unmatched = excess(dict(zip(state.players, committed, strict=True)))
    return (ExcessReturned(*unmatched),) if unmatched and not seats[unmatched[0]].folded else ()


def current_pots(state: State) -> list[Pot[Seat]]:
    """The pots on the table. Chips of the current turn join them when it ends.  [HE-41] [HE-42]"""
    in_turn = state.phase in (BLINDS, ONE_CARD, BETTING)
    committed = {seat: own.committed - (own.bet if in_turn else 0) for seat, own in state.dealt_in()}
    return pots(committed, _folded_seats(state))


def _folded_seats(state: State) -> set[Seat]:
    seats = state.seats
    return {seat for seat in state.players if seats[seat].folded}


def commission_rate(state: State) -> int:
    """The commission on this round's pots, in hundredths of one per cent.  [HE-17a]"""
    if state.sheet.commission is not ON_POT:
        return 0  # it was taken when the chips were bought  [HE-17b]
    # No commission if the round ends before the flop with nothing but blinds, or in a flop turn without a
    # bet (A22, A63).
    if state.turn <= FLOP and len(state.not_folded()) == 1:
        by_turn = state.turn == PREFLOP or state.sheet.free_flop
        if not (state.bet_in_turn if by_turn else state.bet_in_round):
            return 0  # [HE-18]
    return state.sheet.rate


def pay_pots(state: State) -> PotsPaid:
    """Each pot goes to the best hand among its contenders, the main pot first.

    [HE-27] [HE-60] [HE-63a] [HE-63b] [HE-63c]

    The commission is taken from each payment (A23). No command lets players share by agreement or renounce.
    [HE-19] [HE-28] [HE-36]
    """
    seats, order, rate = state.seats, state.players, commission_rate(state)
    not_folded = state.not_folded()
    if len(not_folded) == 1:
        best_first = [set(not_folded)]  # the last one left wins, whatever the cards are  [HE-36]
    else:
        by_strength: dict[Strength, set[Seat]] = {}
        for seat in not_folded:
            by_strength.setdefault(strength_of_seven(seats[seat].cards + state.board), set()).add(seat)
        best_first = [by_strength[strength] for strength in sorted(by_strength, reverse=True)]
    # `order` begins left of the button, which is how odd cents are distributed (A27).  [HE-62]
    all_pots = pots({seat: seats[seat].committed for seat in order}, _folded_seats(state))
    paid = [PaidPot(pot.amount, pot.contenders, award(pot, best_first, order, rate)) for pot in all_pots]
    return PotsPaid(tuple(paid))


# --- Showdown


def strength(state: State, seat: Seat) -> Strength:
    return strength_of_seven(state.seats[seat].cards + state.board)


def best_hand(state: State, seat: Seat) -> PokerHand | None:
    """The best five of a seat's cards and the common cards, once there are three of them.  [HE-26]"""
    cards = state.seats[seat].cards + state.board
    return best_five(cards) if len(cards) >= 5 else None


def seats_to_show(state: State) -> list[Seat]:
    """Whose cards are still to be turned: from the last raiser, or from the left of the button, clockwise.

    [HE-59]
    """
    seats, order = state.seats, state.players
    if state.raiser and not seats[state.raiser].folded:
        start = order.index(state.raiser)
        order = order[start:] + order[:start]
    return [seat for seat in order if not ((own := seats[seat]).folded or own.shown or own.discarded)]


def show_hand(state: State, seat: Seat) -> Event:
    """Turn that seat's cards; or discard them unseen, if they are beaten and the specific rules provide that.

    [HE-59]
    """
    cards = state.seats[seat].cards
    if len(state.board) < COMMON_CARDS:
        return HandShown(seat, cards)
    if state.sheet.showdown is UNBEATEN and _is_beaten(state, seat):
        return HandDiscarded(seat)
    best = best_five(cards + state.board)
    return HandShown(seat, cards, best.kind, best.cards)  # named and marked  [HE-60] [HE-61]


def _is_beaten(state: State, seat: Seat) -> bool:
    """Whether in every pot that this seat contests, a better hand has already been turned."""
    own = strength(state, seat)
    shown = {other for other in state.not_folded() if state.seats[other].shown}
    better = {other for other in shown if strength(state, other) > own}
    contested = [pot for pot in current_pots(state) if seat in pot.contenders]
    return all(better & set(pot.contenders) for pot in contested)


# --- Postings


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case (
            BlindPosted(seat=seat, cents=cents)
            | Called(seat=seat, cents=cents)
            | Raised(seat=seat, cents=cents)
        ):
            return (Posting(TransferKind.CHIPS, seat, cents),)
        case ExcessReturned(seat=seat, cents=cents):
            return (Posting(TransferKind.CHIPS_BACK, seat, cents),)  # [HE-40]
        case PotsPaid():
            return _pot_postings(event)
        case BoughtIn() | ToppedUp():
            stack = Posting(TransferKind.BUY_IN, event.seat, event.cents - event.commission)
            if not event.commission:
                return (stack,)
            commission = Posting(TransferKind.BUY_IN_COMMISSION, event.seat, event.commission)
            return (stack, commission)  # [HE-17b]
        case SeatLeft(seat=seat, cents=cents):
            return (Posting(TransferKind.CASH_OUT, seat, cents),) if cents else ()  # [HE-10]
        case RoundVoided(back=back):
            return postings_by_seat(TransferKind.CHIPS_BACK, back)  # [HE-72]
        case SatOut() | SatIn() | EntryChosen() | ButtonPlaced() | CardsDealt() | CommonTurned():
            return ()
        case Folded() | Checked() | HandShown() | HandDiscarded() | HandFixed():
            return ()
    assert_never(event)


def _pot_postings(event: PotsPaid) -> tuple[Posting, ...]:
    """Winners are paid from the pot alone, and the operator's commission is taken from it.

    [HE-1] [HE-17a] [HE-19]
    """
    shares = [share for pot in event.pots for share in pot.shares]
    won = [Posting(TransferKind.POT, share.name, share.net) for share in shares]
    rake = [Posting(TransferKind.RAKE, share.name, share.commission) for share in shares if share.commission]
    return (*won, *rake)
