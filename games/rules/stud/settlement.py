"""What becomes of every stake when the bank's hand is open: compared, collected, paid; and of the jackpot bets after that."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from games.rules.engine import Cents, Seat
from games.rules.shared import jackpot
from games.rules.shared.cards import ACE, KING, Card
from games.rules.shared.jackpot import Payment
from games.rules.shared.poker_hands import HIGH, Hand, Kind, best_five, ranks_of
from games.rules.stud.events import (
    BANK,
    NOBODY,
    Choice,
    Event,
    HandsRevealed,
    JackpotFed,
    JackpotPaid,
    JackpotSettled,
    PrizesPaid,
    StakesCollected,
    State,
)
from games.rules.stud.sheet import GAMES, SECOND_TIMES, Setting, Sheet
from games.rules.stud.variant import HAND


class Ending(StrEnum):
    """How a hand ended."""

    FOLDED = "folded"
    NO_GAME = "no-game"  # the bank does not play
    WON = "won"
    LOST = "lost"
    EQUAL = "equal"


class Settled(Struct, frozen=True, gc=False):
    """One hand settled against the bank: `back + lost` is ante and second bet, and the prizes come on top of them (A02)."""

    ending: Ending
    ante_prize: Cents = 0
    second_prize: Cents = 0
    back: Cents = 0
    lost: Cents = 0

    @property
    def prize(self) -> Cents:
        return self.ante_prize + self.second_prize


def qualifies(bank: Hand) -> bool:
    """The bank plays with an ace and a king, or any combination above single cards.  [CS-7k] [CS-25] [MS-9.1]"""
    return bank.strength >> 20 > HIGH or ranks_of(bank.strength)[:2] == (ACE, KING)


def compare(sheet: Sheet, player: Hand, bank: Hand) -> int:
    """Above nothing where the player's hand is the higher, below where the bank's is.  [CS-10] [CS-13] [MS-4.2] [MS-9.3]"""
    weigh = GAMES[sheet.system].weigh
    ours, theirs = weigh(player, sheet.cor), weigh(bank, sheet.cor)
    return (ours > theirs) - (ours < theirs)


def times(sheet: Sheet, kind: Kind) -> int:
    """What a winning second bet earns.  [CS-12a] [MS-9.5.9]"""
    return sheet.royal_times if kind is Kind.ROYAL_FLUSH else GAMES[sheet.system].times[kind]


def second_prize(sheet: Sheet, setting: Setting, kind: Kind, second: Cents) -> Cents:
    """[CS-28a] [MS-9.5]"""
    prize = times(sheet, kind) * second
    if setting.house_maximum is not None and kind in GAMES[sheet.system].capped:
        return min(prize, setting.house_maximum)  # of one hand (A67)  [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    return prize


def second_of(ante: Cents) -> Cents:
    return SECOND_TIMES * ante  # [CS-2f] [CS-23] [MS-6.6]


def pay(sheet: Sheet, setting: Setting, ante: Cents, second: Cents, player: Hand, bank: Hand) -> Settled:
    """A hand that stayed in play, against the bank and nobody else.  [CS-1] [CS-5]"""
    stakes = ante + second
    if not qualifies(bank):
        # The ante wins as much as itself, the second bet goes back, whatever the player holds (A37).
        return Settled(Ending.NO_GAME, ante_prize=ante, back=stakes)  # [CS-26] [MS-9.2]
    result = compare(sheet, player, bank)
    if result > 0:
        prize = second_prize(sheet, setting, player.kind, second)
        return Settled(Ending.WON, ante, prize, back=stakes)  # [CS-11a] [CS-28a] [CS-28b] [MS-9.5]
    if result < 0:
        return Settled(Ending.LOST, lost=stakes)  # [CS-11b] [CS-29] [MS-9.4]
    return Settled(Ending.EQUAL, back=stakes)  # neither won nor lost (A32)  [CS-11b]


def settled(state: State, seat: Seat) -> Settled:
    place = state.places[seat]
    if place.choice is not Choice.CONTINUED:
        return Settled(Ending.FOLDED, lost=place.ante)  # [CS-22] [MS-6.7]
    player, bank = best_five(place.cards), best_five(state.bank)
    return pay(state.sheet, state.setting, place.ante, place.second, player, bank)


def settle(state: State) -> tuple[Event, ...]:
    """First the losing chips are collected, then the winners are paid. One bank hand faces all places.  [CS-2d] [CS-5]"""
    every = {seat: settled(state, seat) for seat in state.playing}
    events: list[Event] = []
    standing = {
        seat: state.places[seat].cards for seat, each in every.items() if each.ending is not Ending.FOLDED
    }
    if standing and qualifies(best_five(state.bank)):
        events.append(HandsRevealed(standing))  # [CS-27] [MS-9.3]
    events.append(StakesCollected({seat: each.lost for seat, each in every.items() if each.lost}))
    back = {seat: each.back for seat, each in every.items() if each.back}
    events.append(PrizesPaid(back, {seat: each.prize for seat, each in every.items() if each.prize}))
    return (*events, *_settle_jackpot(state))


def _settle_jackpot(state: State) -> tuple[Event, ...]:
    """The jackpot bets enter the pot, then its prizes leave it, whatever the dealer holds (A45)."""
    terms = state.setting.jackpot
    if terms is None or not any(map(state.on_jackpot, state.playing)):
        return ()
    fed = _feed(state, terms.contribution)
    pot = state.meter + sum(fed.share.values()) + sum(fed.held_share.values())
    seats = [
        seat for seat in state.playing if state.on_jackpot(seat)
    ]  # from the dealer's left to right  [MS-10.4]
    payment = payment_of(state, seats, pot)
    paid = [_paid(state, seats[won.place], won) for won in payment.won]
    return (fed, *paid, JackpotSettled(payment.restart))  # [MS-10.8a] [MS-10.8b]


def payment_of(state: State, seats: Sequence[Seat], pot: Cents) -> Payment:
    """No jackpot prize is won with a hand given up (A45).  [MS-6.7] [MS-10.2]"""
    terms = state.setting.jackpot
    assert terms is not None
    places = [state.places[seat] for seat in seats]
    hands = [best_five(place.cards).kind if place.choice is Choice.CONTINUED else None for place in places]
    return jackpot.settle(pot, terms.minimum, terms.fixed, hands)


def _paid(state: State, seat: Seat, won: jackpot.Won) -> JackpotPaid:
    return JackpotPaid(seat, won.kind, state.places[seat].cards, won.cents, won.fill)


def _feed(state: State, contribution: Cents) -> JackpotFed:
    """Each jackpot bet gives the pot what the table announces, and the house the rest (A48); a carried one does so now.  [MS-11.1]"""
    laid = {seat: place.jackpot for seat, place in state.places.items() if place.jackpot}
    share, bank = _split(laid, contribution)
    held_share, held_bank = _split(state.carried, contribution)
    return JackpotFed(share, bank, held_share, held_bank)


def _split(bets: dict[Seat, Cents], contribution: Cents) -> tuple[dict[Seat, Cents], dict[Seat, Cents]]:
    share = {seat: min(contribution, cents) for seat, cents in bets.items()}
    return share, {seat: cents - share[seat] for seat, cents in bets.items() if cents > share[seat]}


def irregularity(state: State) -> str:
    """What the croupier finds wrong when the deal is over: nothing, a wrong number of cards, or cards dealt wrongly.  [MS-11.1]"""
    game = GAMES[state.sheet.system]
    hands: list[tuple[Card, ...]] = [state.places[seat].cards for seat in state.playing] + [state.bank]
    if any(len(hand) != HAND for hand in hands) or len(state.discard) != game.discards_first:
        return "wrong-number-of-cards"
    cards = [*state.discard, *state.bank, *(card for place in state.places.values() for card in place.cards)]
    return (
        "wrong-deal" if len(set(cards)) != len(cards) else ""
    )  # one pack, and no card twice  [CS-6b] [MS-1.1]


def hand_of(state: State, seat: Seat) -> Hand | None:
    """A whole hand and what it forms; nothing while cards are missing."""
    cards = state.bank if seat == BANK else state.places.get(seat, NOBODY).cards
    return best_five(cards) if len(cards) == HAND else None
