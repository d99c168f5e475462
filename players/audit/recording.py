"""Writes lines of the audit log, with what a request adds to them."""

from __future__ import annotations

import re
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied

from players.audit.models import Line
from players.models import Person, Player

# Namespaced and in the past tense: "limits.deposit-raised".
KIND = re.compile(r"[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+")


def append(
    kind: str, *, person: Any, player: Player | int | None, about: str, request: Any, details: dict[str, Any]
) -> Line:
    if not KIND.fullmatch(kind) or len(kind) > 60:
        raise ValueError(f"{kind!r} is not a valid kind; use a namespace, lower-case letters and hyphens.")
    if person is None and request is not None:
        person = getattr(request, "user", None)
    return Line.objects.create(
        kind=kind,
        person=person if isinstance(person, Person) else None,
        player_id=player.pk if isinstance(player, Player) else player,
        about=about,
        details=details,
        address=_address(request),
        device=request.headers.get("User-Agent", "")[:200] if request is not None else "",
    )


def _address(request: Any) -> str | None:
    """The client's address as the sign-in library determines it, behind the proxies that the settings
    name.
    """
    if request is None:
        return None
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return None
