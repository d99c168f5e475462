"""What a round came to, by its events: the number, the cards and the bets. Each game's events tell it in
their way.

A card that nobody was shown stays secret here too: a hand that was given up in poker between players.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from msgspec import Struct

from games.draw import hidden_events
from games.rules import bets
from games.rules.baccarat import events as baccarat
from games.rules.blackjack import events as blackjack
from games.rules.holdem import events as holdem
from games.rules.roulette import events as roulette
from games.rules.shared.cards import Card
from games.rules.stud import events as stud
from games.tables.journal_reading import event_decoder

Hands = dict[int, tuple[Card, ...]]


class Result(Struct, frozen=True):
    """Empty as far as the game has no such thing, or as long as the round runs."""

    number: str = ""  # of a wheel
    common: tuple[Card, ...] = ()  # of the bank, or face up for everybody
    hands: Hands = {}  # by seat
    sides: dict[str, tuple[Card, ...]] = {}  # of a game with two hands that anybody may bet on
    scores: dict[str, int] = {}
    winner: str = ""
    button: int | None = None
    bets: dict[int, dict[str, int]] = {}  # by seat and place


READ = (
    bets.BetPlaced, bets.BetTaken, roulette.BetPlaced, roulette.NumberDrawn,
    baccarat.HandTurned, baccarat.CardDrawn, baccarat.ScoresCounted,
    blackjack.CardDealt, blackjack.BankDealt, blackjack.HoleTurned,
    stud.CardDealt, stud.BankDealt, stud.BankRevealed, stud.HandsRevealed,
    holdem.ButtonPlaced, holdem.CommonTurned, holdem.HandShown, holdem.CardsDealt,
)  # fmt: skip
EVENT_KINDS = sorted({str(event.__struct_config__.tag) for event in READ})


class ResultReader:
    """Reads the events of one round, in order."""

    def __init__(self, table: int, system: str, seed: str) -> None:
        self._table, self._decoder = table, event_decoder(system)
        self._seed = bytes.fromhex(seed) if seed else b""
        self._number, self._winner = "", ""
        self._button: int | None = None
        self._common: list[Card] = []
        self._hands: dict[int, list[Card]] = defaultdict(list)
        self._sides: dict[str, list[Card]] = defaultdict(list)
        self._scores: dict[str, int] = {}
        self._bets: dict[int, Counter[str]] = defaultdict(Counter)

    def read(self, seq: int, kind: str, data: str) -> None:
        if hidden_events.is_hidden(data):
            if not self._seed:
                return
            data = hidden_events.reveal(self._seed, self._table, seq, data).decode()
        self._take(self._decoder.decode(kind, data))

    def _take(self, event: Any) -> None:
        self._take_bet(event)
        self._take_deal(event)
        self._take_end(event)

    def _take_bet(self, event: Any) -> None:
        match event:
            case bets.BetPlaced(seat=seat, on=on) | roulette.BetPlaced(seat=seat, on=on):
                self._bets[seat].update(on)
            case bets.BetTaken(seat=seat, on=on):
                self._bets[seat].subtract(on)

    def _take_deal(self, event: Any) -> None:
        match event:
            case baccarat.HandTurned(hand=hand, cards=cards):
                self._sides[hand].extend(cards)
            case baccarat.CardDrawn(hand=hand, card=card):
                self._sides[hand].append(card)
            case blackjack.CardDealt(seat=seat, card=card) | stud.CardDealt(seat=seat, card=card):
                self._hands[seat].append(card)
            case blackjack.BankDealt(card=card) | blackjack.HoleTurned(card=card) | stud.BankDealt(card=card):
                self._common.append(card)
            case holdem.ButtonPlaced(button=button):
                self._button = button
            case holdem.CommonTurned(cards=cards):
                self._common.extend(cards)
            case holdem.CardsDealt(cards=dealt):
                for seat, card in dealt.items():
                    self._hands[seat].append(card)

    def _take_end(self, event: Any) -> None:
        match event:
            case roulette.NumberDrawn(number=number):
                self._number = number
            case baccarat.ScoresCounted(punto=punto, banco=banco, winner=winner):
                self._scores, self._winner = {"punto": punto, "banco": banco}, winner
            case stud.BankRevealed(cards=cards):
                self._common.extend(card for card in cards if card not in self._common)
            case stud.HandsRevealed(hands=hands):
                self._hands.update({seat: list(hand) for seat, hand in hands.items()})
            case holdem.HandShown(seat=seat, cards=cards):
                self._hands[seat] = list(cards)

    def result(self) -> Result:
        placed = {
            seat: {place: cents for place, cents in on.items() if cents > 0}
            for seat, on in self._bets.items()
        }
        return Result(
            number=str(self._number),
            common=tuple(self._common),
            hands={seat: tuple(cards) for seat, cards in self._hands.items()},
            sides={side: tuple(cards) for side, cards in self._sides.items()},
            scores=self._scores,
            winner=str(self._winner),
            button=self._button,
            bets=placed,
        )
