"""Signing in and out: lockout, second factor, the last sign-in, idle sign-out and password recovery."""

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
from players.identity.models import SignIn
from players.identity.sign_in import emails
from players.identity.sign_in.idle_sign_out import SEEN
from players.identity.sign_in.session_store import session_digest
from players.models import Person, PlaySession
from tests.demo_house import signed_in
from tests.processes import received, registered

ANA = {"login": "ana@feltro.example", "password": "mesa-ana-2015"}


def test_a_player_signs_in_by_e_mail_and_reaches_the_lobby(demo: None, client: Client) -> None:
    response = client.post("/account/sign-in/", ANA)
    assert response.status_code == 302 and response["Location"] == "/lobby/"
    assert "2\N{NO-BREAK SPACE}000,00\N{NO-BREAK SPACE}€" in client.get("/lobby/").content.decode()


def test_the_requested_page_follows_the_sign_in(demo: None, client: Client) -> None:
    redirect = client.get("/account/rounds/")
    assert redirect["Location"] == "/account/sign-in/?next=/account/rounds/"
    response = client.post("/account/sign-in/", {**ANA, "next": "/account/rounds/"})
    assert response["Location"] == "/account/rounds/"


def test_staff_reach_the_back_office_after_the_sign_in(demo: None, client: Client) -> None:
    response = client.post(
        "/account/sign-in/", {"login": "mesas@feltro.example", "password": "mesa-mesas-2015"}
    )
    assert response["Location"] == "/admin/"


def test_G04_three_failures_lock_the_account_even_for_the_right_password(demo: None, client: Client) -> None:
    for _ in range(3):
        assert client.post("/account/sign-in/", {**ANA, "password": "wrong"}).status_code == 200
    response = client.post("/account/sign-in/", ANA, headers={"accept-language": "pt"})
    assert response.status_code == 200 and "Demasiadas tentativas falhadas" in response.content.decode()
    other = client.post("/account/sign-in/", {"login": "bruno@feltro.example", "password": "mesa-bruno-2015"})
    assert other.status_code == 302, "another account is not locked"


@pytest.mark.parametrize(
    ("language", "closed", "still_open"),
    [
        ("pt-pt", r"A sua última sessão foi de 3 de março de 2026, 20:15 a 3 de março de 2026, 22:40\.",
         r"A sua última sessão começou a .+ e ainda está aberta\."),
        ("en", r"Your last session was from 3 March 2026, 20:15 to 3 March 2026, 22:40\.",
         r"Your last session began on .+ and is still open\."),
        ("es", r"Su última sesión fue del .*20:15 al .*22:40\.",
         r"Su última sesión empezó el .+ y sigue abierta\."),
    ],
)  # fmt: skip
def test_G04_the_last_session_is_shown_at_the_sign_in(
    demo: None, language: str, closed: str, still_open: str
) -> None:
    """[903-B 5.3.3.10] Its day and hour, from the sign-in to the last use."""
    person = Person.objects.get(email="ana@feltro.example")
    Person.objects.filter(pk=person.pk).update(language=language)
    first = Client().post("/account/sign-in/", ANA, follow=True).content.decode()
    assert not re.search(closed, first), "there was none before"
    SignIn.objects.create(
        person=person,
        began="2026-03-03T20:15Z",
        seen="2026-03-03T22:40Z",
        ended="2026-03-04T08:00Z",
        cause="expired",
    )
    client = Client()
    landing = client.post("/account/sign-in/", ANA, follow=True).content.decode()
    assert re.search(closed, landing), "on the page after the sign-in"
    assert re.search(closed, client.get("/account/").content.decode()), "and on the overview while it lasts"
    third = Client().post("/account/sign-in/", ANA, follow=True).content.decode()
    assert re.search(still_open, third), "the session before is open in another browser"


def test_G04_half_an_hour_without_activity_ends_the_sign_in(anas_client: Client) -> None:
    assert anas_client.get("/account/").status_code == 200
    expire_activity(anas_client)
    assert anas_client.get("/account/").status_code == 302


def test_a_player_at_a_table_is_not_idle(anas_client: Client) -> None:
    anas_client.get("/account/")
    player = Person.objects.get(email="ana@feltro.example").player
    PlaySession.objects.create(
        player=player,
        table=1,
        table_name="Lisboa",
        system="american-roulette",
        currency="EUR",
        started="2026-01-01T00:00Z",
    )
    expire_activity(anas_client)
    assert anas_client.get("/account/").status_code == 200


def expire_activity(client: Client) -> None:
    session = client.session
    session[SEEN] = int(time.time()) - 30 * 60 - 5
    session.save()


def test_the_sign_in_restores_the_language_of_the_person(demo: None, client: Client) -> None:
    Person.objects.filter(email="ana@feltro.example").update(language="en")
    assert "Sign out" in client.post("/account/sign-in/", ANA, follow=True).content.decode()


def test_signing_out_notifies_the_web_processes(anas_client: Client, valkey_url: str) -> None:
    """A sign-out also ends the table connections: every web process is notified of the session."""
    key, web = session_digest(anas_client.session.session_key), registered("web")
    with redis.Redis.from_url(valkey_url) as valkey, valkey.pubsub() as pubsub:
        pubsub.subscribe(envelope.CLOSINGS)
        assert pubsub.get_message(timeout=5)["type"] == "subscribe"
        anas_client.post("/account/sign-out/")
        message = pubsub.get_message(timeout=5)
    assert message is not None
    assert key.encode() not in message["data"], "the message in Valkey is encrypted"
    closing = envelope.decode_closing(received(web, envelope.CLOSINGS, message["data"]).private)
    assert (closing.session, closing.reason) == (key, "signed-out")


def test_an_account_is_opened_in_steps(demo: None, client: Client) -> None:
    response = client.post(
        "/account/new/",
        {"email": "new@feltro.example", "password1": "long-enough-9", "password2": "long-enough-9"},
    )
    assert (
        response["Location"] == "/account/new/access/"
        and not Person.objects.filter(email="new@feltro.example").exists()
    )


def test_a_forgotten_password_is_replaced_by_mail(demo: None, client: Client) -> None:
    client.post("/account/password/forgotten/", {"email": "ana@feltro.example"})
    emails.send_queued_email(emails.due_emails()[0])
    link = re.search(r"http://\S+", mail.outbox[0].body)
    assert link is not None
    form = client.get(link[0].removeprefix("http://testserver"), follow=True)
    response = client.post(
        form.request["PATH_INFO"], {"password1": "outra-palavra-9", "password2": "outra-palavra-9"}
    )
    assert response.status_code == 302
    assert Client().post("/account/sign-in/", {**ANA, "password": "outra-palavra-9"}).status_code == 302


def test_password_recovery_does_not_disclose_whether_an_account_exists(demo: None, client: Client) -> None:
    response = client.post("/account/password/forgotten/", {"email": "nobody@feltro.example"})
    emails.send_queued_email(emails.due_emails()[0])
    assert response.status_code == 302 and mail.outbox == []


def code(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return str(hotp_value(secret, counter)).zfill(6)


def test_an_authenticator_app_is_activated_and_required(
    demo: None, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    client.post("/account/sign-in/", ANA)
    confirmation = client.get("/account/security/totp/activate/")
    assert confirmation["Location"].startswith("/account/confirm/"), (
        "security settings change after reauthentication only"
    )
    page = client.post(confirmation["Location"], {"password": ANA["password"]}, follow=True)
    secret = page.context["form"].secret
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/account/security/totp/activate/", {"code": code(secret)}).status_code == 302
    assert client.get("/account/security/recovery-codes/").status_code == 200
    second = Client()
    response = second.post("/account/sign-in/", ANA)
    assert response["Location"] == "/account/security/authenticate/"
    assert second.get("/account/rounds/").status_code == 302, "the password alone is not enough"


@pytest.mark.parametrize("demonstration", [True, False])
def test_staff_need_a_second_factor_everywhere_but_in_a_demonstration(
    demo: None, settings: Any, demonstration: bool
) -> None:
    settings.HOUSE_DEMO = demonstration
    client = signed_in("mesas@feltro.example")
    response = client.get("/admin/")
    if demonstration:
        assert response.status_code == 200
    else:
        assert response["Location"] == "/account/security/totp/activate/"
        TOTP.activate(Person.objects.get(email="mesas@feltro.example"), generate_totp_secret())
        client = signed_in("mesas@feltro.example")  # the session from before the second factor has ended
        assert client.get("/admin/").status_code == 200


def test_players_do_not_enter_the_back_office(anas_client: Client) -> None:
    assert anas_client.get("/admin/").status_code == 302
