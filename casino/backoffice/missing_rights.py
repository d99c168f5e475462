"""The right that a refused request lacks, in words, and the roles that have it."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import Struct

from casino.backoffice.permission_labels import describe_permissions
from casino.backoffice.registered import registered_admins
from casino.backoffice.roles import ROLES
from casino.backoffice.theme import NAVIGATION

# The last part of the name of an admin page, and the verb of its permission.
VERBS = {"changelist": "view", "change": "view", "history": "view", "add": "add", "delete": "delete"}


class MissingRight(Struct, frozen=True):
    """A right, the roles that include it and the roles of the reader."""

    text: str
    roles: list[str]
    own_roles: list[str]


def missing_right(request: HttpRequest, exception: BaseException | None) -> MissingRight | None:
    """The right, if one is missing. A step may also be refused for another reason than a right."""
    permission = getattr(exception, "permission", "") or _permission_of_page(request)
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


def _permission_of_page(request: HttpRequest) -> str:
    """The permission that shows the page, by its address."""
    return next(_permissions_of_page(request), "")


def _permissions_of_page(request: HttpRequest) -> Iterator[str]:
    match = request.resolver_match
    name = match.url_name if match is not None else None
    for options in (model_admin.opts for model_admin in registered_admins()):
        start = f"{options.app_label}_{options.model_name}_"
        verb = VERBS.get((name or "").removeprefix(start))
        if name and name.startswith(start) and verb:
            yield f"{options.app_label}.{verb}_{options.model_name}"
    for group in NAVIGATION:
        for item in group["items"]:
            if "right" in item and str(item["link"]) == request.path:
                yield item["right"]
