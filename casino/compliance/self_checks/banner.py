"""What is wrong, on every page of the back office: asked once for a page, and only where the page shows it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import HttpRequest

from casino.compliance.self_checks.check_states import wrong
from casino.compliance.self_checks.labels import BEHIND, TITLES


class Wrong:
    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def found(self) -> list[str]:
        """For staff alone; each by its name."""
        if not getattr(getattr(self.request, "user", None), "is_staff", False):
            return []
        return [str(BEHIND.get(name) or TITLES.get(name) or name) for name in wrong()]

    @property
    def may_look(self) -> bool:
        return self.request.user.has_perm("watch.view_state")


def wrong_things(request: HttpRequest) -> dict[str, Any]:
    return {"house_wrong": Wrong(request)}
