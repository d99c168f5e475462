"""What people read in place of the codes of engines and journals: modes, causes, faults, percentages."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.catalogue.text import Text
from players.languages import page_language
from players.shared.number_formats import SPACE, format_decimal, number_format_of

MODES: dict[str, Text] = {
    "multiple": gettext_lazy("Multiplayer"),
    "individual": pgettext_lazy("table", "Private"),
}
CAUSES: dict[str, Text] = {
    "no-valid-number": gettext_lazy("no valid number was determined"),
    "system": gettext_lazy("a fault of the house's system"),
    "not-resumed": gettext_lazy("a fault of the house was not repaired within the time that the rules allow"),
    "no-beacon": gettext_lazy("the beacon value did not come within the time that the rules allow"),
    "check-failed": gettext_lazy("the record of the round contradicted itself"),
    "wrong-deal": gettext_lazy("cards were dealt to the wrong place"),  # [MS-11.1]
    "wrong-number-of-cards": gettext_lazy("a hand had the wrong number of cards"),  # [MS-11.1]
    "two-cards-exposed": gettext_lazy("more than one card was turned up"),  # [MS-11.1]
    "shuffler-failure": gettext_lazy("the shuffler failed"),  # [MS-11.4]
}
# Reasons for holding a table that are written as sentences instead of codes.
FAULTS: dict[str, Text] = {
    "generator": gettext_lazy("the random generator failed its tests"),
    "a fault was reported from the floor": gettext_lazy("a fault was reported from the floor"),
    "a file of the house is not the one that was recorded": gettext_lazy(
        "a file of the house differs from the one that was recorded"
    ),
    "the proof of the record found a difference": gettext_lazy("the proof of the record found a difference"),
}


def label_for(labels: Mapping[str, Text], code: object) -> str:
    """The label of a code. A code without a label is shown as it is, so that nothing is hidden."""
    return str(labels.get(str(code), code))


def fault_label(reason: str | None) -> str:
    """Why a table is on hold. What a program wrote about its own fault is shown as it is."""
    return str(CAUSES.get(reason or "") or FAULTS.get(reason or "") or reason or "")


def percentage(share: Fraction) -> str:
    """A share as a percentage with two decimals, rounded half away from zero: «2,70 %», «−1,24 %»."""
    hundredths = int(abs(share) * 10_000 + Fraction(1, 2))
    sign = "−" if share < 0 and hundredths else ""
    figure = f"{sign}{format_decimal(hundredths)}"
    return f"{figure}{SPACE}%" if number_format_of(page_language().code).sign_follows else f"{figure}%"
