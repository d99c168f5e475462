"""Roles that are kept apart: no person should hold both.

Each single act already needs two people. Who holds both roles of a pair could still prepare one case and
decide another, so such a person is named before a role is given and afterwards.
"""

from __future__ import annotations

from collections import defaultdict

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from players.models import Person


class RoleConflict(Struct, frozen=True):
    roles: tuple[str, str]
    why: Promise


class RoleHolders(Struct, frozen=True):
    """A pair, and the people who hold both roles now."""

    conflict: RoleConflict
    people: tuple[str, ...]


CONFLICTS = (
    RoleConflict(
        ("rules author", "rules approver"),
        _(
            "People who write rules may not endorse rules: the regulator relies on two independent "
            "reviews. [AR-P3]"
        ),
    ),
    RoleConflict(
        ("rules author", "regulator"),
        _("The regulator authorises what the operator proposes, and is not the operator. [AR-P3]"),
    ),
    RoleConflict(
        ("rules approver", "regulator"),
        _("The regulator authorises what the operator proposes, and is not the operator. [AR-P3]"),
    ),
    RoleConflict(
        ("support", "cashier"),
        _("People who talk to players about their money may not pay it out or correct it."),
    ),
    RoleConflict(
        ("identity officer", "cashier"),
        _("People who confirm whose account it is may not pay out to it."),
    ),
    RoleConflict(
        ("table manager", "cashier"),
        _("People who end rounds and return stakes may not pay out withdrawals."),
    ),
    RoleConflict(
        ("care officer", "laundering officer"),
        _("People who talk with players about their play may not know whom the house suspects."),
    ),
    RoleConflict(
        ("support", "laundering officer"),
        _("People who talk to players may not know whom the house suspects."),
    ),
    RoleConflict(
        ("laundering officer", "management"),
        _("People who decide about suspicions may not manage those who report to them."),
    ),
    RoleConflict(
        ("auditor", "management"),
        _("People who audit may not manage what they audit."),
    ),
)


def conflicts_with(roles: set[str], role: str) -> list[RoleConflict]:
    """The pairs that somebody with these roles would hold with one more."""
    return [
        conflict
        for conflict in CONFLICTS
        if role in conflict.roles and roles & (set(conflict.roles) - {role})
    ]


def conflicts_of_change(email: str, role: str) -> list[RoleConflict]:
    """The pairs that the person of this address would hold."""
    person = Person.objects.filter(email__iexact=email, is_staff=True).first()
    held = set(person.groups.values_list("name", flat=True)) if person else set()
    return conflicts_with(held, role)


def holders_of_conflicts() -> list[RoleHolders]:
    """Every pair with the active people who hold both."""
    roles_by_person: dict[str, set[str]] = defaultdict(set)
    active = Person.objects.filter(is_staff=True, is_active=True, groups__isnull=False)
    for email, role in active.order_by("email").values_list("email", "groups__name"):
        roles_by_person[email].add(role)
    return [
        RoleHolders(
            conflict, tuple(email for email, held in roles_by_person.items() if held >= set(conflict.roles))
        )
        for conflict in CONFLICTS
    ]
