"""What `manage.py doctor` reports: a problem of an installation, and its fix."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    problem: str
    fix: str
