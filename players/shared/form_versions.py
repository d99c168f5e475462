"""Forms that two people may have open at once: the second to save is warned and loses nothing.

A page carries the version of what it shows. If that has changed when the form comes back, nothing is saved,
the page says so and keeps what was typed, and it carries the new version: saving again is then a decision.
"""

from __future__ import annotations

import hashlib

from django.http import HttpRequest

FIELD = "edition"


def form_version(*parts: object) -> str:
    """A short digest of what a page shows."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def is_outdated(request: HttpRequest, version: str) -> bool:
    """Whether the page that sent this form showed another version."""
    return request.POST.get(FIELD, version) != version
