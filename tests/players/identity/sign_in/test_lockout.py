"""Wrong passwords are slowed down for who sends them, and lock nobody out of the own account.

Red before: three wrong passwords of a stranger, from anywhere, locked any account for a quarter of an hour,
so that a script kept all staff out for as long as it ran.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from players.identity.models import QueuedEmail, SignIn

STAFF = {"login": "direcao@feltro.example", "password": "mesa-direcao-2015"}
HOME, ELSEWHERE = "192.0.2.10", "198.51.100.7"


@pytest.fixture(autouse=True)
def nothing_counted(valkey_url: str) -> None:
    cache.clear()


def attempt(address: str, password: str = "wrong") -> bool:
    client = Client(REMOTE_ADDR=address)
    client.post("/account/sign-in/", STAFF | {"password": password})
    return "_auth_user_id" in client.session


def guess_from_many(number: int) -> None:
    """Three times from each address, as often as one may."""
    for index in range(number):
        attempt(f"203.0.113.{index // 3 + 1}")


def test_a_stranger_locks_only_the_own_network(demo: None) -> None:
    for _ in range(3):
        assert not attempt(ELSEWHERE)
    assert not attempt(ELSEWHERE, STAFF["password"]), "even the right password, from there"
    assert attempt(HOME, STAFF["password"])


def test_many_addresses_keep_nobody_from_where_they_usually_are(demo: None) -> None:
    assert attempt(HOME, STAFF["password"])
    guess_from_many(60)
    assert attempt(HOME, STAFF["password"])


def test_many_addresses_guess_no_faster(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses that reach the password: twenty in a quarter of an hour, however many addresses there are."""
    assert attempt(HOME, STAFF["password"])
    guess_from_many(60)
    assert not attempt("203.0.113.200", STAFF["password"]), "a guess from an address that nobody has used"
    from players.audit.models import Line

    assert Line.objects.filter(kind="access.failed").count() == 20


def test_right_passwords_use_nothing_up(demo: None) -> None:
    for index in range(30):
        assert attempt(f"203.0.113.{index + 1}", STAFF["password"])
    assert SignIn.objects.filter(person__email=STAFF["login"]).count() == 30


def test_the_link_in_the_mail_is_a_way_back_from_anywhere(demo: None) -> None:
    from django.core import signing

    from players.identity.sign_in.recovery_links import UNLOCK
    from players.models import Person

    guess_from_many(60)
    for _ in range(3):
        attempt(ELSEWHERE)
    assert not attempt(ELSEWHERE, STAFF["password"])
    person = Person.objects.get(email=STAFF["login"])
    link = f"/account/unlock/{signing.dumps(person.pk, salt=UNLOCK)}/"
    assert Client(REMOTE_ADDR=ELSEWHERE).post(link).status_code == 302
    assert attempt(ELSEWHERE, STAFF["password"])


def test_the_owner_gets_one_mail_an_hour(demo: None) -> None:
    guess_from_many(18)
    assert QueuedEmail.objects.count() == 1, "and not one for each address"


def test_a_network_of_ipv6_counts_as_one(demo: None) -> None:
    for index in range(3):
        attempt(f"2001:db8:1:2::{index + 1}")
    assert not attempt("2001:db8:1:2::ffff", STAFF["password"])
    assert attempt("2001:db8:1:3::1", STAFF["password"])


def test_nobody_has_to_know_the_person_to_be_counted(demo: None) -> None:
    """An unknown address is counted alike: its refusal says nothing."""
    answers: list[Any] = []
    for login in (STAFF["login"], "nobody@feltro.example"):
        cache.clear()
        for _ in range(4):
            answer = Client(REMOTE_ADDR=ELSEWHERE).post(
                "/account/sign-in/", {"login": login, "password": "x"}
            )
            errors = answer.context["form"].non_field_errors()
            answers.append((answer.status_code, [str(error) for error in errors]))
    assert answers[:4] == answers[4:]
