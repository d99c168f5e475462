"""The settlement of every stake once the bank's hand is open, and then of the jackpot bets."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from msgspec import Struct

from games.rules.bets import BetPlaced, BetTaken
from games.rules.shared.amounts import total
from games.rules.shared.cards import ACE, KING
from games.rules.shared.jackpot import JackpotSettlement, settle_jackpot
from games.rules.shared.money import Cents, Posting, Seat, TransferKind, postings_by_seat
from games.rules.shared.poker_hands import HIGH, HandKind, PokerHand, best_five, ranks_of
from games.rules.stud.events import (
    BANK,
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
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    State,
)
from games.rules.stud.sheet import SECOND_TIMES, VARIANTS, Setting, Sheet
from games.rules.stud.variant import HAND_SIZE


class Ending(StrEnum):
    """How a hand ended."""

    FOLDED = "folded"
    NO_GAME = "no-game"  # the bank does not play
    WON = "won"
    LOST = "lost"
    EQUAL = "equal"


class SettledHand(Struct, frozen=True, gc=False):
    """A hand settled against the bank.

    `back + lost` is ante and second bet; the prizes come on top of them (A02).
    """

    ending: Ending
    ante_prize: Cents = 0
    second_prize: Cents = 0
    back: Cents = 0
    lost: Cents = 0

    @property
    def prize(self) -> Cents:
        return self.ante_prize + self.second_prize


# --- One hand against the bank


def hand_of(state: State, seat: Seat) -> PokerHand | None:
    """A complete hand and its combination; None while cards are missing."""
    cards = state.bank if seat == BANK else state.place_of(seat).cards
    return best_five(cards) if len(cards) == HAND_SIZE else None


def bank_plays(bank: PokerHand) -> bool:
    """The bank plays with an ace and a king, or any combination above single cards.

    [CS-7k] [CS-25] [MS-9.1]
    """
    return bank.strength >> 20 > HIGH or ranks_of(bank.strength)[:2] == (ACE, KING)


def compare(sheet: Sheet, player: PokerHand, bank: PokerHand) -> int:
    """Positive if the player's hand is higher, negative if the bank's is.

    [CS-10] [CS-13] [MS-4.2] [MS-9.3]
    """
    weigh = VARIANTS[sheet.system].weigh
    player_weight, bank_weight = weigh(player, sheet.cor), weigh(bank, sheet.cor)
    return (player_weight > bank_weight) - (player_weight < bank_weight)


def times(sheet: Sheet, kind: HandKind) -> int:
    """What a winning second bet pays.  [CS-12a] [MS-9.5.9]"""
    return sheet.royal_times if kind is HandKind.ROYAL_FLUSH else VARIANTS[sheet.system].times[kind]


def second_prize(sheet: Sheet, setting: Setting, kind: HandKind, second: Cents) -> Cents:
    """[CS-28a] [MS-9.5]"""
    prize = times(sheet, kind) * second
    if setting.house_maximum is not None and kind in VARIANTS[sheet.system].capped:
        return min(prize, setting.house_maximum)  # of one hand (A67)  [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    return prize


def second_bet(ante: Cents) -> Cents:
    return SECOND_TIMES * ante  # [CS-2f] [CS-23] [MS-6.6]


def settle_continued_hand(
    sheet: Sheet, setting: Setting, ante: Cents, second: Cents, player: PokerHand, bank: PokerHand
) -> SettledHand:
    """A hand that stayed in play, against the bank alone.  [CS-1] [CS-5]"""
    stakes = ante + second
    if not bank_plays(bank):
        # The ante wins its own amount and the second bet is returned, whatever the player holds (A37).
        return SettledHand(Ending.NO_GAME, ante_prize=ante, back=stakes)  # [CS-26] [MS-9.2]
    result = compare(sheet, player, bank)
    if result > 0:
        prize = second_prize(sheet, setting, player.kind, second)
        return SettledHand(Ending.WON, ante, prize, back=stakes)  # [CS-11a] [CS-28a] [CS-28b] [MS-9.5]
    if result < 0:
        return SettledHand(Ending.LOST, lost=stakes)  # [CS-11b] [CS-29] [MS-9.4]
    return SettledHand(Ending.EQUAL, back=stakes)  # neither won nor lost (A32)  [CS-11b]


def settle_hand(state: State, seat: Seat) -> SettledHand:
    place = state.places[seat]
    if place.choice is not HandState.CONTINUED:
        return SettledHand(Ending.FOLDED, lost=place.ante)  # [CS-22] [MS-6.7]
    player, bank = best_five(place.cards), best_five(state.bank)
    return settle_continued_hand(state.sheet, state.setting, place.ante, place.second, player, bank)


# --- The round


def settle(state: State) -> tuple[Event, ...]:
    """Losing chips are collected first, then winners are paid.

    One hand of the bank faces all places.

    [CS-2d] [CS-5]
    """
    settled = {seat: settle_hand(state, seat) for seat in state.playing}
    continued = {
        seat: state.places[seat].cards for seat, hand in settled.items() if hand.ending is not Ending.FOLDED
    }
    events: list[Event] = []
    if continued and bank_plays(best_five(state.bank)):
        events.append(HandsRevealed(continued))  # [CS-27] [MS-9.3]
    events.append(StakesCollected({seat: hand.lost for seat, hand in settled.items() if hand.lost}))
    back = {seat: hand.back for seat, hand in settled.items() if hand.back}
    prize = {seat: hand.prize for seat, hand in settled.items() if hand.prize}
    return (*events, PrizesPaid(back, prize), *_settle_jackpot_bets(state))


def _settle_jackpot_bets(state: State) -> tuple[Event, ...]:
    """The jackpot bets enter the pot, then its prizes leave it, whatever the dealer holds (A45)."""
    terms = state.setting.jackpot
    seats = [
        seat for seat in state.playing if state.jackpot_bet_of(seat)
    ]  # from the dealer's left  [MS-10.4]
    if terms is None or not seats:
        return ()
    fed = _feed_pot(state, terms.contribution)
    pot = state.meter + total(fed.share) + total(fed.held_share)
    settlement = jackpot_settlement(state, seats, pot)
    paid = [
        JackpotPaid(seats[win.place], win.kind, state.places[seats[win.place]].cards, win.cents, win.fill)
        for win in settlement.won
    ]
    return (fed, *paid, JackpotSettled(settlement.restart))  # [MS-10.8a] [MS-10.8b]


def jackpot_settlement(state: State, seats: Sequence[Seat], pot: Cents) -> JackpotSettlement:
    """A hand that was given up wins no jackpot prize (A45).  [MS-6.7] [MS-10.2]"""
    terms = state.setting.jackpot
    assert terms is not None
    places = [state.places[seat] for seat in seats]
    kinds = [best_five(place.cards).kind if place.choice is HandState.CONTINUED else None for place in places]
    return settle_jackpot(pot, terms.minimum, terms.fixed, kinds)


def _feed_pot(state: State, contribution: Cents) -> JackpotFed:
    """Each jackpot bet gives the pot its announced contribution and the operator the rest (A48); carried
    ones too.

    [MS-11.1]
    """
    placed = {seat: place.jackpot for seat, place in state.places.items() if place.jackpot}
    share, bank = _split(placed, contribution)
    held_share, held_bank = _split(state.carried, contribution)
    return JackpotFed(share, bank, held_share, held_bank)


def _split(bets: dict[Seat, Cents], contribution: Cents) -> tuple[dict[Seat, Cents], dict[Seat, Cents]]:
    share = {seat: min(contribution, cents) for seat, cents in bets.items()}
    return share, {seat: cents - share[seat] for seat, cents in bets.items() if cents > share[seat]}


# --- Postings


def postings(event: Event) -> tuple[Posting, ...]:
    match event:
        case BetPlaced(seat=seat, on=on):
            kinds = {"ante": TransferKind.STAKE, "jackpot": TransferKind.JACKPOT_BET}
            return tuple(Posting(kinds[box], seat, cents) for box, cents in on.items())
        case BetTaken(seat=seat, on=on):
            return (Posting(TransferKind.STAKE_BACK, seat, total(on)),)
        case Continued(seat=seat, cents=cents):
            return (Posting(TransferKind.STAKE, seat, cents),)  # [CS-23] [MS-6.6]
        case CarriedReturned(back=back):
            return postings_by_seat(TransferKind.HELD_BACK, back)  # (A49)
        case StakesCollected(lost=lost):
            # Losing stakes go to the house.  [CS-22] [CS-29] [MS-6.7] [MS-9.4]
            return postings_by_seat(TransferKind.STAKE_LOST, lost)
        case PrizesPaid(back=back, prize=prize):  # [CS-26] [CS-28a] [CS-28b] [MS-9.2] [MS-9.5]
            returned = postings_by_seat(TransferKind.STAKE_BACK, back)
            return (*returned, *postings_by_seat(TransferKind.PRIZE, prize))
        case JackpotOpened() | JackpotFed() | JackpotPaid() | JackpotSettled():
            return _jackpot_postings(event)
        case RoundVoided(back=back, held=held, returned=carried_back):  # [CS-33] [MS-11.1]
            return (
                *postings_by_seat(TransferKind.STAKE_BACK, back),
                *postings_by_seat(TransferKind.STAKE_HELD, held),
                *postings_by_seat(TransferKind.HELD_BACK, carried_back),
            )
        case BetsClosed() | NobodyPlayed() | PackShuffled() | CardDiscarded() | CardDealt() | BankDealt():
            return ()
        case CardExposed() | HandVoided() | DecisionsOpened() | DecisionWarned() | Folded():
            return ()
        case BankRevealed() | HandsRevealed():
            return ()
    assert_never(event)


def _jackpot_postings(
    event: JackpotOpened | JackpotFed | JackpotPaid | JackpotSettled,
) -> tuple[Posting, ...]:
    match event:
        case JackpotOpened(cents=cents):
            return (Posting(TransferKind.JACKPOT_FILL, None, cents),)  # [MS-10.8b]
        case JackpotFed(share=share, bank=bank, held_share=held_share, held_bank=held_bank):
            return (
                *postings_by_seat(TransferKind.JACKPOT_SHARE, share),
                *postings_by_seat(TransferKind.JACKPOT_BANK, bank),
                *postings_by_seat(TransferKind.JACKPOT_HELD_SHARE, held_share),
                *postings_by_seat(TransferKind.HELD_LOST, held_bank),
            )
        case JackpotPaid(seat=seat, cents=cents, fill=fill):
            filled = (Posting(TransferKind.JACKPOT_FILL, None, fill),) if fill else ()
            return (*filled, Posting(TransferKind.JACKPOT_PRIZE, seat, cents))  # [MS-10.8a]
        case JackpotSettled(restart=restart):
            return (Posting(TransferKind.JACKPOT_FILL, None, restart),) if restart else ()  # [MS-10.8b]
    assert_never(event)
