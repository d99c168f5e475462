"""Refusals of the back office: a missing right, an earlier decision, an unknown filter."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied


class MissingPermission(PermissionDenied):
    """The person's roles do not include `permission` ("app.verb_model"). The page names the right."""

    def __init__(self, permission: str) -> None:
        super().__init__(permission)
        self.permission = permission


class DecidedMeanwhile(Exception):
    """The decision was taken before, by another person or the same. The page says by whom, when and how."""

    def __init__(
        self, *, record: str, url: str, by: str = "", at: datetime | None = None, outcome: str = ""
    ) -> None:
        super().__init__(record)
        self.record, self.url, self.by, self.at, self.outcome = record, url, by, at, outcome


class InvalidFilter(Exception):
    """A filter in the address has a value that the page does not know. It lists nothing, never everything."""

    def __init__(self, name: object = "", value: str = "") -> None:
        super().__init__(str(name), value)
        self.name, self.value = name, value[:80]
