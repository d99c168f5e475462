"""What a change of staff would do: the roles and rights of the person before and after it."""

from __future__ import annotations

from collections.abc import Set
from typing import assert_never

from django.utils.translation import gettext
from msgspec import Struct

from casino.backoffice.models import StaffChange
from casino.backoffice.permission_labels import describe_by_area
from casino.backoffice.roles import ROLES
from players.models import Person

Kind = StaffChange.Kind


class ChangeEffect(Struct, frozen=True):
    """Roles by name, and rights in words by area."""

    before: list[str]
    after: list[str]
    gained: list[tuple[str, str]]
    lost: list[tuple[str, str]]


def effect_of(change: StaffChange) -> ChangeEffect | None:
    """The effect of a change that waits for a decision, from what the person has now."""
    if change.state != StaffChange.State.PROPOSED:
        return None
    person = Person.objects.filter(email=change.email).prefetch_related("groups").first()
    held = {group.name for group in person.groups.all()} if person is not None else set()
    before = held if person is not None and person.is_active else set()
    after = _roles_after(change, before, held)
    rights_before, rights_after = _rights(before), _rights(after)
    return ChangeEffect(
        _names(before),
        _names(after),
        describe_by_area(sorted(rights_after - rights_before)),
        describe_by_area(sorted(rights_before - rights_after)),
    )


def _roles_after(change: StaffChange, before: Set[str], held: Set[str]) -> Set[str]:
    """A role of somebody who may not sign in counts nowhere."""
    role = {change.role.name} if change.role is not None else set()
    match Kind(change.kind):
        case Kind.HIRE | Kind.GRANT:
            return before | role
        case Kind.REVOKE:
            return before - role
        case Kind.SUSPEND:
            return set()
        case Kind.RESTORE:
            return held
        case never:
            assert_never(never)


def _rights(roles: Set[str]) -> set[str]:
    return {right for role in roles for right in ROLES.get(role, ())}


def _names(roles: Set[str]) -> list[str]:
    return sorted(gettext(role) for role in roles)
