"""Refusals that the error pages of the back office explain: a missing right, and an earlier decision."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied


class MissingPermission(PermissionDenied):
    """The person's roles do not include `permission` ("app.verb_model"). The page names the right."""

    def __init__(self, permission: str) -> None:
        super().__init__(permission)
        self.permission = permission


class DecidedMeanwhile(Exception):
    """Somebody else decided first. Nothing was changed; the page says who decided, when and how."""

    def __init__(
        self, *, record: str, url: str, by: str = "", at: datetime | None = None, outcome: str = ""
    ) -> None:
        super().__init__(record)
        self.record, self.url, self.by, self.at, self.outcome = record, url, by, at, outcome
