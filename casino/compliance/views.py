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
        lazy("Revenue, tax base, payments and staff actions, each compared with the ledger."),
    ),
    (
        "reports.view_issue",
        lazy("Monthly closing"),
        "compliance_closing",
        lazy("The checklist, the four reports and the two signatures."),
    ),
    (
        "self_checks.view_state",
        lazy("Proof panel"),
        "compliance_panel",
        lazy("Whether books, record, draw and files are in order."),
    ),
    (
        "regulator.view_regulatorfile",
        lazy("Regulator files"),
        "compliance_files",
        lazy(
            "The files that each hour and day owes the regulator, whether they are correct, and "
            "when they were delivered."
        ),
    ),
    (
        "regulator.view_alertfile",
        lazy("Alerts for the regulator"),
        "compliance_alert_files",
        lazy("The data that went to the regulator when a threshold was passed, and the proof of it."),
    ),
    (
        "duties.view_filing",
        lazy("Calendar of duties"),
        "compliance_duties",
        lazy("What is owed to somebody by a date, and the proof that it was done."),
    ),
    (
        "duties.view_occurrence",
        lazy("Occurrences for the regulator"),
        "compliance_occurrences",
        lazy("Losses, disasters, incidents and errors: when they were noticed, reported and solved."),
    ),
    (
        "duties.view_question",
        lazy("Questions of the regulator"),
        "compliance_questions",
        lazy("What the regulator asked beyond the reports, why, who released it, and every time it was run."),
    ),
    (
        "duties.view_componentspan",
        lazy("Availability of the reporting chain"),
        "compliance_availability",
        lazy("How long gateway, capture and safe were down in each month."),
    ),
    (
        "self_checks.view_systemchange",
        lazy("Components of the system"),
        "compliance_components",
        lazy(
            "Every part of the installed house with its version, class and digest, and all changes of them."
        ),
    ),
    (
        "self_checks.view_systemchange",
        lazy("Changes of the system"),
        "compliance_system_changes",
        lazy("Proposed, assessed, approved, shown to the regulator, made and verified."),
    ),
    (
        "rtp_monitoring.view_day",
        lazy("Return control"),
        "compliance_returns",
        lazy("Actual returns compared with theory."),
    ),
    (
        "self_checks.view_root",
        lazy("Audit log"),
        "compliance_audit",
        lazy("Who did what, in sentences, and the chain that protects the record."),
    ),
    (
        "self_checks.view_state",
        lazy("Rules traced"),
        "compliance_trace",
        lazy("Every rule of the regulations: where it is enforced, tested and shown."),
    ),
    (
        "self_checks.view_state",
        lazy("Parts of the generator"),
        "compliance_generator",
        lazy("What produces the results: its parts, their versions and digests."),
    ),
    (
        "collusion.view_case",
        lazy("Integrity of hold'em"),
        "compliance_integrity",
        lazy("Players who play together, lose on purpose or let a program play."),
    ),
    (
        "monitoring.view_care_alert",
        lazy("Player protection"),
        "compliance_care",
        lazy("Signs that a player may need a conversation, and who has had one."),
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
