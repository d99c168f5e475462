"""How the reports of a signed month reach the people of a role by e-mail, if an optional app sends them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, Protocol

from django.contrib.auth.models import Group
from django.db.models import QuerySet

from players.models import Person


class ClosingMail(Protocol):
    def roles(self) -> QuerySet[Group]:
        """The roles that the reports may go to."""

    def sent_months(self, months: Collection[date]) -> set[date]:
        """Which of these months were sent to somebody."""

    def mails_of(self, month: date) -> Iterable[Any]:
        """The e-mails of this month, each with its person, outcome and end."""

    def send(self, *, month: date, role: Group, by: Person) -> int:
        """Send the month to the people of the role. Returns how many e-mails are new."""


_registered: list[ClosingMail] = []


def register_closing_mail(sender: ClosingMail) -> None:
    _registered[:] = [sender]


def closing_mail() -> ClosingMail | None:
    return _registered[0] if _registered else None
