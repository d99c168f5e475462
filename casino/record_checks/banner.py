"""What the back office says of failing self-checks: an alarm on the overview and on the proof panel, and one
quiet line on every other page.

It runs one query, and only if the page shows it.
"""

from __future__ import annotations

from functools import cached_property

from django.http import HttpRequest

from casino.record_checks.check_states import failing_checks
from casino.record_checks.labels import BANNER_TITLES, TITLES

LOUD = frozenset({"admin:index", "compliance_panel"})


class Banner:
    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def titles(self) -> list[str]:
        """The titles of the failing checks; empty for anyone who is not staff."""
        if not getattr(getattr(self.request, "user", None), "is_staff", False):
            return []
        return [str(BANNER_TITLES.get(name) or TITLES.get(name) or name) for name in failing_checks()]

    @property
    def is_loud(self) -> bool:
        match = self.request.resolver_match
        return match is not None and match.view_name in LOUD

    @property
    def may_open_panel(self) -> bool:
        return self.request.user.has_perm("self_checks.view_state")


def failing_checks_banner(request: HttpRequest) -> dict[str, object]:
    return {"self_check_banner": Banner(request)}
