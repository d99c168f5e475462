"""The messages about breaches of the regulation, shown at the fields of a rule sheet."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.catalogue.options import HUNDREDTHS, Option
from games.rules.shared.refusals import Breach

BREACHES: Mapping[str, Promise] = {
    "missing": _("At least one must be chosen."),
    "unknown": _("The regulation does not know this choice."),
    "twice": _("The same entry appears twice."),
    "out-of-range": _("The regulation allows from %(least)s to %(most)s, not %(given)s."),
    "too-short": _("The regulation allows no less than %(least)s, not %(given)s."),
    "above-legal": _("The regulation allows at most %(most)s, not %(given)s."),
    "not-positive": _("It must be more than zero."),
    "not-allowed": _("The regulation does not allow this in this game."),
    "nobody-starts": _("Tables for one player are allowed, but nobody could start the deal at them."),
}


def describe_breach(breach: Breach, field: Option | None = None) -> str:
    """A breach as a sentence: what the regulation allows, and the value that breaks it."""
    figures = dict(breach.details)
    if field is not None and field.kind == "rate":
        figures = {name: f"{value * 100 / HUNDREDTHS:g}%" for name, value in figures.items()}
    return str(BREACHES.get(breach.code, breach.code)) % figures
