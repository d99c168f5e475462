"""No response reveals whether an e-mail address has an account.

The attacks: response times, and a mail server that does not respond. A time on a busy machine proves little,
so what takes the time is compared: every statement as a whole, and every hash of a password.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from difflib import unified_diff
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.identity.models import QueuedEmail, ResetToken
from players.identity.sign_in import emails
from players.models import Person
from players.password_hashers import ProvenHash

KNOWN, UNKNOWN = "ana@feltro.example", "nobody@house.invalid"


@pytest.fixture
def no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise ConnectionRefusedError("the mail server is away")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", away)


VALUES = re.compile(r"'(?:[^']|'')*'(?:::\w+)?|\bNULL\b|\b\d+(?:\.\d+)?\b")
COUNTED = re.compile(r'"s\d+_x\d+"|"_django_curs_\w+"')  # the names of savepoints and cursors


@contextmanager
def hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The hashes of passwords that are computed meanwhile, each by the name of its algorithm."""
    computed: list[str] = []
    compute = ProvenHash.hash

    def counted(hasher: ProvenHash, password: str, salt: str, *args: Any, **kwargs: Any) -> str:
        computed.append(hasher.algorithm)
        return compute(hasher, password, salt, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(ProvenHash, "hash", counted)
        yield computed


def work(
    monkeypatch: pytest.MonkeyPatch, path: str, given: dict[str, str]
) -> tuple[int, str, str, list[str], list[str]]:
    """What an answer shows, and the work behind it: the status, the way on, the page, the statements in their
    order without their values, and the hashes.
    """
    with CaptureQueriesContext(connection) as queries, hashes(monkeypatch) as computed:
        answer = Client().post(path, given)
    statements = [COUNTED.sub("counted", VALUES.sub("?", query["sql"])) for query in queries]
    page = answer.content.decode().replace(given.get("login", "-"), "given")
    return answer.status_code, answer.get("Location", ""), without_tokens(page), statements, computed


def difference(known: tuple[Any, ...], unknown: tuple[Any, ...]) -> list[str]:
    """What tells the two apart."""
    shown = [str(part) for part in known if not isinstance(part, list)]
    hidden = [str(part) for part in unknown if not isinstance(part, list)]
    lines = [[*shown, *known[3], *known[4]], [*hidden, *unknown[3], *unknown[4]]]
    return list(unified_diff(*lines, "known", "unknown", lineterm="", n=0))


def without_tokens(page: str) -> str:
    """The page without what is different in every answer."""
    return re.sub(r'(csrfmiddlewaretoken" value=|nonce=|content=)"[^"]*"', "", page)


def test_a_reset_takes_the_same_work_for_every_address(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/account/password/forgotten/"
    work(monkeypatch, path, {"email": "first@house.invalid"})  # what is loaded once is loaded
    known, unknown = (work(monkeypatch, path, {"email": email}) for email in (KNOWN, UNKNOWN))
    assert difference(known, unknown) == [] and known[3]
    assert mail.outbox == []


def test_a_reset_answers_alike_while_the_mail_server_is_away(demo: None, no_mail: None) -> None:
    for email in (KNOWN, UNKNOWN):
        answer = Client().post("/account/password/forgotten/", {"email": email})
        assert answer.status_code == 302 and answer["Location"] == "/account/password/forgotten/sent/"


def test_failures_and_the_lock_take_the_same_work_for_every_address(
    demo: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three failures lock. Those before it compute one hash, whoever is named; the lock computes none."""
    path = "/account/sign-in/"
    work(monkeypatch, path, {"login": "first@house.invalid", "password": "wrong-password"})
    counts = []
    for _attempt in range(4):
        known, unknown = (
            work(monkeypatch, path, {"login": email, "password": "wrong-password"})
            for email in (KNOWN, UNKNOWN)
        )
        assert difference(known, unknown) == []
        counts.append(len(known[4]))
    assert counts == [1, 1, 1, 0]
    assert QueuedEmail.objects.count() == 2, "both have been locked"


@pytest.mark.parametrize("password", ["", "!unusable"])
def test_somebody_without_a_password_takes_the_same_work(
    demo: None, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    """Staff who sign in by their provider, and house players, have none."""
    path, given = "/account/sign-in/", {"login": KNOWN, "password": "wrong-password"}
    Person.objects.filter(email=KNOWN).update(password=password)
    work(monkeypatch, path, given | {"login": "first@house.invalid"})
    known, unknown = (work(monkeypatch, path, given | {"login": email}) for email in (KNOWN, UNKNOWN))
    assert difference(known, unknown) == []


def test_the_worker_writes_to_the_owner_only(demo: None) -> None:
    for email in (KNOWN, UNKNOWN):
        Client().post("/account/password/forgotten/", {"email": email})
    assert mail.outbox == [] and QueuedEmail.objects.filter(sent=None).count() == 2
    for number in emails.due_emails():
        emails.send_queued_email(number)
    (sent,) = mail.outbox
    assert sent.to == [KNOWN] and "/account/password/new/" in sent.body
    assert (
        not QueuedEmail.objects.filter(sent=None).exists()
        and not QueuedEmail.objects.exclude(text=b"").exists()
    )


def test_no_row_records_who_requested_a_reset(demo: None) -> None:
    Client().post("/account/password/forgotten/", {"email": KNOWN})
    email = QueuedEmail.objects.get()
    assert b"/account/password/new/" not in bytes(email.text)


def test_the_link_of_a_reset_works_once(demo: None) -> None:
    client = Client()
    client.post("/account/password/forgotten/", {"email": KNOWN})
    emails.send_queued_email(emails.due_emails()[0])
    link = re.search(r"http://testserver(\S+)", mail.outbox[0].body)
    assert link is not None
    page = client.get(link[1], follow=True)
    assert page.status_code == 200
    new = {"password1": "uma-frase-que-se-lembra", "password2": "uma-frase-que-se-lembra"}
    assert client.post(page.redirect_chain[-1][0], new).status_code == 302
    assert Client().get(link[1], follow=True).context["token_fail"]


def test_the_link_of_a_reset_lives_one_hour(demo: None) -> None:
    """Red before: it lived three days."""
    client = Client()
    client.post("/account/password/forgotten/", {"email": KNOWN})
    emails.send_queued_email(emails.due_emails()[0])
    assert "within one hour" in mail.outbox[0].body or "uma hora" in mail.outbox[0].body
    link = re.search(r"http://testserver(\S+)", mail.outbox[0].body)
    assert link is not None
    (token,) = ResetToken.objects.all()
    assert token.until <= timezone.now() + timedelta(hours=1)
    ResetToken.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert client.get(link[1], follow=True).context["token_fail"]
