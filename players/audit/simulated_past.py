"""Whether a lively demonstration still waits for its simulated past.

Its rows are dated before the house opened, so nothing is sealed before they are there: a seal covers
everything up to its end, and so do the roots of the record.
"""

from __future__ import annotations

from django.conf import settings

from players.audit.models import Line

# The kinds of the audit lines; the last one says how it stands.
BEGUN = "demonstration.past-begun"
WRITTEN = "demonstration.past-written"
LEFT_OUT = "demonstration.past-left-out"


def last_kind() -> str:
    """The kind of the last line about the past; empty if there is none."""
    lines = Line.objects.filter(kind__in=(BEGUN, WRITTEN, LEFT_OUT)).order_by("-pk")
    return lines.values_list("kind", flat=True).first() or ""


def is_past_awaited() -> bool:
    return bool(settings.HOUSE_LIVELY) and last_kind() == BEGUN
