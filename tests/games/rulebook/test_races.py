"""Two people at the same moment: one signs what the other is changing. What is signed is what was read, or nothing is signed."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection
from msgspec import structs

from games.rulebook import changes
from games.rulebook.lifecycle import RuleRefused
from games.rulebook.models import RuleChange
from players.models import Person
from tests.at_once import at_once
from tests.games.rulebook.people import WHY, Desk, desk, draft, take
from tests.games.rulebook.test_laws import STEP
from tests.room import signer


def edited(people: Desk, change: RuleChange, turn: int) -> None:
    """Back to its author, changed, and submitted again."""
    take(change, "return", people.approver)
    sheet = changes.rules_of(change)
    told = {"title": f"a alteração {turn}", "reason": WHY}
    found = changes.draft_save(
        change=change.pk, person=people.author, sheet=structs.replace(sheet, chat=not sheet.chat), **told
    )
    changes.change_step(change=change.pk, verb="submit", person=people.author, digest=found.content.digest)


def signed_as_read(people: Desk, change: int, digest: str, by_sql: bool) -> None:
    if by_sql:
        with connection.cursor() as cursor:
            cursor.execute(STEP, [change, people.approver.pk, "endorse", digest])
    else:
        changes.change_step(change=change, verb="endorse", person=people.approver, digest=digest)


@pytest.mark.parametrize("races", [25, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.usefixtures("lasting_db")
def test_nobody_signs_what_was_changed_under_his_pen(races: int) -> None:
    """What is submitted goes back, is changed and submitted again, while the approver signs it as he read it, by form or by SQL."""
    people = desk()
    for left in RuleChange.objects.filter(
        system="blackjack", state__in=("draft", "returned", "submitted", "endorsed")
    ):
        take(left, "withdraw", people.approver)
    change = take(draft(people, "blackjack", double_any=True), "submit", people.author)
    signed = 0
    for turn in range(races):
        change, read = fresh(change), fresh(change).content.digest
        at_once(
            partial(edited, people, fresh(change), turn),
            partial(signed_as_read, people, change.pk, read, turn % 2 == 0),
            refused=(RuleRefused, DatabaseError),  # the other was faster
        )
        change = fresh(change)
        if change.state == "endorsed":
            signed += 1
            assert changes.endorser_of(change) == people.approver.pk and change.content.digest == read, (
                "what he signed is what he had read"
            )
            take(change, "return", people.regulator)
            take(change, "submit", people.author)
        else:
            if change.state == "returned":
                take(change, "submit", people.author)
            change = fresh(change)
            assert change.state == "submitted" and changes.endorser_of(change) is None, (
                "an older signature counts for nothing"
            )
    take(change, "withdraw", people.author)
    print(f"{races} races: {signed} signed as it was read, {races - signed} changed first")


def fresh(change: RuleChange) -> RuleChange:
    return RuleChange.objects.select_related("content", "base").get(pk=change.pk)


@pytest.mark.parametrize("races", [40, pytest.param(1000, marks=pytest.mark.long)])
def test_of_many_who_approve_at_once_one_does_and_never_the_author(lasting_db: None, races: int) -> None:
    """Each race: the author, two approvers and one of the management endorse at the same moment, half of them by SQL."""
    people = desk()
    second = Person.objects.get_or_create(
        email="segundo-aprovador@feltro.example", defaults={"is_staff": True}
    )[0]
    second.groups.add(Group.objects.get(name="rules approver"))
    head = Person.objects.get_or_create(email="chefe@feltro.example", defaults={"is_staff": True})[0]
    head.groups.add(Group.objects.get(name="management"))
    people.author.groups.add(Group.objects.get(name="rules approver"))
    for left in RuleChange.objects.filter(system="baccarat", state__in=("draft", "submitted", "endorsed")):
        take(left, "withdraw", people.approver)
    change = take(draft(people), "submit", people.author)
    racers = (people.author, people.approver, second, head)
    start, end = threading.Barrier(len(racers) + 1), threading.Barrier(len(racers) + 1)
    won: list[int] = []

    def race(person: Person, by_sql: bool) -> None:
        try:
            for _ in range(races):
                start.wait(120)
                try:
                    if by_sql:
                        with connection.cursor() as cursor:
                            cursor.execute(STEP, [change.pk, person.pk, "endorse", change.content.digest])
                    else:
                        changes.change_step(
                            change=change.pk, verb="endorse", person=person, digest=change.content.digest
                        )
                    won.append(person.pk)
                except (changes.RuleRefused, DatabaseError):
                    pass
                end.wait(120)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=race, args=(person, place % 2 == 0)) for place, person in enumerate(racers)
    ]
    for thread in threads:
        thread.start()
    try:
        for number in range(1, races + 1):
            start.wait(120)
            end.wait(120)
            assert len(won) == number, "one of them, and only one"
            take(change, "return", people.regulator)
            take(change, "submit", people.author)
    finally:
        start.abort()
        end.abort()
        for thread in threads:
            thread.join()
    assert set(won) <= {people.approver.pk, second.pk}
    assert change.steps.filter(verb="endorse").count() == races
    assert not change.steps.filter(verb="endorse", person=people.author).exists()
    take(change, "withdraw", people.author)
    signer("rules author").groups.remove(Group.objects.get(name="rules approver"))
