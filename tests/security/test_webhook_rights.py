"""What a web process that was taken over does with webhooks: an empty test and a repetition, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from casino.extras.webhooks.models import WebhookMessage
from players.shared import clock
from tests.hostile_web import UNPROVEN
from tests.security.test_rights_at_the_tables import answer, staff
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
INSERT = (
    "INSERT INTO backoffice_webhookmessage (address, event, key, content, tries, trouble) "
    "VALUES ('warehouse', %(event)s, 'x', '{}', 0, '')"
)
AGAIN = "UPDATE backoffice_webhookmessage SET tries = 0, next_try = now() WHERE id = %(pk)s"


def message(**fields: Any) -> WebhookMessage:
    return WebhookMessage.objects.create(address="warehouse", event="payment", key="1", tries=12, **fields)


def test_only_a_test_is_written_and_only_with_the_right() -> None:
    officer, reader = staff("compliance officer"), staff("auditor")
    assert answer(INSERT, {"event": "test"}, sign_in(reader)).startswith(UNPROVEN)
    assert "backoffice_webhookmessage" in answer(INSERT, {"event": "payment"}, sign_in(officer))
    assert answer(INSERT, {"event": "test"}, sign_in(officer)) == ""


def test_what_has_arrived_is_never_sent_again() -> None:
    officer, reader = staff("compliance officer"), staff("auditor")
    waits = {"pk": message().pk}
    assert answer(AGAIN, waits, sign_in(reader)).startswith(UNPROVEN)
    assert answer(AGAIN, waits, sign_in(officer)) == ""
    for column, value in (
        ("content", "'[]'"),
        ("address", "'other'"),
        ("sent", "now()"),
        ("event", "'test'"),
    ):
        sql = f"UPDATE backoffice_webhookmessage SET {column} = {value} WHERE id = %(pk)s"
        assert "permission denied" in answer(sql, waits, sign_in(officer))
    WebhookMessage.objects.update(sent=clock.now())
    assert "backoffice_webhookmessage" in answer(AGAIN, waits, sign_in(officer))


def test_a_web_process_writes_no_attempt_and_deletes_nothing() -> None:
    officer, waits = staff("compliance officer"), {"pk": message().pk}
    attempt = (
        "INSERT INTO backoffice_webhookattempt (message_id, milliseconds, trouble) VALUES (%(pk)s, 1, '')"
    )
    assert "permission denied" in answer(attempt, waits, sign_in(officer))
    delete = "DELETE FROM backoffice_webhookmessage WHERE id = %(pk)s"
    assert "permission denied" in answer(delete, waits, sign_in(officer))
