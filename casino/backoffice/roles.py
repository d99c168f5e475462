"""Who may do what in the back office. A role is a group; what it may do stands here and is written at every migration."""

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
SIGNED = (*RULES, "rulebook.view_ruledocument")  # with the regulator's papers
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
    "cashier.view_errand",
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
LETTERS = ("inbox.view_complaint", "inbox.view_message", "history.view_statement")
MONEY = ("wallet.view_account", "wallet.view_transfer")
PEOPLE = ("players.view_player", "players.view_playsession")
# What the workspace shows, and what an officer does there; a reader of it and the regulator do nothing.
WORKSPACE: tuple[str, ...] = (
    "reports.view_issue",
    "compliance.view_workspace",
    "integrity.view_case",
    "returns.view_day",
    "watch.view_state",
    "watch.view_root",
    "watch.view_proof",
    "care.view_marker",
    "care.view_contact",
    "regulator_files.view_regulatorfile",
)
OFFICE: tuple[str, ...] = (
    "reports.add_issue",
    "integrity.act_case",
    "integrity.open_hands",
    "returns.add_answer",
    "watch.add_proof",
    "watch.add_manifest",
    "care.add_contact",
    "regulator_files.reprocess_regulatorfile",
)
READER = (
    *PLAY,
    *SIGNED,
    *FLOOR,
    *MONEY,
    *CASHIER,
    *PEOPLE,
    *PROTECTION,
    *IDENTITY,
    *AUDIT,
    *LETTERS,
    *WORKSPACE,
)

# Who works here: management proposes, and a compliance officer, or another of the management, approves.
STAFF = (
    "players.view_person",
    "auth.view_group",
    "backoffice.view_staffchange",
    "backoffice.approve_staffchange",
)

ROLES: dict[str, tuple[str, ...]] = {
    _("rules author"): (*PLAY, *SIGNED, "rulebook.add_rulechange"),
    _("rules approver"): (*PLAY, *SIGNED, "rulebook.endorse_rulechange"),
    _("regulator"): (
        *PLAY,
        *SIGNED,
        "rulebook.authorise_rulechange",
        "games.view_incident",
        *MONEY,
        *CASHIER,
        *PEOPLE,
        *PROTECTION,
        *IDENTITY,
        *AUDIT,
        "inbox.view_complaint",
        *WORKSPACE,
    ),
    _("compliance reader"): READER,
    _("compliance officer"): (*READER, *OFFICE),
    _("table manager"): (
        *PLAY,
        *RULES,
        *FLOOR,
        "games.change_incident",
        "games.change_chatline",
        "games.change_table",
        "games.add_table",
        "games.add_tablesetting",
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
        *PEOPLE,
    ),
    _("support"): (
        *PLAY,
        *FLOOR,
        "games.change_chatline",
        *PEOPLE,
        *PROTECTION,
        "cashier.view_payment",
        "wallet.view_account",
        *LETTERS,
        "inbox.change_complaint",
    ),
    _("identity officer"): (
        *PEOPLE,
        *IDENTITY,
        "identity.change_identity",
        "identity.view_paper",
        "players.change_player",
    ),
    _("auditor"): (*READER, "players.view_person", "auth.view_group", "backoffice.view_staffchange"),
}
# What management does not do itself: sign rules, ask for corrections that it would then approve, see identity papers.
NOT_MANAGEMENT = frozenset(
    {
        "rulebook.add_rulechange",
        "rulebook.endorse_rulechange",
        "rulebook.authorise_rulechange",
        "cashier.add_adjustment",
        "identity.view_paper",
    }
)
# Runs the house and approves what others propose. It is no superuser: nobody is.
ROLES[_("management")] = tuple(
    sorted(
        {right for rights in ROLES.values() for right in rights} - NOT_MANAGEMENT
        | {*STAFF, "backoffice.propose_staffchange"}
    )
)
ROLES["compliance officer"] = (*ROLES["compliance officer"], *STAFF)


def roles_write() -> None:
    """Every role with exactly its permissions, whatever was changed by hand."""
    known = {
        f"{right.content_type.app_label}.{right.codename}": right
        for right in Permission.objects.select_related("content_type")
    }
    for name, rights in ROLES.items():
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.set([known[right] for right in rights])
    StaffPolicy.objects.update_or_create(pk=1, defaults={"approver_days": settings.STAFF_APPROVER_DAYS})


def grant_role(person: Person, role: str) -> None:
    person.groups.add(Group.objects.get(name=role))
