"""The reasons that staff give: how one is read from a form, and the message if it is too short.

`templates/backoffice/reason.html` is the field that goes with it; both state how long a reason must be.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

MIN_LENGTH, MAX_LENGTH = 8, 200


def too_short_message(minimum: int = MIN_LENGTH) -> str:
    return _("Write a reason of at least %(least)s characters: it stays on the record.") % {"least": minimum}


def reason_of(
    request: HttpRequest, *, name: str = "reason", minimum: int = MIN_LENGTH, maximum: int = MAX_LENGTH
) -> str:
    """The reason in one line; empty if it was too short, and then a message says so."""
    reason = " ".join(request.POST.get(name, "").split())[:maximum]
    if len(reason) < minimum:
        messages.error(request, too_short_message(minimum))
        return ""
    return reason
