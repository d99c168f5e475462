"""A page for each regulation: every rule, what the house does about it, which test reads it, where it shows."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from casino.compliance.self_checks import rule_coverage
from casino.compliance.workspace import page, shown_to
from games.catalogue import GAMES
from games.rulebook.trace import Place
from players.shared.exports.csv_export import csv_response
from players.shared.exports.list_document import Column, ListDocument

SEE = "watch.view_state"


@shown_to(SEE)
def trace(request: HttpRequest) -> HttpResponseBase:
    found = rule_coverage.systems()
    return page(
        request,
        "self_checks/rules.html",
        _("Rules traced"),
        systems=found,
        total={name: sum(each[name] for each in found) for name in ("rules", "duties", "tests", "open")},
        tests_here=rule_coverage.tests_are_here(),
    )


@shown_to(SEE)
def regulation(request: HttpRequest, system: str) -> HttpResponseBase:
    if system not in GAMES:
        raise Http404
    lines = rule_coverage.lines(system)
    if request.GET.get("as") == "csv":
        return csv_response(_sheet(system, lines))
    one = next(each for each in rule_coverage.systems() if each["system"] == system)
    return page(
        request,
        "self_checks/regulation.html",
        str(GAMES[system].name),
        one=one,
        lines=lines,
        tests_here=rule_coverage.tests_are_here(),
    )


def _sheet(system: str, lines: list[rule_coverage.Line]) -> ListDocument:
    def told(places: tuple[Place, ...]) -> str:
        return "; ".join(map(str, places))

    labels = [
        _("Rule"),
        _("What it says"),
        _("What the house does"),
        _("Kept at"),
        _("Tests"),
        _("Screens"),
        _("Open"),
    ]
    return ListDocument(
        name=f"feltro-rules-{system}",
        title=str(GAMES[system].name),
        who="",
        facts=[],
        sums=[],
        columns=[Column(label) for label in labels],
        rows=[
            [line.id, line.said, "; ".join(line.does) or _("definition: nothing to do"), told(line.homes), told(line.tests),
             told(line.screens), "; ".join(line.open)]
            for line in lines
        ],
    )  # fmt: skip
