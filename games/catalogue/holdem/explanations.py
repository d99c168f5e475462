"""How hold'em explains a finished round, and what its results and events are called."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.cards import POKER_HANDS
from games.catalogue.description import LastResult, Values
from games.catalogue.labels import label_for, percentage
from games.catalogue.text import Text

EVENTS: dict[str, Text] = {
    "bought-in": gettext_lazy("Bought in"),
    "topped-up": gettext_lazy("Topped up"),
    "sat-out": gettext_lazy("Sits out"),
    "sat-in": gettext_lazy("Plays again"),
    "entry-chosen": gettext_lazy("Chose how to join"),
    "seat-left": gettext_lazy("Stack cashed"),
    "hand-fixed": gettext_lazy("Players of the hand fixed"),
    "button-placed": gettext_lazy("Button placed"),
    "blind-posted": gettext_lazy("Blind posted"),
    "cards-dealt": gettext_lazy("Two cards to each player"),
    "checked": gettext_lazy("Checked"),
    "called": gettext_lazy("Called"),
    "raised": gettext_lazy("Raised"),
    "excess-returned": gettext_lazy("Uncalled bet returned"),
    "common-turned": gettext_lazy("Community cards shown"),
    "hand-shown": gettext_lazy("Hand shown"),
    "hand-discarded": gettext_lazy("Hand discarded without being shown"),
    "pots-paid": gettext_lazy("Pots paid"),
}


def explain(code: str, values: Values, shown: Values) -> str:
    match code:
        case "hand":
            return _("Your best hand: %(cards)s, %(kind)s.") % shown
        case "folded":
            return _("Folded: %(lost)s stay in the pot.") % shown
        case "last-in":
            return _("All other players folded.")
        case "unmatched":
            return _("Uncalled bet returned: %(back)s.") % shown
        case "pot-won" if values["winners"] > 1:
            return (
                _(
                    "A pot of %(amount)s split by %(winners)s: your share %(gross)s, commission "
                    "%(commission)s, net %(net)s."
                )
                % shown
            )
        case "pot-won":
            return _("A pot of %(amount)s won: %(gross)s, commission %(commission)s, net %(net)s.") % shown
        case "commission":
            return _("Commission on pots: %(rate)s.") % {"rate": percentage(Fraction(values["rate"], 10_000))}
        case "no-commission":
            return _("No commission on this round.")
    return ""


def outcome_label(outcome: str) -> str:
    """`two-pairs 600`: the best hand that was shown, and the pot; the last player in need not show a hand."""
    kind = outcome.partition(" ")[0]
    if kind == "last-in":
        return _("All but one folded")
    return label_for(POKER_HANDS, kind).capitalize()


def last_result(outcome: str) -> LastResult:
    kind = outcome.partition(" ")[0]
    name = _("without showdown") if kind == "last-in" else label_for(POKER_HANDS, kind)
    return LastResult(name, "words", outcome_label(outcome))
