"""No response reveals whether an e-mail address has an account.

The attacks: response times, and a mail server that does not respond.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.identity import emails
from players.identity.models import Letter
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

KNOWN, UNKNOWN = "ana@feltro.example", "nobody@house.invalid"


@pytest.fixture
def no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise ConnectionRefusedError("the mail server is away")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", away)


def work(path: str, given: dict[str, str]) -> tuple[int, str, list[str]]:
    """What an answer shows of the work behind it: the status, the way on, and the statements in their
    order.
    """
    with CaptureQueriesContext(connection) as queries:
        answer = Client().post(path, given)
    statements = [query["sql"].partition(" FROM ")[0].partition(" VALUES ")[0][:60] for query in queries]
    return answer.status_code, answer.get("Location", ""), statements


def test_a_reset_takes_the_same_work_for_every_address(demo: None) -> None:
    path = "/account/password/forgotten/"
    work(path, {"email": "first@house.invalid"})  # what is loaded once is loaded
    assert work(path, {"email": KNOWN}) == work(path, {"email": UNKNOWN})
    assert mail.outbox == []


def test_a_reset_answers_alike_while_the_mail_server_is_away(demo: None, no_mail: None) -> None:
    for email in (KNOWN, UNKNOWN):
        answer = Client().post("/account/password/forgotten/", {"email": email})
        assert answer.status_code == 302 and answer["Location"] == "/account/password/forgotten/sent/"


def test_failures_and_the_lock_take_the_same_work_for_every_address(demo: None) -> None:
    path = "/account/sign-in/"
    for email in (KNOWN, UNKNOWN):
        work(path, {"login": email, "password": "wrong-password"})
    for _attempt in range(3):
        known, unknown = (
            work(path, {"login": email, "password": "wrong-password"}) for email in (KNOWN, UNKNOWN)
        )
        assert known[:2] == unknown[:2]
        assert [line for line in known[2] if "INSERT" in line] == [
            line for line in unknown[2] if "INSERT" in line
        ]


def test_the_worker_writes_to_the_owner_only(demo: None) -> None:
    for email in (KNOWN, UNKNOWN):
        Client().post("/account/password/forgotten/", {"email": email})
    assert mail.outbox == [] and Letter.objects.filter(sent=None).count() == 2
    for number in emails.letters_due():
        emails.send_letter(number)
    (sent,) = mail.outbox
    assert sent.to == [KNOWN] and "/account/password/new/" in sent.body
    assert not Letter.objects.filter(sent=None).exists() and not Letter.objects.exclude(text=b"").exists()


def test_no_row_records_who_requested_a_reset(demo: None) -> None:
    Client().post("/account/password/forgotten/", {"email": KNOWN})
    letter = Letter.objects.get()
    assert b"/account/password/new/" not in bytes(letter.text)


def test_the_link_of_a_reset_works_once(demo: None) -> None:
    import re

    client = Client()
    client.post("/account/password/forgotten/", {"email": KNOWN})
    emails.send_letter(emails.letters_due()[0])
    link = re.search(r"http://testserver(\S+)", mail.outbox[0].body)
    assert link is not None
    page = client.get(link[1], follow=True)
    assert page.status_code == 200
    new = {"password1": "uma-frase-que-se-lembra", "password2": "uma-frase-que-se-lembra"}
    assert client.post(page.redirect_chain[-1][0], new).status_code == 302
    assert Client().get(link[1], follow=True).context["token_fail"]
