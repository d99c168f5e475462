"""A hold'em hand in the PHH format (poker hand history, TOML), which programs read.

The format has one order of decisions for all games. Where this regulation does not ask a player who has
nothing to decide, the file has the check that the format expects; a player who left out of turn folds when
the turn comes.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from games.rounds.replay.hand_files import HandFormat
from games.rounds.replay.hand_record import HandPlayer, HandRecord, News, short_cards
from games.rules.shared.money import Cents, Seat

HIDDEN = "????"
VARIANT = "NT"  # every hand under a limit is also a hand of no-limit hold'em


def write_phh(hand: HandRecord) -> str:
    terms, players = hand.terms, hand.players
    at = terms.at
    symbol = [("currency_symbol", _text("€"))] if terms.currency == "EUR" else []
    fields = [
        ("variant", _text(VARIANT)),
        ("antes", _amounts([0] * len(players))),
        ("blinds_or_straddles", _amounts(_blinds(players))),
        ("min_bet", _amount(terms.big_blind)),
        ("starting_stacks", _amounts([player.stack for player in players])),
        ("actions", "[" + ", ".join(_text(action) for action in _Actions(hand).write()) + "]"),
        ("venue", _text(terms.house)),
        ("time", at.strftime("%H:%M:%S")),
        ("time_zone", _text("Europe/Lisbon")),
        ("day", str(at.day)),
        ("month", str(at.month)),
        ("year", str(at.year)),
        ("hand", str(terms.hand)),
        ("seats", str([player.seat for player in players])),
        ("seat_count", str(terms.seats)),
        ("table", _text(terms.table)),
        ("players", "[" + ", ".join(_text(player.name) for player in players) + "]"),
        ("finishing_stacks", _amounts([player.finishing_stack for player in players])),
        ("winnings", _amounts([player.gross - player.commission for player in players])),
        ("currency", _text(terms.currency)),
        *symbol,
        ("_limit", _text(terms.limit)),
        ("_button", str(hand.button)),
        ("_commission", _amounts([player.commission for player in players])),
        ("_rake", _amount(hand.rake)),
    ]
    return "".join(f"{name} = {value}\n" for name, value in fields)


def write_phhs(hands: Sequence[HandRecord]) -> str:
    """Several hands as one file, each under its number; one hand alone has none."""
    if len(hands) == 1:
        return write_phh(hands[0])
    return "\n".join(f"[{number}]\n{write_phh(hand)}" for number, hand in enumerate(hands, 1))


def _blinds(players: Sequence[HandPlayer]) -> list[Cents]:
    """The bet of a newcomer is negative. The format turns the blinds of two players round."""
    blinds = [-player.posted if player.enters else player.posted for player in players]
    return blinds[::-1] if len(players) == 2 else blinds


def _amount(cents: Cents) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def _amounts(amounts: Sequence[Cents]) -> str:
    return "[" + ", ".join(map(_amount, amounts)) + "]"


def _text(text: str) -> str:
    """A basic string of TOML, which escapes as JSON does."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class _Actions:
    """The actions of a hand in the order of the format."""

    def __init__(self, hand: HandRecord) -> None:
        self.hand = hand
        self.order = [player.seat for player in hand.players]
        self.label = {seat: f"p{index}" for index, seat in enumerate(self.order, 1)}
        self.stacks = {player.seat: player.stack for player in hand.players}
        self.in_hand = list(self.order)
        self.leaving: set[Seat] = set()
        self.to_act: deque[Seat] = deque()
        self.rounds_dealt = 0
        self.is_all_in = False
        self.is_decided = False  # one hand is left: the format deals no further card
        self.actions: list[str] = []

    def write(self) -> list[str]:
        for event in self.hand.events:
            self._add(event)
        return self.actions

    def _add(self, event: News) -> None:
        match event["t"]:
            case "blind-posted":
                self.stacks[event["seat"]] -= event["cents"]
            case "cards-dealt":
                self.rounds_dealt += 1
                if self.rounds_dealt == 2:
                    self._deal()
            case "folded":
                self._fold(event)
            case "checked" | "called":
                self._reach(event["seat"])
                self.stacks[event["seat"]] -= event.get("cents", 0)
                self.actions.append(f"{self.label[event['seat']]} cc")
            case "raised":
                self._raise(event)
            case "common-turned":
                self._turn(event)
            case "hand-shown" | "hand-discarded" | "pots-paid":
                self._end_turn()
                self._show()

    def _deal(self) -> None:
        own = "".join(short_cards(self.hand.cards))
        for seat in self.order:
            cards = own if seat == self.hand.hero and own else HIDDEN
            self.actions.append(f"d dh {self.label[seat]} {cards}")
        self._begin_turn(len(self.order) - 1 if len(self.order) == 2 else 1)

    def _begin_turn(self, last: int = -1) -> None:
        """The players who may decide, from the one after `last` clockwise."""
        seats = self.order[last + 1 :] + self.order[: last + 1]
        self.to_act = deque(seat for seat in seats if seat in self.in_hand and self.stacks[seat])

    def _fold(self, event: News) -> None:
        seat = event["seat"]
        if self.to_act and self.to_act[0] == seat or event.get("why") != "left":
            self._reach(seat)
            self._drop(seat)
        else:
            self.leaving.add(seat)

    def _drop(self, seat: Seat) -> None:
        self.in_hand.remove(seat)
        self.leaving.discard(seat)
        self.actions.append(f"{self.label[seat]} f")

    def _raise(self, event: News) -> None:
        seat = event["seat"]
        self._reach(seat)
        self.stacks[seat] -= event["cents"]
        self.actions.append(f"{self.label[seat]} cbr {_amount(event['to'])}")
        self._begin_turn(self.order.index(seat))
        if seat in self.to_act:
            self.to_act.remove(seat)

    def _reach(self, seat: Seat) -> None:
        """Everybody before that player in this turn has decided."""
        while self.to_act and self.to_act[0] != seat:
            self._pass(self.to_act.popleft())
        if self.to_act:
            self.to_act.popleft()

    def _pass(self, seat: Seat) -> None:
        if seat in self.leaving:
            self._drop(seat)
        else:
            self.actions.append(f"{self.label[seat]} cc")

    def _end_turn(self) -> None:
        while self.to_act and len(self.in_hand) > 1:
            self._pass(self.to_act.popleft())
        self.to_act.clear()
        if len(self.in_hand) > 1 and sum(1 for seat in self.in_hand if self.stacks[seat]) <= 1:
            self.is_all_in = True

    def _turn(self, event: News) -> None:
        self._end_turn()
        if self.is_all_in:
            self._show()
        if self.is_decided:
            return
        self.actions.append("d db " + "".join(short_cards(event["cards"])))
        if not self.is_all_in:
            self._begin_turn()

    def _show(self) -> None:
        """Every hand that was turned, and every hand that was discarded unseen, once."""
        if len(self.in_hand) < 2:
            return
        for event in self.hand.events:
            if event["t"] == "hand-shown":
                self.actions.append(f"{self.label[event['seat']]} sm {''.join(short_cards(event['cards']))}")
            elif event["t"] == "hand-discarded":
                self.actions.append(f"{self.label[event['seat']]} sm")
        shown = sum(event["t"] == "hand-shown" for event in self.hand.events)
        self.is_decided = self.is_all_in and shown == 1
        self.in_hand = []


PHH = HandFormat(
    ending="phh",
    ending_of_several="phhs",
    content_type="application/toml",
    hand_label=_("Hand history for programs (PHH)"),
    session_label=_("for programs (PHH)"),
    write=write_phhs,
)
