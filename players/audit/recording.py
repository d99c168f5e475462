"""How a line of the audit log is written: what a request adds to it, and what must never stand in it."""

from __future__ import annotations

import re
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied

from players.audit.models import Line
from players.models import Person, Player

# Namespaced, in the past tense: «limits.deposit-raised».
KIND = re.compile(r"[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+")


def append(
    kind: str, *, person: Any, player: Player | int | None, about: str, request: Any, said: dict[str, Any]
) -> Line:
    if not KIND.fullmatch(kind) or len(kind) > 60:
        raise ValueError(f"{kind!r} is no kind of an audit line: namespaced, small letters, hyphens.")
    if person is None and request is not None:
        person = getattr(request, "user", None)
    return Line.objects.create(
        kind=kind,
        person=person if isinstance(person, Person) else None,
        player_id=player.pk if isinstance(player, Player) else player,
        about=about,
        said=said,
        address=_address(request),
        device=request.headers.get("User-Agent", "")[:200] if request is not None else "",
    )


def _address(request: Any) -> str | None:
    """The visitor's address as the sign-in library finds it: behind the proxies that the settings name, and no further."""
    if request is None:
        return None
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return None
