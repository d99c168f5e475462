"""What a finding says, as sentences in the reader's language."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.bots.models import Finding
from players.models import Player

MOST_FINDINGS = 50  # on one page
MIN_SCORE = 1.0  # usual deviations from which a sign gets a sentence


class Evidence(Struct, frozen=True):
    at: datetime
    title: str
    sentences: list[str]


def figure(value: float, places: int = 1) -> str:
    return str(number_format(round(value, places), places, force_grouping=True))


def evidence_about(player: int, since: datetime, until: datetime | None) -> list[Evidence]:
    """The findings about a player of a stretch of time, the oldest first."""
    found = Finding.objects.filter(player=player, at__gte=since)
    if until is not None:
        found = found.filter(at__lte=until)
    findings = list(found.order_by("at", "pk")[:MOST_FINDINGS])
    numbers = {one["player"] for finding in findings for one in finding.figures.get("others", [])}
    names = dict(Player.objects.filter(pk__in=numbers).values_list("pk", "alias"))
    return [Evidence(one.at, one.get_kind_display(), sentences(one, names)) for one in findings]


def sentences(finding: Finding, names: Mapping[int, str]) -> list[str]:
    figures = finding.figures
    first = _("%(decisions)s decisions were compared with those of %(players)s players.") % {
        "decisions": figure(figures["decisions"], 0), "players": figure(figures["players"], 0),
    }  # fmt: skip
    if finding.kind == Finding.Kind.ALIKE:
        return [first, *(_alike(one, names) for one in figures["others"])]
    signs = sorted(figures["signs"].items(), key=lambda item: -item[1]["score"])
    return [first, *(_sign(name, sign) for name, sign in signs if sign["score"] >= MIN_SCORE)]


def _alike(one: Mapping[str, Any], names: Mapping[int, str]) -> str:
    return _(
        "It plays as %(alias)s does, in times, decisions and amounts at once, and both began within five "
        "minutes %(together)s of %(begins)s times."
    ) % {
        "alias": names.get(one["player"], str(one["player"])),
        "together": one["together"],
        "begins": one["begins"],
    }


def _sign(name: str, sign: Mapping[str, float]) -> str:
    """Most figures are logarithms: they are shown as how many times."""
    value, usual = sign["value"], sign["usual"]
    if name != "rest":
        value, usual = math.exp(value), math.exp(usual)
    values = {"value": figure(value), "usual": figure(usual), "score": figure(sign["score"])}
    match name:
        case "drift":
            text = _(
                "Successive times are unrelated: twenty in a row differ from the next twenty %(value)s times "
                "as much as independent ones; usual is %(usual)s."
            )
        case "surprise":
            text = _(
                "A rare situation takes %(value)s times as long as others of its kind; usual is %(usual)s."
            )
        case "skew":
            text = _("The slow times reach %(value)s times as far as the quick ones; usual is %(usual)s.")
        case "weighing":
            text = _("Answering a bet takes %(value)s times as long as a free decision; usual is %(usual)s.")
        case "rest":
            text = _(
                "The longest stretch without a rest of four minutes was %(value)s hours; usual is %(usual)s."
            )
        case _:
            text = _(
                "The readiness to play changes %(value)s times as much as chance alone explains; usual "
                "is %(usual)s."
            )
    return text % values + " " + _("That is %(score)s typical deviations towards a program.") % values
