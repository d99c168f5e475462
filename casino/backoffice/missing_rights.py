"""The right that a refused request lacks, in words, and the roles that have it."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import Struct

from casino.backoffice.permission_labels import describe_permissions
from casino.backoffice.right_uses import permission_of_page
from casino.backoffice.roles import ROLES


class MissingRight(Struct, frozen=True):
    """A right, the roles that include it and the roles of the reader."""

    text: str
    roles: list[str]
    own_roles: list[str]


def missing_right(request: HttpRequest, exception: BaseException | None) -> MissingRight | None:
    """The right, if one is missing. A step may also be refused for another reason than a right."""
    permission = getattr(exception, "permission", "") or permission_of_page(request)
    if not permission or request.user.has_perm(permission):
        return None
    roles = [name for name, permissions in ROLES.items() if permission in permissions]
    if not roles:
        return None  # nobody may do this here
    own = request.user.groups.order_by("name").values_list("name", flat=True)
    return MissingRight(
        describe_permissions((permission,)),
        [gettext(role) for role in roles],
        [gettext(role) for role in own],
    )
