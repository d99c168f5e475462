"""The roles of the back office. A role is a group; its permissions are written after every migration."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.utils.translation import gettext_noop as _

from casino.backoffice.models import StaffPolicy
from players.models import Person

FLOOR = ("games.view_incident", "games.view_chatline", "games.view_tablesession")
PLAY = (
    "games.view_table",
    "games.view_tablesetting",
    "games.view_round",
    "games.view_event",
    "games.view_stake",
    "games.view_rulesheet",
    "floor.view_tablechange",
)
RULES = ("rulebook.view_rulechange",)
RULES_WITH_DOCUMENTS = (*RULES, "rulebook.view_ruledocument")
IDENTITY = (
    "identity.view_identity",
    "identity.view_acceptance",
    "identity.view_terms",
    "identity.view_signin",
    "identity.view_testaccount",
    "identity.view_draft",
)
CASHIER = (
    "cashier.view_payment",
    "cashier.view_adjustment",
    "cashier.view_notification",
    "cashier.view_gatewayrequest",
    "cashier.view_ceiling",
    "bank.view_bankfile",
    "bank.view_statement",
    "bank.view_reconciliationday",
    "bank.view_match",
    "bank.view_matchdecision",
    "bank.view_chargeback",
    "bank.view_recovery",
    "bank.view_payoutbatch",
    "bank.view_fundsday",
    "players_funds.view_daytotal",
)
# What the cashier and management do about the bank.
BANK_ACTIONS = (
    "bank.add_bankfile",
    "bank.add_matchdecision",
    "bank.approve_matchdecision",
    "bank.add_recovery",
    "bank.approve_recovery",
)
PROTECTION = (
    "protection.view_limit",
    "protection.view_pause",
    "protection.view_exclusion",
    "protection.view_realitycheck",
    "protection.view_report",
    "protection.view_nationallist",
)
AUDIT = ("audit.view_line", "audit.view_seal")
CORRESPONDENCE = (
    "inbox.view_complaint",
    "inbox.view_message",
    "inbox.view_bulknotice",
    "history.view_statement",
)
MONEY = ("wallet.view_account", "wallet.view_transfer")
PEOPLE = ("players.view_player", "players.view_playsession", "administration.view_playernote")
# Staff who deal with players write notes; those who answer them find a player by what the player says.
NOTES = ("administration.add_playernote",)
FIND = ("identity.view_searchmark",)
# What the compliance workspace shows. Only an officer may act there.
WORKSPACE: tuple[str, ...] = (
    "reports.view_issue",
    "compliance.view_workspace",
    "collusion.view_case",
    "rtp_monitoring.view_day",
    "self_checks.view_state",
    "self_checks.view_root",
    "self_checks.view_proof",
    "self_checks.view_systemchange",
    "monitoring.view_care_alert",
    "monitoring.view_ruleversion",
    "care.view_contact",
    "regulator.view_regulatorfile",
    "regulator.view_alertfile",
    "duties.view_filing",
    "duties.view_occurrence",
    "duties.view_question",
    "duties.view_componentspan",
)
# Who decides about money laundering. Nobody else may learn whom the house suspects (Lei 83/2017, article 54).
LAUNDERING = (
    "monitoring.view_laundering_alert",
    "monitoring.decide_laundering_case",
    "screening.view_listimport",
    "screening.view_match",
    "screening.decide_match",
    "returning.view_resemblance",
    "returning.decide_resemblance",
    "laundering.view_file",
    "laundering.act_file",
    # An order of an authority about a player is no less secret.
    "identity.view_legalhold",
    "identity.add_legalhold",
    "identity.approve_legalhold",
)
OFFICER_ACTIONS: tuple[str, ...] = (
    "cashier.review_payer",
    "cashier.add_ceiling",
    "cashier.approve_ceiling",
    "reports.add_issue",
    "reports.add_closingsignature",
    "reports.add_reportschedule",
    "collusion.act_case",
    "collusion.open_hands",
    "monitoring.view_bots_alert",
    "monitoring.decide_bots_case",
    "rtp_monitoring.add_answer",
    "self_checks.add_proof",
    "self_checks.add_manifest",
    "self_checks.add_systemchange",
    "self_checks.approve_systemchange",
    "care.add_contact",
    "monitoring.decide_care_case",
    "protection.release_deposithold",
    "monitoring.add_ruleversion",
    "monitoring.approve_ruleversion",
    "inbox.add_bulknotice",
    "inbox.approve_bulknotice",
    "regulator.reprocess_regulatorfile",
    "duties.add_filing",
    "duties.add_occurrence",
    "duties.add_question",
    "duties.release_question",
    "floor.add_tablesuspension",
    "backoffice.send_webhook",
)
READER = (
    *PLAY,
    *RULES_WITH_DOCUMENTS,
    *FLOOR,
    *MONEY,
    *CASHIER,
    *PEOPLE,
    *PROTECTION,
    *IDENTITY,
    *FIND,
    *AUDIT,
    *CORRESPONDENCE,
    *WORKSPACE,
    "identity.add_apitoken",
)

# Changes of staff: management proposes, and a compliance officer or another manager approves.
STAFF = (
    "players.view_person",
    "auth.view_group",
    "backoffice.view_staffchange",
    "backoffice.approve_staffchange",
)

ROLES: dict[str, tuple[str, ...]] = {
    _("rules author"): (*PLAY, *RULES_WITH_DOCUMENTS, "rulebook.add_rulechange"),
    _("rules approver"): (*PLAY, *RULES_WITH_DOCUMENTS, "rulebook.endorse_rulechange"),
    _("regulator"): (
        *PLAY,
        *RULES_WITH_DOCUMENTS,
        "rulebook.authorise_rulechange",
        "games.view_incident",
        *MONEY,
        *CASHIER,
        *PEOPLE,
        *PROTECTION,
        *IDENTITY,
        *FIND,
        *AUDIT,
        "inbox.view_complaint",
        *WORKSPACE,
    ),
    _("compliance reader"): READER,
    _("compliance officer"): (*READER, *OFFICER_ACTIONS, *NOTES),
    _("table manager"): (
        *PLAY,
        *RULES,
        *FLOOR,
        "games.change_incident",
        "games.change_chatline",
        "games.change_table",
        "floor.add_tablesuspension",
        "floor.release_tablesuspension",
        "games.add_table",
        "games.add_tablesession",
        "games.change_tablesession",
        "players.view_playsession",
    ),
    _("cashier"): (
        *MONEY,
        *CASHIER,
        "cashier.release_payment",
        "cashier.add_adjustment",
        "cashier.approve_adjustment",
        *BANK_ACTIONS,
        *PEOPLE,
        *NOTES,
    ),
    _("support"): (
        *PLAY,
        *FLOOR,
        "games.change_chatline",
        *PEOPLE,
        *NOTES,
        *FIND,
        *PROTECTION,
        "cashier.view_payment",
        "wallet.view_account",
        *CORRESPONDENCE,
        "inbox.change_complaint",
        "inbox.add_bulknotice",
    ),
    _("identity officer"): (
        *PEOPLE,
        *NOTES,
        *FIND,
        *IDENTITY,
        "identity.change_identity",
        "identity.view_uploadeddocument",
        "players.change_player",
    ),
    # Player protection and money laundering are apart: nobody learns of a suspicion by the way.
    _("care officer"): (
        *PEOPLE,
        *NOTES,
        *PROTECTION,
        "compliance.view_workspace",
        "monitoring.view_care_alert",
        "monitoring.view_ruleversion",
        "monitoring.decide_care_case",
        "protection.release_deposithold",
        "care.view_contact",
        "care.add_contact",
    ),
    _("laundering officer"): (
        *PEOPLE,
        *MONEY,
        *CASHIER,
        *IDENTITY,
        "compliance.view_workspace",
        "monitoring.view_ruleversion",
        "monitoring.add_ruleversion",
        "monitoring.approve_ruleversion",
        *LAUNDERING,
        "regulator.view_alertfile",
    ),
    _("auditor"): (*READER, "players.view_person", "auth.view_group", "backoffice.view_staffchange"),
}
# Everybody who works for the house sees who is on duty when. Management draws the roster.
for _role in ROLES.keys() - {"regulator"}:
    ROLES[_role] = (*ROLES[_role], "backoffice.view_plannedshift")
# Management does not sign rules, does not request corrections that it approves, does not see documents, and
# does not learn of suspicions of money laundering.
EXCLUDED_FROM_MANAGEMENT = frozenset(
    {
        "rulebook.add_rulechange",
        "rulebook.endorse_rulechange",
        "rulebook.authorise_rulechange",
        "cashier.add_adjustment",
        "identity.view_uploadeddocument",
        *LAUNDERING,
    }
)
# Management runs the casino and approves what others propose. There are no superusers.
ROLES[_("management")] = tuple(
    sorted(
        {permission for permissions in ROLES.values() for permission in permissions}
        - EXCLUDED_FROM_MANAGEMENT
        | {*STAFF, "backoffice.propose_staffchange", "backoffice.add_plannedshift"}
    )
)
ROLES["compliance officer"] = (*ROLES["compliance officer"], *STAFF)

# Who has one of these rights works in that area of the navigation. The other areas are folded, and the third
# and fourth as well: management may do something everywhere.
AREA_RIGHTS: dict[str, tuple[str, ...]] = {
    "tables": ("games.change_table", "rulebook.add_rulechange", "rulebook.endorse_rulechange"),
    "money": ("cashier.release_payment",),
    "bank": ("bank.add_bankfile",),
    "people": ("inbox.change_complaint", "identity.change_identity"),
    "compliance": ("compliance.view_workspace",),
}
MAX_OPEN_AREAS = 2


def write_roles() -> None:
    """Give every role exactly its permissions, undoing manual changes."""
    known = {
        f"{permission.content_type.app_label}.{permission.codename}": permission
        for permission in Permission.objects.select_related("content_type")
    }
    for name, permissions in ROLES.items():
        group, _created = Group.objects.get_or_create(name=name)
        group.permissions.set([known[permission] for permission in permissions])
    StaffPolicy.objects.update_or_create(pk=1, defaults={"approver_days": settings.STAFF_APPROVER_DAYS})


def grant_role(person: Person, role: str) -> None:
    person.groups.add(Group.objects.get(name=role))
