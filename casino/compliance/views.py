"""The first page of the workspace."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.compliance.workspace import page, shown_to

# Each part of the workspace: the permission to see it, its title, its URL name and a line about it.
CARDS: tuple[tuple[str, str | Promise, str, str | Promise], ...] = (
    (
        "reports.view_issue",
        lazy("Reports"),
        "compliance_reports",
        lazy("Revenue, tax base, payments and acts, each beside the ledger."),
    ),
    (
        "reports.view_issue",
        lazy("Closing of months"),
        "compliance_closing",
        lazy("What must be right, four reports, two signatures, and who gets them."),
    ),
    (
        "self_checks.view_state",
        lazy("Proof panel"),
        "compliance_panel",
        lazy("Whether books, record, draw and files are what they should be."),
    ),
    (
        "regulator.view_regulatorfile",
        lazy("Regulator files"),
        "compliance_files",
        lazy("What each hour and day owes the regulator, checked, and when it left."),
    ),
    (
        "rtp_monitoring.view_day",
        lazy("Return control"),
        "compliance_returns",
        lazy("What came back of the bets against what theory says."),
    ),
    (
        "self_checks.view_root",
        lazy("Audit log"),
        "compliance_audit",
        lazy("What was done by whom, as sentences, and the chain that holds it."),
    ),
    (
        "self_checks.view_state",
        lazy("Rules traced"),
        "compliance_trace",
        lazy("Every rule of the regulations: where it is kept, tested, shown."),
    ),
    (
        "self_checks.view_state",
        lazy("Parts of the generator"),
        "compliance_generator",
        lazy("What makes the results: its parts, their versions and digests."),
    ),
    (
        "collusion.view_case",
        lazy("Integrity of hold'em"),
        "compliance_integrity",
        lazy("Who plays together, loses on purpose or lets a program play."),
    ),
    (
        "care.view_marker",
        lazy("Player protection"),
        "compliance_care",
        lazy("Signs that a player may need a conversation, and who had one."),
    ),
)


@shown_to("compliance.view_workspace")
def overview(request: HttpRequest) -> HttpResponseBase:
    cards = [
        {"title": title, "link": reverse(url_name), "line": summary}
        for permission, title, url_name, summary in CARDS
        if request.user.has_perm(permission)
    ]
    return page(request, "overview.html", _("Compliance"), cards=cards)
