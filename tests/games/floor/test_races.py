"""Several people confirm the change of a table at the same moment, each on their own connection."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from casino.backoffice.roles import grant_role, write_roles
from games.models import TableSetting
from players.decisions.deciding import AlreadyDecided, SecondPersonRequired
from players.models import Person
from tests.concurrency import run_concurrently
from tests.games.floor.decisions import confirm_change
from tests.games.floor.test_table_changes import propose_setting, setting
from tests.live_table import table_open


@pytest.mark.parametrize("races", [25, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.usefixtures("lasting_db")
def test_one_of_several_concurrent_confirmations_wins_and_never_the_proposer(races: int) -> None:
    write_roles()
    people = [
        Person.objects.create_user(f"{uuid4().hex}@feltro.example", "x", is_staff=True) for _ in range(4)
    ]
    for person in people:
        grant_role(person, "table manager")
    table = table_open()
    for turn in range(races):
        author = people[turn % len(people)]
        change = propose_setting(table, author, minimum=100 * (turn % 7 + 2))
        winners = confirm_at_once(change.pk, people)
        assert len(winners) == 1 and winners[0] != author.pk
        assert setting(table).minimum == 100 * (turn % 7 + 2)
    assert TableSetting.objects.filter(table=table).count() == races + 1


def confirm_at_once(change: int, people: list[Person]) -> list[int]:
    winners: list[int] = []

    def confirm(person: Person) -> None:
        confirm_change(change=change, person=person)
        winners.append(person.pk)

    run_concurrently(
        *(partial(confirm, person) for person in people), refused=(SecondPersonRequired, AlreadyDecided)
    )
    return winners
