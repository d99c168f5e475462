"""Signing in and out: by e-mail, with a lock, a second factor, the last sign-in shown, and an end to idleness."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
import redis
from allauth.mfa.totp.internal.auth import (
    TOTP,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.test import Client

from games.tables.transport import envelope
from players.identity import emails
from players.identity.idle_sign_out import SEEN
from players.identity.session_store import session_digest
from players.models import Person, PlaySession
from tests.players.conftest import signed_in
from tests.processes import received, registered

ANA = {"login": "ana@feltro.example", "password": "mesa-ana-2015"}


def test_a_player_signs_in_by_e_mail_and_comes_to_the_tables(demo: None, client: Client) -> None:
    answer = client.post("/account/sign-in/", ANA)
    assert answer.status_code == 302 and answer["Location"] == "/lobby/"
    assert "2\N{NO-BREAK SPACE}000,00\N{NO-BREAK SPACE}€" in client.get("/lobby/").content.decode()


def test_a_page_that_asked_for_the_sign_in_comes_after_it(demo: None, client: Client) -> None:
    asked = client.get("/account/rounds/")
    assert asked["Location"] == "/account/sign-in/?next=/account/rounds/"
    answer = client.post("/account/sign-in/", {**ANA, "next": "/account/rounds/"})
    assert answer["Location"] == "/account/rounds/"


def test_staff_come_to_the_back_office(demo: None, client: Client) -> None:
    answer = client.post(
        "/account/sign-in/", {"login": "mesas@feltro.example", "password": "mesa-mesas-2015"}
    )
    assert answer["Location"] == "/admin/"


def test_G04_three_failures_lock_the_account_even_for_the_right_password(demo: None, client: Client) -> None:
    for _ in range(3):
        assert client.post("/account/sign-in/", {**ANA, "password": "wrong"}).status_code == 200
    answer = client.post("/account/sign-in/", ANA, headers={"accept-language": "pt"})
    assert answer.status_code == 200 and "Demasiadas tentativas falhadas" in answer.content.decode()
    other = client.post("/account/sign-in/", {"login": "bruno@feltro.example", "password": "mesa-bruno-2015"})
    assert other.status_code == 302, "another account is not locked by it"


def test_G04_the_last_sign_in_is_shown(demo: None) -> None:
    Client().post("/account/sign-in/", ANA)
    client = Client()
    landing = client.post("/account/sign-in/", ANA, follow=True).content.decode()
    assert "A sua última entrada foi a" in landing
    assert "entrada anterior a esta" in client.get("/account/").content.decode()


def test_G04_half_an_hour_without_activity_ends_the_sign_in(ana: Client) -> None:
    assert ana.get("/account/").status_code == 200
    long_ago(ana)
    assert ana.get("/account/").status_code == 302


def test_whoever_sits_at_a_table_is_not_idle(ana: Client) -> None:
    ana.get("/account/")
    player = Person.objects.get(email="ana@feltro.example").player
    PlaySession.objects.create(
        player=player,
        table=1,
        table_name="Lisboa",
        system="american-roulette",
        currency="EUR",
        started="2026-01-01T00:00Z",
    )
    long_ago(ana)
    assert ana.get("/account/").status_code == 200


def long_ago(client: Client) -> None:
    session = client.session
    session[SEEN] = int(time.time()) - 30 * 60 - 5
    session.save()


def test_the_language_of_a_person_comes_back_with_the_sign_in(demo: None, client: Client) -> None:
    Person.objects.filter(email="ana@feltro.example").update(language="en")
    assert "Sign out" in client.post("/account/sign-in/", ANA, follow=True).content.decode()


def test_signing_out_is_told_to_the_tables(ana: Client, valkey_url: str) -> None:
    """Signed out is off the tables: every web process hears which sign-in ended."""
    key, web = session_digest(ana.session.session_key), registered("web")
    with redis.Redis.from_url(valkey_url) as valkey, valkey.pubsub() as heard:
        heard.subscribe(envelope.FAREWELLS)
        assert heard.get_message(timeout=5)["type"] == "subscribe"  # type: ignore[index]
        ana.post("/account/sign-out/")
        message = heard.get_message(timeout=5)
    assert message is not None
    assert key.encode() not in message["data"], "whoever reads Valkey learns nothing"
    farewell = envelope.decode_farewell(received(web, envelope.FAREWELLS, message["data"]).private)
    assert (farewell.session, farewell.why) == (key, "signed-out")


def test_an_account_is_opened_in_steps_and_never_at_once(demo: None, client: Client) -> None:
    answer = client.post(
        "/account/new/",
        {"email": "new@feltro.example", "password1": "long-enough-9", "password2": "long-enough-9"},
    )
    assert (
        answer["Location"] == "/account/new/access/"
        and not Person.objects.filter(email="new@feltro.example").exists()
    )


def test_a_forgotten_password_is_replaced_by_mail(demo: None, client: Client) -> None:
    client.post("/account/password/forgotten/", {"email": "ana@feltro.example"})
    emails.letter_post(emails.due()[0])
    link = re.search(r"http://\S+", mail.outbox[0].body)
    assert link is not None
    form = client.get(link[0].removeprefix("http://testserver"), follow=True)
    answer = client.post(
        form.request["PATH_INFO"], {"password1": "outra-palavra-9", "password2": "outra-palavra-9"}
    )
    assert answer.status_code == 302
    assert Client().post("/account/sign-in/", {**ANA, "password": "outra-palavra-9"}).status_code == 302


def test_nobody_learns_by_mail_whether_an_account_exists(demo: None, client: Client) -> None:
    answer = client.post("/account/password/forgotten/", {"email": "nobody@feltro.example"})
    emails.letter_post(emails.due()[0])
    assert answer.status_code == 302 and mail.outbox == []


def code(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return str(hotp_value(secret, counter)).zfill(6)


def test_an_authenticator_app_is_turned_on_and_asked_for(
    demo: None, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    client.post("/account/sign-in/", ANA)
    asked = client.get("/account/security/totp/activate/")
    assert asked["Location"].startswith("/account/confirm/"), (
        "what protects the account is changed after the password is given again"
    )
    page = client.post(asked["Location"], {"password": ANA["password"]}, follow=True)
    secret = page.context["form"].secret
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/account/security/totp/activate/", {"code": code(secret)}).status_code == 302
    assert client.get("/account/security/recovery-codes/").status_code == 200
    fresh = Client()
    asked = fresh.post("/account/sign-in/", ANA)
    assert asked["Location"] == "/account/security/authenticate/"
    assert fresh.get("/account/rounds/").status_code == 302, "the password alone opens nothing"


@pytest.mark.parametrize("demonstration", [True, False])
def test_staff_need_a_second_factor_everywhere_but_in_a_demonstration(
    demo: None, settings: Any, demonstration: bool
) -> None:
    settings.HOUSE_DEMO = demonstration
    client = signed_in("mesas@feltro.example")
    answer = client.get("/admin/")
    if demonstration:
        assert answer.status_code == 200
    else:
        assert answer["Location"] == "/account/security/totp/activate/"
        TOTP.activate(Person.objects.get(email="mesas@feltro.example"), generate_totp_secret())
        client = signed_in("mesas@feltro.example")  # the session from before the second factor has ended
        assert client.get("/admin/").status_code == 200


def test_players_do_not_enter_the_back_office(ana: Client) -> None:
    assert ana.get("/admin/").status_code == 302
