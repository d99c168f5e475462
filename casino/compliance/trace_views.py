"""The pages of the rules traced: an overview, and one page per regulation."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from casino.compliance import rule_coverage
from casino.compliance.workspace import page, shown_to
from games.catalogue import GAMES
from games.rulebook.trace import SourceLine
from players.shared.exports.csv_export import csv_response
from players.shared.exports.list_document import Column, ListDocument

VIEW_PERMISSION = "self_checks.view_state"


@shown_to(VIEW_PERMISSION)
def trace(request: HttpRequest) -> HttpResponseBase:
    systems = rule_coverage.systems()
    return page(
        request,
        "self_checks/rules.html",
        _("Rules traced"),
        systems=systems,
        total={name: sum(row[name] for row in systems) for name in ("rules", "duties", "tests", "open")},
        tests_here=rule_coverage.has_tests(),
    )


@shown_to(VIEW_PERMISSION)
def regulation(request: HttpRequest, system: str) -> HttpResponseBase:
    if system not in GAMES:
        raise Http404
    rows = rule_coverage.rule_rows(system)
    if request.GET.get("as") == "csv":
        return csv_response(_document(system, rows))
    figures = next(row for row in rule_coverage.systems() if row["system"] == system)
    return page(
        request,
        "self_checks/regulation.html",
        str(GAMES[system].name),
        figures=figures,
        rows=rows,
        tests_here=rule_coverage.has_tests(),
    )


def _document(system: str, rows: list[rule_coverage.RuleCoverage]) -> ListDocument:
    def join(places: tuple[SourceLine, ...]) -> str:
        return "; ".join(map(str, places))

    labels = [
        _("Rule"),
        _("What it says"),
        _("What the house does"),
        _("Enforced in"),
        _("Tests"),
        _("Screens"),
        _("Not yet met"),
    ]
    return ListDocument(
        name=f"feltro-rules-{system}",
        title=str(GAMES[system].name),
        who="",
        facts=[],
        sums=[],
        columns=[Column(label) for label in labels],
        rows=[
            [
                row.id,
                row.text,
                "; ".join(row.enforced_by) or _("definition: nothing to enforce"),
                join(row.homes),
                join(row.tests),
                join(row.screens),
                "; ".join(row.missing),
            ]
            for row in rows
        ],
    )
