"""How blackjack explains a finished round, and what its results and events are called."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.catalogue.blackjack.table_messages import MESSAGES
from games.catalogue.description import LastResult, Values
from games.catalogue.text import Text

EVENTS: dict[str, Text] = {
    "hole-dealt": gettext_lazy("The bank's second card, face down"),
    "hole-turned": gettext_lazy("The bank's second card turned"),
    "insurance-placed": gettext_lazy("Insurance taken"),
    "insurance-settled": gettext_lazy("Insurance decided"),
    "offer-declined": gettext_lazy("Offer against the ace declined"),
    "card-asked": gettext_lazy("Asked for a card"),
    "hand-stood": gettext_lazy("Stands"),
    "hand-doubled": gettext_lazy("Doubled"),
    "hand-split": pgettext_lazy("what a player did", "Split"),
    "special-paid": gettext_lazy("Special prize paid"),
    "hand-settled": gettext_lazy("Hand decided"),
    "round-settled": gettext_lazy("All hands decided"),
}


def explain(code: str, values: Values, shown: Values) -> str:
    match code:
        case "bank":
            if values["result"] == "blackjack":
                return _("The bank had %(cards)s: blackjack.") % shown
            return _("The bank had %(cards)s: %(total)s.") % shown
        case "bank-idle":
            return _("The bank had %(cards)s and drew nothing: no bet was left to decide.") % shown
    why = MESSAGES.get(f"bj.why.{code}")
    if why is None:
        return ""
    times = values.get("times")
    figures = {**shown, "times": "/".join(map(str, times)) if isinstance(times, list) else times}
    hand = bet_label(values)
    if "cards" in values:
        hand = f"{hand}, {shown['cards']} ({shown['total']})"
    return f"{hand}: {str(why).format(**figures)}."


def bet_label(values: Values) -> str:
    """The place of a bet and, after a split, its hand: `Place 3, hand 2`."""
    place = _("Place %(place)s") % {"place": values["place"]}
    if "hand" not in values:
        return _("%(place)s, insurance") % {"place": place}
    if not values["hand"]:
        return place
    return _("%(place)s, hand %(hand)s") % {"place": place, "hand": values["hand"] + 1}


def place_label(place: str) -> str:
    return _("place %(place)s") % {"place": place}


def outcome_label(outcome: str) -> str:
    named = {"BJ": _("Bank: blackjack"), "idle": _("The bank drew no cards")}
    return named.get(outcome) or _("Bank: %(total)s") % {"total": outcome}


def last_result(outcome: str) -> LastResult:
    if outcome == "BJ":
        return LastResult(outcome, "high", _("bank: blackjack"))
    if outcome == "idle":
        return LastResult("–", "plain", _("the bank drew no cards"))
    return LastResult(outcome, "plain", _("bank: %(total)s") % {"total": outcome})
