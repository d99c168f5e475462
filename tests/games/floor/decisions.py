"""Decisions about changes of tables, in the words of the tests."""

from __future__ import annotations

from casino.backoffice.roles import grant_role, write_roles
from games.floor.changes import TABLE_CHANGE
from games.floor.models import TableChange
from players.decisions.deciding import take_step
from players.models import Person


def with_right(person: Person) -> Person:
    """The person, who may change tables."""
    write_roles()
    grant_role(person, "table manager")
    return Person.objects.get(pk=person.pk)


def confirm_change(*, change: int, person: Person) -> TableChange:
    return take_step(TABLE_CHANGE, change, "confirm", person=person)


def refuse_change(*, change: int, person: Person, reason: str) -> TableChange:
    return take_step(TABLE_CHANGE, change, "refuse", person=person, reason=reason)
