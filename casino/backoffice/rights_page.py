"""Which role has which right, and when the people of the role last used it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from functools import wraps
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from casino.backoffice.permission_labels import area_title, describe_permissions
from casino.backoffice.right_uses import Uses, last_uses, recorded_since
from casino.backoffice.roles import ROLES
from players.models import Person, RoleEnd
from players.shared import clock
from players.shared.admin_base import signed_in_staff
from players.shared.list_filters import chosen_value
from players.shared.staff_errors import MissingPermission

PERMISSION = "auth.view_group"
UNUSED_DAYS = (30, 90, 365)


class RightCell(Struct, frozen=True):
    """A right of a role: whether the role has it, and when one of its people last used it."""

    is_held: bool
    used: datetime | None


class Right(Struct, frozen=True):
    label: str
    cells: list[RightCell]
    people: int
    used: datetime | None


class RightGroup(Struct, frozen=True):
    title: str
    rights: list[Right]


class Matrix:
    """The rights of some roles. With `unused`, only those without a use in that many days."""

    def __init__(self, roles: list[str], *, only_actions: bool, unused: int, now: datetime) -> None:
        self.roles, self.now = roles, now
        self.only_actions, self.unused = only_actions, unused
        self.members = members_of_roles()
        self.uses: Uses = last_uses(now)
        self.groups = self._groups()
        self.ends = ending_roles(roles)

    @property
    def columns(self) -> list[tuple[str, int, date | None]]:
        """The name of each role, the number of its people, and when the next of them loses it."""
        ends: dict[str, date] = {}
        for end in self.ends:
            ends.setdefault(end.role, end.last_day)
        return [(_(role), len(self.members.get(role, ())), ends.get(role)) for role in self.roles]

    @property
    def width(self) -> int:
        return len(self.roles) + 3

    def _groups(self) -> list[RightGroup]:
        groups: dict[str, list[Right]] = {}
        for permission in sorted({right for role in self.roles for right in ROLES[role]}):
            if (right := self._right(permission)) is not None:
                groups.setdefault(area_title(permission), []).append(right)
        return [
            RightGroup(title, sorted(rights, key=lambda right: right.label))
            for title, rights in sorted(groups.items())
        ]

    def _right(self, permission: str) -> Right | None:
        if self.only_actions and ".view_" in permission:
            return None
        holders: set[int] = set()
        cells = []
        for role in self.roles:
            is_held = permission in ROLES[role]
            people = self.members.get(role, set()) if is_held else set()
            holders |= people
            cells.append(RightCell(is_held, self._last(people, permission)))
        used = self._last(holders, permission)
        if self.unused and used is not None and used > self.now - timedelta(days=self.unused):
            return None
        label = capfirst(describe_permissions((permission,)))
        return Right(label, cells, len(holders), used)

    def _last(self, people: set[int], permission: str) -> datetime | None:
        moments = (self.uses.get((person, permission)) for person in people)
        return max((moment for moment in moments if moment is not None), default=None)


class EndingRole(Struct, frozen=True):
    """A role that somebody has until a day."""

    role: str
    email: str
    last_day: date


def ending_roles(roles: Sequence[str]) -> list[EndingRole]:
    """The roles that end by themselves, the next one first."""
    rows = RoleEnd.objects.filter(role__name__in=roles, last_day__gte=clock.day_of(clock.now()))
    values = rows.order_by("last_day", "person__email").values_list("role__name", "person__email", "last_day")
    return [EndingRole(*row) for row in values]


def members_of_roles() -> dict[str, set[int]]:
    """The people of each role who may sign in."""
    pairs = Person.objects.filter(is_staff=True, is_active=True, groups__name__in=ROLES)
    members: dict[str, set[int]] = {}
    for person, role in pairs.values_list("pk", "groups__name"):
        members.setdefault(role, set()).add(person)
    return members


View = Callable[..., HttpResponse]


def with_permission(permission: str) -> Callable[[View], View]:
    """Restrict a page of the back office to people with a permission."""

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponse:
            if not signed_in_staff(request).has_perm(permission):
                raise MissingPermission(permission)
            return view(request, **parts)

        return guarded

    return decorate


@require_safe
@with_permission(PERMISSION)
def rights_page(request: HttpRequest) -> HttpResponse:
    role = chosen_value(request.GET, "role", ROLES, _("role"))
    days = [str(choice) for choice in (0, *UNUSED_DAYS)]
    unused = int(chosen_value(request.GET, "unused", days, _("Used or not")) or 0)
    only_actions = "actions" in request.GET
    now = clock.now()
    matrix = Matrix([role] if role else list(ROLES), only_actions=only_actions, unused=unused, now=now)
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Rights and their use"),
        "matrix": matrix,
        "role": role,
        "roles": [("", _("All roles")), *((name, capfirst(_(name))) for name in ROLES)],
        "unused": unused,
        "unused_choices": [(0, _("Used or not")), *((d, _("Not used for %(days)s days") % {"days": d})
                                                    for d in UNUSED_DAYS)],
        "only_actions": only_actions,
        "since": recorded_since(),
        "sees_people": request.user.has_perm("players.view_person"),
    }  # fmt: skip
    return render(request, "backoffice/rights/rights.html", context)


urlpatterns = [path("rights/", admin.site.admin_view(rights_page), name="office_rights")]
