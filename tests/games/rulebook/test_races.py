"""Concurrent steps: one person signs while another changes the rules.

Only the displayed rules can be signed.
"""

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
from tests.concurrency import run_concurrently
from tests.games.rulebook.people import REASON, Signers, create_draft, create_signers, take_step
from tests.games.rulebook.test_laws import STEP
from tests.live_table import signer


def edit_and_resubmit(people: Signers, change: RuleChange, turn: int) -> None:
    """Returns the change to its author, edits it and submits it."""
    take_step(change, "return", people.approver)
    sheet = changes.rules_of(change)
    saved = changes.save_draft(
        change=change.pk,
        person=people.author,
        sheet=structs.replace(sheet, chat=not sheet.chat),
        title=f"a alteração {turn}",
        reason=REASON,
    )
    changes.take_change_step(
        change=change.pk, verb="submit", person=people.author, digest=saved.content.digest
    )


def endorse_displayed(people: Signers, change: int, digest: str, by_sql: bool) -> None:
    if by_sql:
        with connection.cursor() as cursor:
            cursor.execute(STEP, [change, people.approver.pk, "endorse", digest])
    else:
        changes.take_change_step(change=change, verb="endorse", person=people.approver, digest=digest)


@pytest.mark.parametrize("races", [25, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.usefixtures("lasting_db")
def test_no_person_signs_rules_that_change_at_the_same_moment(races: int) -> None:
    """A request is edited and submitted while the approver endorses what is displayed, by form or SQL."""
    people = create_signers()
    for change in RuleChange.objects.filter(
        system="blackjack", state__in=("draft", "returned", "submitted", "endorsed")
    ):
        take_step(change, "withdraw", people.approver)
    change = take_step(create_draft(people, "blackjack", double_any=True), "submit", people.author)
    signed = 0
    for turn in range(races):
        change, read = reload(change), reload(change).content.digest
        run_concurrently(
            partial(edit_and_resubmit, people, reload(change), turn),
            partial(endorse_displayed, people, change.pk, read, turn % 2 == 0),
            refused=(RuleRefused, DatabaseError),  # the other step was first
        )
        change = reload(change)
        if change.state == "endorsed":
            signed += 1
            assert changes.endorser_of(change) == people.approver.pk and change.content.digest == read, (
                "the endorsed rules are the displayed rules"
            )
            take_step(change, "return", people.regulator)
            take_step(change, "submit", people.author)
        else:
            if change.state == "returned":
                take_step(change, "submit", people.author)
            change = reload(change)
            assert change.state == "submitted" and changes.endorser_of(change) is None, (
                "an earlier signature does not count"
            )
    take_step(change, "withdraw", people.author)
    print(f"{races} races: {signed} signed as it was read, {races - signed} changed first")


def reload(change: RuleChange) -> RuleChange:
    return RuleChange.objects.select_related("content", "base").get(pk=change.pk)


@pytest.mark.parametrize("races", [40, pytest.param(1000, marks=pytest.mark.long)])
def test_one_of_several_concurrent_endorsements_wins(lasting_db: None, races: int) -> None:
    """In each race the author, two approvers and a manager endorse at the same moment, half by SQL."""
    people = create_signers()
    second = Person.objects.get_or_create(
        email="segundo-aprovador@feltro.example", defaults={"is_staff": True}
    )[0]
    second.groups.add(Group.objects.get(name="rules approver"))
    head = Person.objects.get_or_create(email="chefe@feltro.example", defaults={"is_staff": True})[0]
    head.groups.add(Group.objects.get(name="management"))
    people.author.groups.add(Group.objects.get(name="rules approver"))
    for change in RuleChange.objects.filter(system="baccarat", state__in=("draft", "submitted", "endorsed")):
        take_step(change, "withdraw", people.approver)
    change = take_step(create_draft(people), "submit", people.author)
    racers = (people.author, people.approver, second, head)
    start, end = threading.Barrier(len(racers) + 1), threading.Barrier(len(racers) + 1)
    winners: list[int] = []

    def race(person: Person, by_sql: bool) -> None:
        try:
            for _ in range(races):
                start.wait(120)
                try:
                    if by_sql:
                        with connection.cursor() as cursor:
                            cursor.execute(STEP, [change.pk, person.pk, "endorse", change.content.digest])
                    else:
                        changes.take_change_step(
                            change=change.pk, verb="endorse", person=person, digest=change.content.digest
                        )
                    winners.append(person.pk)
                except (changes.RuleRefused, DatabaseError):
                    pass
                end.wait(120)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=race, args=(person, index % 2 == 0)) for index, person in enumerate(racers)
    ]
    for thread in threads:
        thread.start()
    try:
        for number in range(1, races + 1):
            start.wait(120)
            end.wait(120)
            assert len(winners) == number, "exactly one wins each race"
            take_step(change, "return", people.regulator)
            take_step(change, "submit", people.author)
    finally:
        start.abort()
        end.abort()
        for thread in threads:
            thread.join()
    assert set(winners) <= {people.approver.pk, second.pk}
    assert change.steps.filter(verb="endorse").count() == races
    assert not change.steps.filter(verb="endorse", person=people.author).exists()
    take_step(change, "withdraw", people.author)
    signer("rules author").groups.remove(Group.objects.get(name="rules approver"))
