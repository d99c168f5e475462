"""The house's words for what the engines and the journal say in codes: places, reasons, events."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.rules.roulette.layout import Kind
from games.tables.messages.table import SENTENCES
from players.shared.money import SPACE, written

KINDS: dict[str, Promise] = {kind: SENTENCES[f"kind.{kind}"] for kind in Kind}
WHEELS: dict[str, Promise] = {
    "37": gettext_lazy("37 numbers, one zero"),
    "38": gettext_lazy("38 numbers, zero and double zero"),
    "FR": gettext_lazy("37 numbers, French wheel"),
}
MODES: dict[str, Promise] = {
    "multiple": gettext_lazy("Several players"),
    "individual": gettext_lazy("Individual"),
}
ZERO: dict[str, Promise] = {
    "lose-all": gettext_lazy("at zero, even chances lose the whole stake"),
    "la-partage": gettext_lazy("at zero, even chances lose half of the stake and get the other half back"),
    "en-prison": gettext_lazy("at zero, stakes on even chances are held for the next round"),
}
CALLS: dict[str, Promise] = {
    "voisins": gettext_lazy("neighbours of zero (series 0-2-3)"),
    "tiers": gettext_lazy("series 5-8"),
    "orphelins": gettext_lazy("orphans"),
    "neighbours-2": gettext_lazy("a number and two neighbours"),
    "neighbours-4": gettext_lazy("a number and four neighbours"),
    "neighbours-6": gettext_lazy("a number and six neighbours"),
    "finals": gettext_lazy("finals"),
}
COLOURS: dict[str, Promise] = {name: SENTENCES[f"colour.{name}"] for name in ("red", "black", "green")}
CAUSES: dict[str, Promise] = {
    "no-valid-number": gettext_lazy("no valid number was determined"),
    "system": gettext_lazy("a fault of the house's system"),
    "not-resumed": gettext_lazy("a fault of the house was not mended in the time that the rules allow"),
    "check-failed": gettext_lazy("the record of the round contradicted itself"),
    "wrong-deal": gettext_lazy("cards were dealt to the wrong place"),  # [MS-11.1]
    "wrong-number-of-cards": gettext_lazy("a hand had the wrong number of cards"),  # [MS-11.1]
    "two-cards-exposed": gettext_lazy("more than one card was turned up"),  # [MS-11.1]
    "shuffler-failure": gettext_lazy("the shuffler failed"),  # [MS-11.4]
}
# Why a table was put on hold, where the one who did it writes a sentence instead of a cause.
FAULTS: dict[str, Promise] = {
    "generator": gettext_lazy("the random generator failed its tests"),
    "a fault was reported from the floor": gettext_lazy("a fault was reported from the floor"),
    "a file of the house is not the one that was recorded": gettext_lazy(
        "a file of the house is not the one that was recorded"
    ),
    "the proof of the record found a difference": gettext_lazy("the proof of the record found a difference"),
}


def said(words: Mapping[str, Promise], code: object) -> str:
    """The words for a code; a code without words is shown as it is, rather than hidden."""
    return str(words.get(str(code), code))


def fault_said(reason: str | None) -> str:
    """Why a table is on hold; what a program wrote of its own fault stays as it is."""
    return str(CAUSES.get(reason or "") or FAULTS.get(reason or "") or reason or "")


def percent(share: Fraction) -> str:
    """A share to two decimals of a per cent, rounded half away from nothing: «2,70 %»; less than nothing is the player's: «−1,24 %»."""
    hundredths = int(abs(share) * 10_000 + Fraction(1, 2))
    english = (get_language() or "").startswith("en")
    sign = "−" if share < 0 and hundredths else ""
    figure = f"{sign}{hundredths // 100}{'.' if english else ','}{hundredths % 100:02}"
    return f"{figure}%" if english else f"{figure}{SPACE}%"


def place_said(place: str) -> str:
    """«Pleno 17», «Dúzia 1-12», «Par»."""
    kind, _colon, numbers = place.partition(":")
    return f"{said(KINDS, kind)} {numbers.replace('+', ' + ')}".strip()


def explained(line: Mapping[str, Any], currency: str) -> dict[str, str]:
    """One line of an explanation as a sentence, beside the rule it obeys."""
    figures = {
        name: written(value, currency) if name in MONEY else value for name, value in line["said"].items()
    }
    if "net" in figures:
        figures["net"] = written(line["said"]["net"], currency, signed=True)
    if "colour" in figures:
        figures["colour"] = said(COLOURS, figures["colour"])
    if "place" in figures:
        figures["place"] = place_said(figures["place"])
    if "cause" in figures:
        figures["cause"] = said(CAUSES, figures["cause"])
    return {"said": _sentence(line["code"], line["said"], figures), "rule": line["rule"]}


MONEY = frozenset({"stake", "prize", "back", "lost", "held", "staked", "carried", "net"})


def _sentence(code: str, bare: Mapping[str, Any], figures: Mapping[str, Any]) -> str:
    match code:
        case "number":
            return _("Number drawn: %(number)s, %(colour)s.") % figures
        case "won":
            won, staked = bare["times"]
            if staked == 1:
                return _("%(place)s won: %(times)s × %(stake)s = %(prize)s, and the stake stays yours.") % {
                    **figures,
                    "times": won,
                }
            return _("%(place)s won: half of %(stake)s = %(prize)s, and the stake stays yours.") % figures
        case "lost" | "prison-lost":
            return _("%(place)s lost: %(lost)s collected.") % figures
        case "halved":
            return _("%(place)s, zero drawn: %(lost)s lost, %(back)s given back.") % figures
        case "held" | "kept":
            return _("%(place)s, zero drawn: %(held)s held for the next round.") % figures
        case "released":
            return _("%(place)s, held before: %(back)s given back without a prize.") % figures
        case "void":
            return _("Round void: %(cause)s.") % figures
        case "returned":
            return _("Stakes given back: %(back)s.") % figures
        case "total":
            return (
                _("In all: staked %(staked)s, stakes back %(back)s, prizes %(prize)s, net %(net)s.") % figures
            )
    return code
