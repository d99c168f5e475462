"""The theme of the back office: colours, styles and navigation."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from players.languages import HOUSE_LANGUAGES

# Each page of the back office reads the addresses of all entries, several times.
address_of = lazy(cache(reverse), str)

BASE = {
    "50": "oklch(98.5% 0.004 95)",
    "100": "oklch(96.5% 0.006 95)",
    "200": "oklch(92% 0.008 110)",
    "300": "oklch(85% 0.01 130)",
    "400": "oklch(70% 0.014 170)",
    "500": "oklch(53% 0.018 190)",
    "600": "oklch(43% 0.02 190)",
    "700": "oklch(34% 0.022 190)",
    "800": "oklch(26% 0.022 190)",
    "900": "oklch(20% 0.02 190)",
    "950": "oklch(14% 0.018 190)",
}
PRIMARY = {
    "50": "oklch(97% 0.02 88)",
    "100": "oklch(94% 0.04 88)",
    "200": "oklch(89% 0.06 87)",
    "300": "oklch(83% 0.08 86)",
    "400": "oklch(76% 0.09 85)",
    "500": "oklch(66% 0.09 83)",
    "600": "oklch(50% 0.08 79)",
    "700": "oklch(43% 0.07 78)",
    "800": "oklch(36% 0.06 77)",
    "900": "oklch(30% 0.05 76)",
    "950": "oklch(22% 0.04 76)",
}


def link(title: str | Promise, icon: str, model: str) -> dict[str, Any]:
    """A navigation entry of a list, shown with the permission to view it."""
    app, name = model.split(".")

    def is_allowed(request: HttpRequest) -> bool:
        return bool(request.user.has_perm(f"{app}.view_{name}"))

    return {
        "title": title,
        "icon": icon,
        "link": address_of(f"admin:{app}_{name}_changelist"),
        "permission": is_allowed,
        "right": f"{app}.view_{name}",
    }


def page(title: str | Promise, icon: str, name: str, permission: str) -> dict[str, Any]:
    """A navigation entry of one of our own pages, shown with the page's permission."""

    url = address_of(name)

    def is_allowed(request: HttpRequest) -> bool:
        return bool(request.user.has_perm(permission))

    def is_current(request: HttpRequest) -> bool:
        return request.path == str(url)

    return {
        "name": name,
        "title": title,
        "icon": icon,
        "link": url,
        "permission": is_allowed,
        "active": is_current,
        "right": permission,
    }


def works_on_queue(request: HttpRequest) -> bool:
    """Whether the person works on any source of the work queue."""
    # The settings import this module before there are models.
    from players.models import Person
    from players.work_sources import works_on_any

    return isinstance(request.user, Person) and works_on_any(request.user)


NAVIGATION: list[dict[str, Any]] = [
    {
        "items": [
            {"title": _("Overview"), "icon": "dashboard", "link": address_of("admin:index")},
            {
                "title": _("Work"),
                "icon": "inbox",
                "link": address_of("office_work"),
                "permission": works_on_queue,
            },
            page(_("Shifts"), "schedule", "office_shifts", "backoffice.view_plannedshift"),
        ]
    },
    {
        "title": _("Tables"),
        "code": "tables",
        "separator": True,
        "items": [
            page(_("Live floor"), "grid_view", "floor", "games.view_table"),
            link(_("Tables"), "casino", "games.table"),
            link(_("Table changes"), "rule_settings", "floor.tablechange"),
            page(_("Many tables at once"), "checklist", "floor_bulk", "games.change_table"),
            page(_("Games on and off"), "power_settings_new", "floor_switches", "games.view_table"),
            page(_("Jackpots"), "paid", "floor_jackpots", "games.view_table"),
            link(_("Rounds"), "history", "games.round"),
            link(_("Rule sheets"), "gavel", "games.rulesheet"),
            link(_("Rule changes"), "approval", "rulebook.rulechange"),
            link(_("Table sessions"), "event", "games.tablesession"),
            link(_("Incidents"), "warning", "games.incident"),
            link(_("Chat"), "chat", "games.chatline"),
        ],
    },
    {
        "title": _("Money"),
        "code": "money",
        "separator": True,
        "items": [
            link(_("Deposits and withdrawals"), "payments", "cashier.payment"),
            link(_("Corrections"), "balance", "cashier.adjustment"),
            link(_("Ceilings"), "vertical_align_top", "cashier.ceiling"),
            link(_("Accounts"), "account_balance_wallet", "wallet.account"),
            link(_("Transfers"), "swap_horiz", "wallet.transfer"),
        ],
    },
    {
        "title": _("Bank and provider"),
        "code": "bank",
        "separator": True,
        "items": [
            link(_("Reconciled days"), "event_available", "bank.reconciliationday"),
            link(_("Matches"), "rule", "bank.match"),
            link(_("Decisions about matches"), "how_to_vote", "bank.matchdecision"),
            link(_("Bank files"), "upload_file", "bank.bankfile"),
            link(_("Bank statements"), "account_balance", "bank.statement"),
            link(_("Chargebacks"), "undo", "bank.chargeback"),
            link(_("Recoveries"), "settings_backup_restore", "bank.recovery"),
            link(_("Payout batches"), "outbox", "bank.payoutbatch"),
            link(_("Players' funds"), "savings", "bank.fundsday"),
            link(_("Totals of players' money"), "account_tree", "players_funds.daytotal"),
        ],
    },
    {
        "title": _("People"),
        "code": "people",
        "separator": True,
        "items": [
            link(_("Players"), "groups", "players.player"),
            link(_("Identities"), "fingerprint", "identity.identity"),
            link(_("Registrations"), "person_add", "identity.draft"),
            link(_("Limits"), "speed", "protection.limit"),
            link(_("Exclusions"), "block", "protection.exclusion"),
            link(_("Play sessions"), "schedule", "players.playsession"),
            link(_("Complaints"), "report", "inbox.complaint"),
            link(_("Messages"), "mail", "inbox.message"),
            page(_("Notices to players"), "campaign", "office_notices", "inbox.view_bulknotice"),
            link(_("Sign-ins"), "login", "identity.signin"),
            link(_("People"), "badge", "players.person"),
            link(_("Versions of the terms"), "contract", "identity.terms"),
            link(_("Test accounts"), "science", "identity.testaccount"),
            link(_("Roles"), "shield_person", "auth.group"),
            page(_("Rights and their use"), "key", "office_rights", "auth.view_group"),
            link(_("Staff changes"), "how_to_reg", "backoffice.staffchange"),
            page(_("API tokens"), "vpn_key", "office_tokens", "identity.add_apitoken"),
        ],
    },
    {
        "title": _("Compliance"),
        "code": "compliance",
        "separator": True,
        "items": [
            page(_("Workspace"), "policy", "compliance", "compliance.view_workspace"),
            page(_("Reports"), "summarize", "compliance_reports", "reports.view_issue"),
            page(_("Monthly closing"), "event_available", "compliance_closing", "reports.view_issue"),
            page(_("Proof panel"), "verified", "compliance_panel", "self_checks.view_state"),
            page(_("Regulator files"), "upload_file", "compliance_files", "regulator.view_regulatorfile"),
            page(
                _("Alerts for the regulator"),
                "outgoing_mail",
                "compliance_alert_files",
                "regulator.view_alertfile",
            ),
            page(_("Calendar of duties"), "event_note", "compliance_duties", "duties.view_filing"),
            page(_("Occurrences"), "emergency_home", "compliance_occurrences", "duties.view_occurrence"),
            page(_("Questions"), "contact_support", "compliance_questions", "duties.view_question"),
            page(_("Availability"), "timelapse", "compliance_availability", "duties.view_componentspan"),
            page(_("Return control"), "monitoring", "compliance_returns", "rtp_monitoring.view_day"),
            page(_("Audit log"), "history_edu", "compliance_audit", "self_checks.view_root"),
            link(_("Seals"), "verified_user", "audit.seal"),
            page(_("Rules traced"), "account_tree", "compliance_trace", "self_checks.view_state"),
            page(_("Components"), "widgets", "compliance_components", "self_checks.view_systemchange"),
            page(
                _("Changes of the system"),
                "published_with_changes",
                "compliance_system_changes",
                "self_checks.view_systemchange",
            ),
            page(_("Parts of the generator"), "shuffle", "compliance_generator", "self_checks.view_state"),
            page(_("Integrity of hold'em"), "handshake", "compliance_integrity", "collusion.view_case"),
            page(
                _("Player protection"), "health_and_safety", "compliance_care", "monitoring.view_care_alert"
            ),
            page(
                _("Player protection cases"),
                "folder_shared",
                "compliance_cases_care",
                "monitoring.view_care_alert",
            ),
            page(
                _("Money laundering cases"),
                "folder_shared",
                "compliance_cases_laundering",
                "monitoring.view_laundering_alert",
            ),
            page(
                _("Money laundering files"),
                "folder_supervised",
                "compliance_laundering",
                "laundering.view_file",
            ),
            page(_("Bot cases"), "folder_shared", "compliance_cases_bots", "monitoring.view_bots_alert"),
            link(_("Monitoring rules"), "tune", "monitoring.ruleversion"),
            link(_("Matches with lists"), "person_search", "screening.match"),
            link(_("New players who resemble blocked people"), "person_alert", "returning.resemblance"),
            link(_("Legal holds"), "gavel", "identity.legalhold"),
            link(_("Readings of lists"), "playlist_add_check", "screening.listimport"),
        ],
    },
]


def add_page(section: str, entry: dict[str, Any], *, before: str) -> None:
    """Add the page of an optional app to the navigation, before another page of its section."""
    (items,) = (group["items"] for group in NAVIGATION if group.get("code") == section)
    items.insert([item.get("name") for item in items].index(before), entry)


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": lambda request: settings.HOUSE_NAME,
    "SITE_HEADER": lambda request: settings.HOUSE_NAME,
    "SITE_SUBHEADER": _("Back office"),
    "SITE_URL": "/",
    "SITE_ICON": lambda request: static("img/mark.svg"),
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("img/mark.svg")}
    ],
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "SHOW_LANGUAGES": True,
    "LANGUAGES": {
        "action": address_of("language"),
        # The languages of staff alone (casino/backoffice/access.py).
        "navigation": [
            {"code": language.code, "name_local": language.name}
            for language in HOUSE_LANGUAGES
            if language.for_staff
        ],
    },
    "ENVIRONMENT": "casino.backoffice.dashboard.environment",
    "DASHBOARD_CALLBACK": "casino.backoffice.dashboard.overview",
    "BORDER_RADIUS": "6px",
    "COLORS": {"base": BASE, "primary": PRIMARY},
    "SCRIPTS": [lambda request: static("js/backoffice/expressions.js")],
    "STYLES": [
        lambda request: static("css/backoffice/tokens.css"),
        lambda request: static("css/components.css"),
        lambda request: static("css/data_table.css"),
        lambda request: static("css/backoffice/base.css"),
        lambda request: static("css/backoffice/filters.css"),
        lambda request: static("css/backoffice/navigation.css"),
        lambda request: static("css/backoffice/forms.css"),
        lambda request: static("css/backoffice/lists.css"),
        lambda request: static("css/backoffice/floor.css"),
        lambda request: static("css/backoffice/round.css"),
        lambda request: static("css/backoffice/rule_changes.css"),
        lambda request: static("css/backoffice/rule_sheets.css"),
        lambda request: static("css/backoffice/impact.css"),
        lambda request: static("css/backoffice/rtp_monitoring.css"),
        lambda request: static("css/backoffice/reports.css"),
        lambda request: static("css/backoffice/self_checks.css"),
        lambda request: static("css/backoffice/player_risk.css"),
        lambda request: static("css/backoffice/collusion.css"),
        lambda request: static("css/backoffice/regulator.css"),
        lambda request: static("css/backoffice/work.css"),
        lambda request: static("css/backoffice/player.css"),
        lambda request: static("css/backoffice/notices.css"),
        lambda request: static("css/backoffice/charts.css"),
        lambda request: static("css/backoffice/narrow.css"),
    ],
    "COMMAND": {"search_models": False, "search_callback": "casino.backoffice.search.search_records"},
    "SIDEBAR": {
        "show_search": False,
        "command_search": True,
        "show_all_applications": False,
        "navigation": NAVIGATION,
    },
}
