"""How the studs explain a finished round, and what their results and events are called."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from games.catalogue.cards import POKER_HANDS
from games.catalogue.description import LastResult, Values
from games.catalogue.labels import label_for
from games.catalogue.stud import macau_words
from games.catalogue.text import Text

EVENTS: dict[str, Text] = {
    "card-discarded": gettext_lazy("First card to the discards"),
    "card-exposed": gettext_lazy("Card turned up by accident"),
    "pack-shuffled": gettext_lazy("Cards shuffled"),
    "hand-voided": gettext_lazy("Hand void"),
    "nobody-played": gettext_lazy("No ante was made"),
    "decisions-opened": gettext_lazy("Players decide"),
    "decision-warned": gettext_lazy("Warned that time runs out"),
    "continued": gettext_lazy("Second bet made"),
    "bank-revealed": gettext_lazy("The bank's cards turned"),
    "hands-revealed": gettext_lazy("The players' cards turned"),
    "carried-returned": gettext_lazy("Carried bets returned"),
    "jackpot-opened": gettext_lazy("The house put the minimum into the jackpot"),
    "jackpot-fed": gettext_lazy("Jackpot bets paid in"),
    "jackpot-paid": gettext_lazy("Jackpot prize paid"),
    "jackpot-settled": gettext_lazy("Jackpot settled"),
}


AT_MAXIMUM = gettext_lazy(
    "%(box)s won: prize %(prize)s, the table's maximum, and the stake of %(stake)s stays yours."
)


class StudWords(Struct, frozen=True):
    """What a variant calls its hands and bets, and the sentences on the hand of the house."""

    hands: Mapping[str, Text]
    boxes: Mapping[str, Text]
    plays: Text
    idle: Text
    result: Text

    def explain(self, code: str, values: Values, shown: Values) -> str:
        box = {**shown, "box": label_for(self.boxes, values["box"])} if "box" in values else shown
        match code:
            case "hand":
                return _("Your hand: %(cards)s, %(kind)s.") % shown
            case "bank":
                return str(self.plays) % shown
            case "no-game":
                return str(self.idle) % shown
            case "same-kind":
                return _("Both had %(kind)s: the cards decided.") % shown
            case "folded":
                return _("Folded: the ante of %(lost)s is lost.") % shown
            case "won" if "maximum" in values:
                return str(AT_MAXIMUM) % box
            case "won":
                return _("%(box)s won: %(times)s × %(stake)s = %(prize)s, and the stake stays yours.") % box
            case "lost" | "jackpot-lost":
                return _("%(box)s lost: %(lost)s collected.") % box
            case "returned" | "equal":
                return _("%(box)s neither won nor lost: %(back)s returned.") % box
            case "jackpot-won":
                return _("Jackpot, %(kind)s: prize %(prize)s; the jackpot bet is not returned.") % shown
            case "jackpot-held":
                return _("Jackpot bet of %(held)s held for the next round.") % shown
        return ""

    def bet_label(self, values: Values) -> str:
        return label_for(self.boxes, values["box"])

    def place_label(self, place: str) -> str:
        return label_for(self.boxes, place)

    def outcome_label(self, outcome: str) -> str:
        if outcome == "folded":
            return _("Everybody folded")
        return str(self.result) % {"kind": label_for(self.hands, outcome)}

    def last_result(self, outcome: str) -> LastResult:
        sentence = self.outcome_label(outcome)
        return LastResult(
            sentence if outcome == "folded" else label_for(self.hands, outcome), "words", sentence
        )


CARIBBEAN = StudWords(
    hands=POKER_HANDS,
    boxes={
        "ante": gettext_lazy("Ante"),
        "bet": gettext_lazy("Second bet"),
        "jackpot": gettext_lazy("Jackpot bet"),
    },
    plays=gettext_lazy("The bank had %(cards)s, %(kind)s, and played."),
    idle=gettext_lazy("The bank had %(cards)s, less than ace and king, and did not play."),
    result=gettext_lazy("Bank: %(kind)s"),
)
MACAU = StudWords(
    hands=macau_words.HANDS,
    boxes=macau_words.BOXES,
    plays=gettext_lazy("The dealer had %(cards)s, %(kind)s, and opened the hands."),
    idle=gettext_lazy("The dealer had %(cards)s, less than ace and king, and did not open the hands."),
    result=gettext_lazy("Dealer: %(kind)s"),
)
