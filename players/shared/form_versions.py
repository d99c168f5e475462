"""Forms that two windows may have open at once: whoever saves second is told, and nothing that they typed is lost.

A page carries the edition of what it shows. If that has changed when the form comes back, nothing is written, the page says so and keeps
what was typed, and carries the new edition: saving again is then a decision.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import HttpRequest

FIELD = "edition"


def edition_of(*parts: Any) -> str:
    """A short name of what a page shows: other contents have another."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def outdated(request: HttpRequest, edition: str) -> bool:
    """Whether the page that sent this form showed another edition."""
    return request.POST.get(FIELD, edition) != edition
