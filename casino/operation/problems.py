"""What `manage.py doctor` reports: a problem of an installation, or what it cannot know, and what to do."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    problem: str
    fix: str
    is_unknown: bool = False  # nothing wrong was found, because it cannot be seen from here
