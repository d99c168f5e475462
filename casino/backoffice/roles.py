"""Who may do what in the back office. A role is a group; what it may do stands here and is written at every migration."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.utils.translation import gettext_noop as _

from players.models import Person

PLAY = ("games.view_table", "games.view_tablesetting", "games.view_round", "games.view_event", "games.view_stake", "games.view_rulesheet")
IDENTITY = (
    "identity.view_identity",
    "identity.view_acceptance",
    "identity.view_terms",
    "identity.view_signin",
    "identity.view_testaccount",
)
MONEY = ("wallet.view_account", "wallet.view_transfer")
PEOPLE = ("players.view_player", "players.view_playsession")

ROLES: dict[str, tuple[str, ...]] = {
    _("rules author"): (*PLAY, "games.add_rulesheet"),
    _("rules approver"): (*PLAY, "games.change_rulesheet"),
    _("regulator"): (*PLAY, *MONEY, *PEOPLE, *IDENTITY),
    _("compliance reader"): (*PLAY, *MONEY, *PEOPLE, *IDENTITY),
    _("table manager"): (*PLAY, "games.change_table", "games.add_table", "games.add_tablesetting", "players.view_playsession"),
    _("cashier"): (*MONEY, *PEOPLE),
    _("support"): (*PLAY, *PEOPLE, "wallet.view_account"),
    _("identity officer"): (
        *PEOPLE,
        *IDENTITY,
        "identity.change_identity",
        "identity.view_paper",
        "identity.view_draft",
        "players.change_player",
    ),
    _("auditor"): (*PLAY, *MONEY, *PEOPLE, *IDENTITY, "players.view_person", "auth.view_group"),
}


def roles_write() -> None:
    """Every role with exactly its permissions, whatever was changed by hand."""
    known = {f"{right.content_type.app_label}.{right.codename}": right for right in Permission.objects.select_related("content_type")}
    for name, rights in ROLES.items():
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.set([known[right] for right in rights])


def grant_role(person: Person, role: str) -> None:
    person.groups.add(Group.objects.get(name=role))
