"""The audit log: one line for every action of a person, written in its transaction and sealed later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.http import HttpRequest

    from players.audit.models import Line
    from players.models import Person, Player


def note(
    kind: str,
    *,
    person: Person | AnonymousUser | None = None,
    player: Player | int | None = None,
    about: str = "",
    request: HttpRequest | Any | None = None,
    **details: Any,
) -> Line:
    """Appends one line in the caller's transaction: `note("limits.deposit-raised", person=…, player=…,
    about="limit:12", cents=500)`.

    The kind is namespaced and in the past tense. `person` acted, `player` is concerned. A request adds the
    network address, the device and, if no person is given, the person who is signed in.
    """
    from players.audit import recording

    return recording.append(kind, person=person, player=player, about=about, request=request, details=details)
