"""The audit log: one line for everything a person does, in the same transaction, sealed each minute into a chain."""

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
    **said: Any,
) -> Line:
    """Appends one line in the caller's transaction: `note("limits.deposit-raised", person=…, player=…, about="limit:12", cents=500)`.

    The kind is namespaced and in the past tense. `person` is who did it, `player` whom it concerns; a request adds the
    address and the device, and the person who is signed in where none is named.
    """
    from players.audit import recording

    return recording.append(kind, person=person, player=player, about=about, request=request, said=said)
