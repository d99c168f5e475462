"""Attempts to get round approval: whatever is written, by whichever road, rules come in force by three people or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction

from games.models import RuleSheet
from games.rulebook import changes
from games.rulebook.models import RuleChange, RuleContent, RuleStep
from players.models import Person
from players.shared.clock import now
from tests.games.rulebook.people import PDF, Desk, brought_to, desk, draft, in_force, take

STEP = "INSERT INTO rulebook_rulestep (change_id, person_id, verb, digest, reason, reference) VALUES (%s, %s, %s, %s, 'uma boa razão', '')"


def fails(sql: str, *values: Any) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)


@pytest.fixture
def people(db: None) -> Desk:
    return desk()


@pytest.fixture(params=["house_app", ""], ids=["as the house", "as the owner"])
def role(request: Any, people: Desk) -> Iterator[str]:
    """Both the role of the running house and the owner of the tables: a shell in production may be either."""
    request.getfixturevalue("db")
    yield request.param


def become(role: str) -> None:
    if role:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE house_app")


def test_AR_P3_a_sheet_nobody_approved_is_not_put_in_force(people: Desk, role: str) -> None:
    """[AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3] [HE-P3]"""
    sheet = in_force("baccarat")
    data = sheet.data.replace('"charged":"banco-bets"', '"charged":"all-prizes"')
    assert data != sheet.data
    values = (sheet.version + 1, data, hashlib.sha256(data.encode()).hexdigest())
    become(role)
    insert = "INSERT INTO games_rulesheet (system, version, status, data, digest, reference) VALUES ('baccarat', %s, 'in-force', %s, %s, {})"
    fails(insert.format("'R-1'"), *values)
    fails(insert.format("'DEMO-1'"), *values)
    assert RuleSheet.objects.get(system="baccarat", status="in-force") == sheet


def test_an_old_sheet_is_not_put_back_in_force_by_hand(people: Desk, role: str) -> None:
    old = in_force("baccarat")
    brought_to("in-force", people, draft(people))
    become(role)
    fails("UPDATE games_rulesheet SET status = 'in-force' WHERE id = %s", old.pk)
    fails("UPDATE games_rulesheet SET data = '{}' WHERE status = 'in-force'")


def test_the_standing_of_a_request_is_written_by_nobody(people: Desk, role: str) -> None:
    change = take(draft(people), "submit", people.author)
    become(role)
    for sql in (
        "UPDATE rulebook_rulechange SET state = 'scheduled', moment = now(), reference = 'R-1' WHERE id = %s",
        "UPDATE rulebook_rulechange SET state = 'authorised' WHERE id = %s",
        "UPDATE rulebook_rulechange SET author_id = NULL WHERE id = %s",
        "UPDATE rulebook_rulechange SET earliest = NULL, moment = now() WHERE id = %s",
        "UPDATE rulebook_rulechange SET title = 'outra coisa' WHERE id = %s",
        "DELETE FROM rulebook_rulechange WHERE id = %s",
    ):
        fails(sql, change.pk)
    fails("INSERT INTO rulebook_rulechange (system, title, reason, state, content_id, author_id, generator, reference) "
          "VALUES ('blackjack', 'x', '', 'authorised', %s, %s, false, 'R-1')", change.content_id, people.author.pk)  # fmt: skip


def test_steps_contents_and_documents_are_append_only(people: Desk, role: str) -> None:
    brought_to("authorised", people, draft(people))
    become(role)
    for table in ("rulebook_rulestep", "rulebook_rulecontent", "rulebook_ruledocument"):
        fails(f"UPDATE {table} SET at = now()")
        fails(f"DELETE FROM {table}")
        fails(f"TRUNCATE {table} CASCADE")


def test_a_content_is_the_one_of_its_digest(people: Desk, role: str) -> None:
    digest = in_force("baccarat").digest
    become(role)
    fails("INSERT INTO rulebook_rulecontent (system, digest, data) VALUES ('baccarat', %s, '{}')", digest)
    fails("INSERT INTO rulebook_rulecontent (system, digest, data) VALUES ('baccarat', %s, '{}')", "f" * 64)


def test_what_was_endorsed_is_not_exchanged_for_something_else(people: Desk, role: str) -> None:
    change = brought_to("endorsed", people, draft(people, charged="all-prizes"))
    sheet = changes.read("baccarat", change.content.data)
    other = changes.content_keep("baccarat", type(sheet)(pairs=False))
    become(role)
    fails("UPDATE rulebook_rulechange SET content_id = %s WHERE id = %s", other.pk, change.pk)


def test_a_decision_of_the_regulator_is_not_dated_before_the_request(people: Desk, role: str) -> None:
    change = brought_to("endorsed", people, draft(people))
    paper = changes.document_keep(change=change, person=people.regulator, name=PDF[0], data=PDF[1])
    become(role)
    insert = (
        "INSERT INTO rulebook_rulestep (change_id, person_id, verb, digest, reason, reference, document_id, dated) "
        "VALUES (%s, %s, 'authorise', %s, '', 'R-1', %s, (now() AT TIME ZONE 'Europe/Lisbon')::date - %s)"
    )
    values = (change.pk, people.regulator.pk, change.content.digest, paper.pk)
    fails(insert, *values, 1)
    with connection.cursor() as cursor:
        cursor.execute(insert, [*values, 0])
    change.refresh_from_db()
    assert change.state == "authorised"


def test_the_shell_and_sql_do_not_sign_what_is_their_own(people: Desk, role: str) -> None:
    """Nor does the management, nor somebody without the role, nor nobody at all."""
    head = Person.objects.create_user("cabeca@feltro.example", "x", is_staff=True)
    head.groups.add(Group.objects.get(name="management"))
    people.author.groups.add(Group.objects.get(name="rules approver"), Group.objects.get(name="regulator"))
    change = take(draft(people), "submit", people.author)
    digest = change.content.digest
    become(role)
    for person in (people.author.pk, head.pk, people.regulator.pk, None):
        fails(STEP, change.pk, person, "endorse", digest)
    for verb in ("authorise", "schedule", "activate", "supersede", "approve", ""):
        for person in (people.author.pk, people.approver.pk, people.regulator.pk, None):
            fails(STEP, change.pk, person, verb, digest)
    with pytest.raises(DatabaseError), transaction.atomic():
        RuleStep.objects.create(change=change, person=people.author, verb="endorse", digest=digest)
    with pytest.raises(DatabaseError), transaction.atomic():
        RuleStep.objects.bulk_create(
            [RuleStep(change=change, person=people.author, verb="endorse", digest=digest)]
        )
    with pytest.raises(DatabaseError), transaction.atomic():
        RuleChange.objects.filter(pk=change.pk).update(state="in-force")
    with pytest.raises(DatabaseError), transaction.atomic():
        RuleChange.objects.bulk_update([RuleChange(pk=change.pk, state="scheduled")], ["state"])
    assert RuleChange.objects.get(pk=change.pk).state == "submitted"


def test_a_step_is_about_this_very_content(people: Desk, role: str) -> None:
    change = take(draft(people), "submit", people.author)
    become(role)
    fails(STEP, change.pk, people.approver.pk, "endorse", "0" * 64)
    fails(STEP, change.pk, people.approver.pk, "endorse", in_force("baccarat").digest)


def test_nothing_comes_in_force_before_its_moment_or_sooner_than_lawful(people: Desk, role: str) -> None:
    change = brought_to("scheduled", people, draft(people), now() + timedelta(hours=2))
    royal = brought_to("authorised", people, draft(people, "macau-stud", royal_times=70))
    become(role)
    fails(STEP, change.pk, None, "activate", change.content.digest)
    fails(
        STEP.replace("reference)", "reference, moment)").replace("'')", "'', now())"),
        royal.pk,
        people.author.pk,
        "schedule",
        royal.content.digest,
    )


def test_MS_13_the_database_counts_the_weekdays_itself(people: Desk, role: str) -> None:
    """[MS-13]"""
    change = take(draft(people, "macau-stud", royal_times=70), "submit", people.author)
    become(role)
    soon = STEP.replace("reference)", "reference, moment)").replace("'')", "'', now() + interval '1 day')")
    fails(soon, change.pk, people.approver.pk, "endorse", change.content.digest)
    fails(STEP, change.pk, people.approver.pk, "endorse", change.content.digest)


def test_MS_13_the_database_counts_them_for_the_first_determination_too(people: Desk, role: str) -> None:
    """[MS-13]"""
    change = take(draft(people, "macau-stud", chat=True), "submit", people.author)
    become(role)
    soon = STEP.replace("reference)", "reference, moment)").replace("'')", "'', now() + interval '1 day')")
    fails(soon, change.pk, people.approver.pk, "endorse", change.content.digest)
    fails(STEP, change.pk, people.approver.pk, "endorse", change.content.digest)


def test_the_laws_are_not_switched_off_by_the_running_house(people: Desk) -> None:
    become("house_app")
    for sql in (
        "ALTER TABLE rulebook_rulestep DISABLE TRIGGER ALL",
        "DROP TRIGGER rule_sheet_is_approved ON games_rulesheet",
        "CREATE OR REPLACE FUNCTION rule_three_people(bigint, text) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
        "SET session_replication_role = replica",
    ):
        fails(sql)


def test_a_content_is_kept_once_however_often_it_is_written(people: Desk) -> None:
    sheet = changes.read("baccarat", in_force("baccarat").data)
    assert changes.content_keep("baccarat", sheet) == changes.content_keep("baccarat", sheet)
    assert RuleContent.objects.filter(system="baccarat").count() == 1
