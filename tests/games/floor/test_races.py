"""A table's change and several people who confirm it at the same moment, each on a connection of their own."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from games.floor.changes import Decided, NotYours, change_confirm
from games.models import TableSetting
from players.models import Person
from tests.at_once import at_once
from tests.games.floor.test_table_changes import proposed, setting
from tests.room import table_open


@pytest.mark.parametrize("races", [25, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.usefixtures("lasting_db")
def test_of_all_who_confirm_at_once_one_wins_and_it_is_never_the_proposer(races: int) -> None:
    people = [
        Person.objects.create_user(f"{uuid4().hex}@feltro.example", "x", is_staff=True) for _ in range(4)
    ]
    table = table_open()
    for turn in range(races):
        author = people[turn % len(people)]
        change = proposed(table, author, minimum=100 * (turn % 7 + 2))
        won = confirmed_at_once(change.pk, people)
        assert len(won) == 1 and won[0] != author.pk
        assert setting(table).minimum == 100 * (turn % 7 + 2)
    assert TableSetting.objects.filter(table=table).count() == races + 1


def confirmed_at_once(change: int, people: list[Person]) -> list[int]:
    won: list[int] = []

    def confirm(person: Person) -> None:
        change_confirm(change=change, person=person)
        won.append(person.pk)

    at_once(*(partial(confirm, person) for person in people), refused=(NotYours, Decided))
    return won
