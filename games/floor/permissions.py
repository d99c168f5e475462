"""The permission check of the floor's own pages and actions."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from players.models import Person


def require_permission(request: HttpRequest, permission: str) -> Person:
    """The person who is signed in, if they have the permission."""
    if not isinstance(request.user, Person) or not request.user.has_perm(permission):
        raise PermissionDenied
    return request.user
