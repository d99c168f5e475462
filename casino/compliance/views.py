"""The first page of the workspace: where each thing is found."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as said

from casino.compliance.workspace import page, shown_to

# Each part of the workspace: who sees it, its name, its address, and one line about it.
CARDS: tuple[tuple[str, str | Promise, str, str | Promise], ...] = (
    (
        "reports.view_issue",
        said("Reports"),
        "compliance_reports",
        said("Revenue, tax base, payments and acts, each beside the ledger."),
    ),
    (
        "watch.view_state",
        said("Proof panel"),
        "compliance_panel",
        said("Whether books, record, draw and files are what they should be."),
    ),
    (
        "regulator_files.view_regulatorfile",
        said("Regulator files"),
        "compliance_files",
        said("What each hour and day owes the regulator, checked, and when it left."),
    ),
    (
        "returns.view_day",
        said("Return control"),
        "compliance_returns",
        said("What came back of the bets against what theory says."),
    ),
    (
        "watch.view_root",
        said("Audit reading"),
        "compliance_audit",
        said("What was done by whom, as sentences, and the chain that holds it."),
    ),
    (
        "watch.view_state",
        said("Rules traced"),
        "compliance_trace",
        said("Every rule of the regulations: where it is kept, tested, shown."),
    ),
    (
        "integrity.view_case",
        said("Integrity of hold'em"),
        "compliance_integrity",
        said("Who plays together, loses on purpose or lets a program play."),
    ),
    (
        "care.view_marker",
        said("Player protection"),
        "compliance_care",
        said("Signs that somebody may need a talk, and who had it."),
    ),
)


@shown_to("compliance.view_workspace")
def overview(request: HttpRequest) -> HttpResponseBase:
    cards = [
        {"title": title, "link": reverse(address), "line": line}
        for right, title, address, line in CARDS
        if request.user.has_perm(right)
    ]
    return page(request, "overview.html", _("Compliance"), cards=cards)
