"""Attempts to bypass approval: on every code path, rules come into force only with three people."""

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
from tests.games.rulebook.people import (
    PDF,
    Signers,
    advance_to,
    create_draft,
    create_signers,
    ensure_in_force,
    take_step,
)
from tests.hostile_web import UNPROVEN
from tests.sessions import sign_in

STEP = (
    "INSERT INTO rulebook_rulestep (change_id, person_id, verb, digest, reason, reference) "
    "VALUES (%s, %s, %s, %s, 'uma boa razão', '')"
)


PROOFS: dict[int, str] = {}  # of an open session of each person


def fails(sql: str, *values: Any, by: int | None = None) -> str:
    """The database refuses it by a law of rule changes, not because nobody has signed in."""
    with pytest.raises(DatabaseError) as refusal, transaction.atomic():
        prove(by)
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
    assert by is not None or UNPROVEN not in str(refusal.value)
    return str(refusal.value)


def prove(person: int | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('feltro.session_proof', %s, true)", [PROOFS.get(person or 0, "")])


def open_session(person: Person) -> None:
    PROOFS[person.pk] = sign_in(person).decode()


@pytest.fixture
def people(db: None) -> Signers:
    return create_signers()


@pytest.fixture(params=["house_web", ""], ids=["web process", "owner"])
def role(request: Any, people: Signers) -> Iterator[str]:
    """The process that writes the steps of rule changes, and the owner of the tables."""
    request.getfixturevalue("db")
    for person in people:
        open_session(person)
    yield request.param
    PROOFS.clear()


def set_role(role: str) -> None:
    if role:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL ROLE {role}")


def test_AR_P3_an_unapproved_sheet_does_not_come_into_force(people: Signers, role: str) -> None:
    """[AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3] [HE-P3]"""
    sheet = ensure_in_force("baccarat")
    data = sheet.data.replace('"charged":"banco-bets"', '"charged":"all-prizes"')
    assert data != sheet.data
    values = (sheet.version + 1, data, hashlib.sha256(data.encode()).hexdigest())
    set_role(role)
    insert = (
        "INSERT INTO games_rulesheet (system, version, status, data, digest, reference) "
        "VALUES ('baccarat', %s, 'in-force', %s, %s, {})"
    )
    fails(insert.format("'R-1'"), *values)
    fails(insert.format("'DEMO-1'"), *values)
    assert RuleSheet.objects.get(system="baccarat", status="in-force") == sheet


def test_an_old_sheet_cannot_be_restored_directly(people: Signers, role: str) -> None:
    old = ensure_in_force("baccarat")
    advance_to("in-force", people, create_draft(people))
    set_role(role)
    fails("UPDATE games_rulesheet SET status = 'in-force' WHERE id = %s", old.pk)
    fails("UPDATE games_rulesheet SET data = '{}' WHERE status = 'in-force'")


def test_the_state_of_a_request_cannot_be_written(people: Signers, role: str) -> None:
    change = take_step(create_draft(people), "submit", people.author)
    set_role(role)
    for sql in (
        "UPDATE rulebook_rulechange SET state = 'scheduled', moment = now(), reference = 'R-1' WHERE id = %s",
        "UPDATE rulebook_rulechange SET state = 'authorised' WHERE id = %s",
        "UPDATE rulebook_rulechange SET author_id = NULL WHERE id = %s",
        "UPDATE rulebook_rulechange SET earliest = NULL, moment = now() WHERE id = %s",
        "UPDATE rulebook_rulechange SET title = 'outra coisa' WHERE id = %s",
        "DELETE FROM rulebook_rulechange WHERE id = %s",
    ):
        fails(sql, change.pk)
    insert = (
        "INSERT INTO rulebook_rulechange "
        "(system, title, reason, state, content_id, author_id, generator, reference) "
        "VALUES ('blackjack', 'x', '', 'authorised', %s, %s, false, 'R-1')"
    )
    fails(insert, change.content_id, people.author.pk, by=people.author.pk)


def test_steps_contents_and_documents_are_append_only(people: Signers, role: str) -> None:
    advance_to("authorised", people, create_draft(people))
    set_role(role)
    for table in ("rulebook_rulestep", "rulebook_rulecontent", "rulebook_ruledocument"):
        fails(f"UPDATE {table} SET at = now()")
        fails(f"DELETE FROM {table}")
        fails(f"TRUNCATE {table} CASCADE")


def test_a_content_matches_its_digest(people: Signers, role: str) -> None:
    digest, author = ensure_in_force("baccarat").digest, people.author.pk
    set_role(role)
    insert = "INSERT INTO rulebook_rulecontent (system, digest, data) VALUES ('baccarat', %s, '{}')"
    for wrong in (digest, "f" * 64):
        assert "a_content_is_its_digest" in fails(insert, wrong, by=author)


def test_an_endorsed_content_cannot_be_replaced(people: Signers, role: str) -> None:
    change = advance_to("endorsed", people, create_draft(people, charged="all-prizes"))
    sheet = changes.decode_sheet("baccarat", change.content.data)
    other = changes.save_content("baccarat", type(sheet)(pairs=False))
    set_role(role)
    fails("UPDATE rulebook_rulechange SET content_id = %s WHERE id = %s", other.pk, change.pk)


def test_a_decision_is_not_dated_before_its_request(people: Signers, role: str) -> None:
    change = advance_to("endorsed", people, create_draft(people))
    document = changes.save_document(change=change, person=people.regulator, name=PDF[0], data=PDF[1])
    set_role(role)
    insert = (
        "INSERT INTO rulebook_rulestep "
        "(change_id, person_id, verb, digest, reason, reference, document_id, dated) "
        "VALUES (%s, %s, 'authorise', %s, '', 'R-1', %s, (now() AT TIME ZONE 'Europe/Lisbon')::date - %s)"
    )
    values = (change.pk, people.regulator.pk, change.content.digest, document.pk)
    fails(insert, *values, 1, by=people.regulator.pk)
    prove(people.regulator.pk)
    with connection.cursor() as cursor:
        cursor.execute(insert, [*values, 0])
    change.refresh_from_db()
    assert change.state == "authorised"


def test_no_person_signs_their_own_change_by_sql(people: Signers, role: str) -> None:
    """The management, a person without the role and a step without a person are refused too."""
    head = Person.objects.create_user("cabeca@feltro.example", "x", is_staff=True)
    head.groups.add(Group.objects.get(name="management"))
    people.author.groups.add(Group.objects.get(name="rules approver"), Group.objects.get(name="regulator"))
    change = take_step(create_draft(people), "submit", people.author)
    digest = change.content.digest
    for person in (head, people.author):  # whose roles have changed
        open_session(person)
    set_role(role)
    for signer in (people.author.pk, head.pk, people.regulator.pk, None):
        fails(STEP, change.pk, signer, "endorse", digest, by=signer or people.approver.pk)
    for verb in ("authorise", "schedule", "activate", "supersede", "approve", ""):
        for signer in (people.author.pk, people.approver.pk, people.regulator.pk, None):
            fails(STEP, change.pk, signer, verb, digest, by=signer or people.author.pk)
    prove(people.author.pk)
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


def test_a_step_is_about_the_present_content(people: Signers, role: str) -> None:
    change = take_step(create_draft(people), "submit", people.author)
    set_role(role)
    approver = people.approver.pk
    fails(STEP, change.pk, approver, "endorse", "0" * 64, by=approver)
    fails(STEP, change.pk, approver, "endorse", ensure_in_force("baccarat").digest, by=approver)


def test_no_change_comes_into_force_before_its_lawful_moment(people: Signers, role: str) -> None:
    change = advance_to("scheduled", people, create_draft(people), now() + timedelta(hours=2))
    royal = advance_to("authorised", people, create_draft(people, "macau-stud", royal_times=70))
    set_role(role)
    fails(STEP, change.pk, None, "activate", change.content.digest)
    fails(
        STEP.replace("reference)", "reference, moment)").replace("'')", "'', now())"),
        royal.pk,
        people.author.pk,
        "schedule",
        royal.content.digest,
        by=people.author.pk,
    )


def test_MS_13_the_database_enforces_the_lead_time(people: Signers, role: str) -> None:
    """[MS-13]"""
    change = take_step(create_draft(people, "macau-stud", royal_times=70), "submit", people.author)
    set_role(role)
    soon = STEP.replace("reference)", "reference, moment)").replace("'')", "'', now() + interval '1 day')")
    fails(soon, change.pk, people.approver.pk, "endorse", change.content.digest, by=people.approver.pk)
    fails(STEP, change.pk, people.approver.pk, "endorse", change.content.digest, by=people.approver.pk)


def test_MS_13_the_database_enforces_the_lead_time_of_the_first_figure(people: Signers, role: str) -> None:
    """[MS-13]"""
    change = take_step(create_draft(people, "macau-stud", chat=True), "submit", people.author)
    set_role(role)
    soon = STEP.replace("reference)", "reference, moment)").replace("'')", "'', now() + interval '1 day')")
    fails(soon, change.pk, people.approver.pk, "endorse", change.content.digest, by=people.approver.pk)
    fails(STEP, change.pk, people.approver.pk, "endorse", change.content.digest, by=people.approver.pk)


def test_the_application_role_cannot_disable_the_triggers(people: Signers) -> None:
    set_role("house_app")
    for sql in (
        "ALTER TABLE rulebook_rulestep DISABLE TRIGGER ALL",
        "DROP TRIGGER rule_sheet_is_approved ON games_rulesheet",
        "CREATE OR REPLACE FUNCTION rule_three_people(bigint, text) RETURNS boolean "
        "LANGUAGE sql AS 'SELECT true'",
        "SET session_replication_role = replica",
    ):
        fails(sql)


def test_a_content_is_stored_once(people: Signers) -> None:
    sheet = changes.decode_sheet("baccarat", ensure_in_force("baccarat").data)
    assert changes.save_content("baccarat", sheet) == changes.save_content("baccarat", sheet)
    assert RuleContent.objects.filter(system="baccarat").count() == 1
