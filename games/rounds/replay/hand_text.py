"""A hold'em hand as text, in the layout that players and their programs know from the large poker rooms.

It is in English, as such files are everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import override

from games.catalogue.cards import POKER_HANDS
from games.catalogue.labels import label_for
from games.rounds.replay.hand_record import HandPlayer, HandRecord, News, short_cards
from games.rules.shared.money import Cents, Seat
from players.languages import SOURCE_LANGUAGE

LIMITS = {
    "no-limit": "No Limit",
    "pot-limit": "Pot Limit",
    "half-pot": "Half Pot Limit",
    "fixed-raises": "Limit",
}
STREETS = {3: "FLOP", 4: "TURN", 5: "RIVER"}
BLINDS = {"small": "small blind", "big": "big blind", "entry": "big blind"}


def write_texts(hands: Sequence[HandRecord]) -> str:
    """Several hands as one file, two empty lines between them."""
    return "\n\n".join(write_text(hand) for hand in hands)


def write_text(hand: HandRecord) -> str:
    with override(SOURCE_LANGUAGE):
        return "\n".join(_Text(hand).lines()) + "\n"


class _Text:
    def __init__(self, hand: HandRecord) -> None:
        self.hand = hand
        self.names = {player.seat: player.name for player in hand.players}
        self.bets: dict[Seat, Cents] = {}  # of this turn
        self.highest = 0
        self.board: list[str] = []
        self.folded: dict[Seat, str] = {}  # where each player folded
        self.shown: dict[Seat, str] = {}
        self.dealt_rounds = 0
        self.has_showdown = False

    def lines(self) -> Iterator[str]:
        yield from self._head()
        for event in self.hand.events:
            yield from self._event(event)
        yield from self._summary()

    def _head(self) -> Iterator[str]:
        terms, hand = self.hand.terms, self.hand
        stakes = f"{self._money(terms.small_blind)}/{self._money(terms.big_blind)}"
        currency = " EUR" if terms.currency == "EUR" else ""
        at = terms.at.strftime("%Y/%m/%d %H:%M:%S")
        zone = terms.at.tzname() or "WET"
        game = f"Hold'em {LIMITS.get(terms.limit, terms.limit)}"
        yield f"{terms.house} Hand #{terms.hand}:  {game} ({stakes}{currency}) - {at} {zone}"
        yield f"Table '{terms.table}' {terms.seats}-max Seat #{hand.button} is the button"
        for player in sorted(hand.players, key=lambda player: player.seat):
            yield f"Seat {player.seat}: {player.name} ({self._money(player.stack)} in chips)"

    def _event(self, event: News) -> Iterator[str]:
        name = self.names.get(event.get("seat", 0), "")
        match event["t"]:
            case "blind-posted":
                self._add(event)
                blind, amount = BLINDS[event["blind"]], self._money(event["cents"])
                yield f"{name}: posts {blind} {amount}{self._all_in(event)}"
            case "cards-dealt":
                yield from self._dealt()
            case "folded":
                self.folded[event["seat"]] = self._street()
                yield f"{name}: folds"
            case "checked":
                yield f"{name}: checks"
            case "called":
                self._add(event)
                yield f"{name}: calls {self._money(event['cents'])}{self._all_in(event)}"
            case "raised":
                yield self._raised(name, event)
            case "excess-returned":
                yield f"Uncalled bet ({self._money(event['cents'])}) returned to {name}"
            case "common-turned":
                yield self._turned(event)
            case "hand-shown" | "hand-discarded":
                yield from self._showdown(name, event)
            case "pots-paid":
                yield from self._collected(event)

    def _add(self, event: News) -> None:
        self.bets[event["seat"]] = self.bets.get(event["seat"], 0) + event["cents"]
        self.highest = max(self.highest, self.bets[event["seat"]])

    def _dealt(self) -> Iterator[str]:
        self.dealt_rounds += 1
        if self.dealt_rounds != 2:
            return
        yield "*** HOLE CARDS ***"
        if self.hand.cards:
            yield f"Dealt to {self.names[self.hand.hero]} [{self._cards(self.hand.cards)}]"

    def _raised(self, name: str, event: News) -> str:
        by = event["to"] - self.highest
        opens = not self.highest
        self._add(event)
        end = self._all_in(event)
        if opens:
            return f"{name}: bets {self._money(event['to'])}{end}"
        return f"{name}: raises {self._money(by)} to {self._money(event['to'])}{end}"

    def _turned(self, event: News) -> str:
        before = f"[{self._cards(self.board)}] " if self.board else ""
        self.board += event["cards"]
        self.bets, self.highest = {}, 0
        return f"*** {STREETS[len(self.board)]} *** {before}[{self._cards(event['cards'])}]"

    def _showdown(self, name: str, event: News) -> Iterator[str]:
        if not self.has_showdown:
            self.has_showdown = True
            yield "*** SHOW DOWN ***"
        if event["t"] == "hand-discarded":
            self.shown[event["seat"]] = "mucked"
            yield f"{name}: mucks hand"
            return
        kind = label_for(POKER_HANDS, event["kind"]) if event.get("kind") else ""
        named = f" ({kind})" if kind else ""
        self.shown[event["seat"]] = f"showed [{self._cards(event['cards'])}]{named}"
        yield f"{name}: shows [{self._cards(event['cards'])}]{named}"

    def _collected(self, event: News) -> Iterator[str]:
        for index, pot in enumerate(event["pots"]):
            for share in pot["shares"]:
                net = share["gross"] - share.get("commission", 0)
                of = self._pot_name(index, len(event["pots"]))
                yield f"{self.names[share['name']]} collected {self._money(net)} from {of}"

    @staticmethod
    def _pot_name(index: int, count: int) -> str:
        if count == 1:
            return "pot"
        return "main pot" if not index else f"side pot-{index}" if count > 2 else "side pot"

    def _summary(self) -> Iterator[str]:
        amounts = [pot["amount"] for pot in self.hand.pots]
        total = f"Total pot {self._money(sum(amounts))}"
        if len(amounts) > 1:
            parts = [
                f"{self._pot_name(index, len(amounts)).capitalize()} {self._money(cents)}."
                for index, cents in enumerate(amounts)
            ]
            total += " " + " ".join(parts)
        yield "*** SUMMARY ***"
        yield f"{total} | Rake {self._money(self.hand.rake)}"
        if self.board:
            yield f"Board [{self._cards(self.board)}]"
        for player in sorted(self.hand.players, key=lambda player: player.seat):
            yield f"Seat {player.seat}: {player.name}{self._position(player)} {self._outcome(player)}"

    def _position(self, player: HandPlayer) -> str:
        order = self.hand.players
        marks = {order[1].seat: " (big blind)", order[0].seat: " (small blind)"}
        if player.seat == self.hand.button:
            return " (button)" + marks.get(player.seat, "")
        return marks.get(player.seat, "")

    def _outcome(self, player: HandPlayer) -> str:
        net = player.gross - player.commission
        if player.seat in self.folded:
            idle = "" if player.committed else " (didn't bet)"
            return f"folded {self.folded[player.seat]}{idle}"
        shown = self.shown.get(player.seat)
        if shown is None:
            return f"collected ({self._money(net)})"
        if shown == "mucked":
            return shown
        return f"{shown} and won ({self._money(net)})" if net else f"{shown} and lost"

    def _street(self) -> str:
        return {0: "before Flop", 3: "on the Flop", 4: "on the Turn"}.get(len(self.board), "on the River")

    @staticmethod
    def _all_in(event: News) -> str:
        return " and is all-in" if event.get("all_in") else ""

    @staticmethod
    def _cards(cards: Iterable[str]) -> str:
        return " ".join(short_cards(cards))

    def _money(self, cents: Cents) -> str:
        symbol = "€" if self.hand.terms.currency == "EUR" else ""
        return f"{symbol}{cents // 100}.{cents % 100:02}"
