"""What a hostile process does with notices to many players.

A web process proposes and decides, with the proof of people who may; it neither sends nor rewrites. The
worker sends what was approved and approves nothing.
"""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from players.models import Person, Player
from tests.hostile_web import UNPROVEN, Web, ana, person_with, show_proof, web
from tests.security.conftest import refused
from tests.sessions import sign_in as session_of

__all__ = ["ana", "web"]
pytestmark = pytest.mark.usefixtures("lasting_db")
TEXTS = json.dumps({language: {"subject": "Hello", "text": "Text"} for language in ("pt-pt", "en")})
INSERT = (
    "INSERT INTO inbox_bulknotice (id, purpose, texts, recipients, expected, author_id, reason, state,"
    " answer, cursor, sent, left_out) VALUES (%s, 'service', %s, '{\"kind\": \"status\"}', 1, %s,"
    " 'because I say so', %s, '', 0, 0, '{}')"
)
APPROVE = "UPDATE inbox_bulknotice SET state = 'approved', decider_id = %s, decided = now() WHERE id = %s"


def staff(role: str) -> Person:
    person = person_with(is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


def proposed(web: Web, author: Person) -> object:
    show_proof(web, session_of(author))
    notice = uuid4()
    web.execute(INSERT, [notice, TEXTS, author.pk, "proposed"])
    return notice


def test_a_web_process_names_nobody_as_author_or_second_person(web: Web) -> None:
    author, officer = staff("support"), staff("compliance officer")
    show_proof(web, session_of(person_with()))
    assert UNPROVEN in refused(web, INSERT, uuid4(), TEXTS, author.pk, "proposed")
    notice = proposed(web, author)
    assert UNPROVEN in refused(web, APPROVE, officer.pk, notice)
    show_proof(web, session_of(officer))
    web.execute(APPROVE, [officer.pk, notice])


def test_people_without_the_right_neither_write_nor_approve(web: Web) -> None:
    cashier, player = staff("cashier"), person_with()
    for person in (cashier, player):
        show_proof(web, session_of(person))
        assert f"{UNPROVEN} of being allowed (may inbox.add_bulknotice)" in refused(
            web, INSERT, uuid4(), TEXTS, person.pk, "proposed"
        )
    notice = proposed(web, staff("support"))
    for person in (cashier, player, staff("support")):
        show_proof(web, session_of(person))
        assert f"{UNPROVEN} of being allowed (may inbox.approve_bulknotice)" in refused(
            web, APPROVE, person.pk, notice
        )


def test_a_notice_begins_as_a_proposal_with_both_languages(web: Web) -> None:
    author = staff("support")
    show_proof(web, session_of(author))
    refused(web, INSERT, uuid4(), TEXTS, author.pk, "withdrawn")
    assert "a_notice_has_its_texts" in refused(
        web, INSERT, uuid4(), json.dumps({"en": {"subject": "x", "text": "y"}}), author.pk, "proposed"
    )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE inbox_bulknotice SET texts = '{}' WHERE id = %s",
        "UPDATE inbox_bulknotice SET recipients = '{}' WHERE id = %s",
        "UPDATE inbox_bulknotice SET cursor = 0 WHERE id = %s",
        "UPDATE inbox_bulknotice SET state = 'sending' WHERE id = %s",
        "UPDATE inbox_bulknotice SET state = 'sent' WHERE id = %s",
        "UPDATE inbox_bulknotice SET state = 'proposed', decider_id = NULL WHERE id = %s",
        "DELETE FROM inbox_bulknotice WHERE id = %s",
        "INSERT INTO inbox_noticereceipt (notice_id, player_id, message_id) VALUES (%s, 1, 1)",
    ],
)
def test_a_web_process_neither_rewrites_nor_sends(web: Web, statement: str) -> None:
    author, officer = staff("support"), staff("compliance officer")
    notice = proposed(web, author)
    show_proof(web, session_of(officer))
    web.execute(APPROVE, [officer.pk, notice])
    assert refused(web, statement, notice)


def test_the_worker_sends_and_approves_nothing(web: Web) -> None:
    notice = proposed(web, staff("support"))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT privilege, attname FROM pg_attribute, unnest(ARRAY['INSERT', 'UPDATE']) AS p (privilege)"
            " WHERE attrelid = 'inbox_bulknotice'::regclass AND attnum > 0"
            " AND has_column_privilege('house_worker', attrelid, attnum, privilege)"
        )
        rights = {(str(privilege), str(column)) for privilege, column in cursor.fetchall()}
        assert rights == {
            ("UPDATE", column) for column in ("state", "cursor", "sent", "left_out", "ended")
        }, notice
        cursor.execute("SELECT has_table_privilege('house_croupier', 'inbox_bulknotice', 'INSERT, UPDATE')")
        assert cursor.fetchone() == (False,)


def test_a_web_process_agrees_to_marketing_for_nobody(web: Web, ana: Player) -> None:
    insert = "INSERT INTO inbox_marketingconsent (player_id, agreed) VALUES (%s, true)"
    show_proof(web, session_of(person_with()))
    assert UNPROVEN in refused(web, insert, ana.pk)
    show_proof(web, session_of(ana.person))
    web.execute(insert, [ana.pk])
