"""How the roulettes explain a finished round, and what their results and events are called."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.description import LastResult, Values
from games.catalogue.labels import label_for
from games.catalogue.roulette.labels import COLOURS, place_label
from games.catalogue.text import Text
from games.rules.roulette.layout import colour

EVENTS: dict[str, Text] = {
    "number-drawn": gettext_lazy("Number drawn"),
    "held-collected": gettext_lazy("Held stakes that lost collected"),
    "stakes-held": gettext_lazy("Stakes held for the next round"),
    "held-kept": gettext_lazy("Held stakes stay held"),
    "held-returned": gettext_lazy("Held stakes returned"),
}


def explain(code: str, values: Values, shown: Values) -> str:
    if "colour" in values:
        shown = {**shown, "colour": label_for(COLOURS, values["colour"])}
    if "place" in values:
        shown = {**shown, "place": place_label(values["place"])}
    match code:
        case "number":
            return _("Number drawn: %(number)s, %(colour)s.") % shown
        case "won":
            won, staked = values["times"]
            if staked == 1:
                return _("%(place)s won: %(times)s × %(stake)s = %(prize)s, and the stake stays yours.") % {
                    **shown,
                    "times": won,
                }
            return _("%(place)s won: half of %(stake)s = %(prize)s, and the stake stays yours.") % shown
        case "lost" | "prison-lost":
            return _("%(place)s lost: %(lost)s collected.") % shown
        case "halved":
            return _("%(place)s, zero drawn: %(lost)s lost, %(back)s returned.") % shown
        case "held" | "kept":
            return _("%(place)s, zero drawn: %(held)s held for the next round.") % shown
        case "released":
            return _("%(place)s, held before: %(back)s returned without a prize.") % shown
        case "returned":
            return _("Stakes returned: %(back)s.") % shown
    return ""


def bet_label(values: Values) -> str:
    return place_label(values["place"])


def event_details(event: object) -> Iterator[str]:
    number = getattr(event, "number", None)
    if isinstance(number, str) and number:
        yield f"{number}, {label_for(COLOURS, colour(number))}"


def last_result(outcome: str) -> LastResult:
    shown = colour(outcome)
    return LastResult(outcome, shown, label_for(COLOURS, shown), shown)
