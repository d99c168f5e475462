"""The reasons that staff give: how one is read from a form, and what is said when it is too short.

`templates/backoffice/reason.html` is the field that goes with it; both say how long a reason is.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 8, 200


def too_short(shortest: int = SHORTEST) -> str:
    return _("Write a reason of at least %(least)s characters: it stays on the record.") % {"least": shortest}


def reason_of(
    request: HttpRequest, *, name: str = "reason", shortest: int = SHORTEST, longest: int = LONGEST
) -> str:
    """The reason as it is kept, in one line. It is empty where it was too short, and a message says so."""
    reason = " ".join(request.POST.get(name, "").split())[:longest]
    if len(reason) < shortest:
        messages.error(request, too_short(shortest))
        return ""
    return reason
