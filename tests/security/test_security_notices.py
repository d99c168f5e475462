"""An attacker who takes over an account changes its credentials first.

Each such change is recorded, and the owner gets an e-mail.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.test import Client

from players.audit.models import Line
from players.identity.sign_in import emails
from players.inbox.models import Message
from players.models import Person
from tests.demo_house import signed_in

NEW = "uma-frase-que-se-lembra"


def fresh(email: str) -> Client:
    """A session that has just confirmed its password."""
    client = signed_in(email)
    session = client.session
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time(), "reauthenticated": True}
    ]
    session["account_authentication_methods_user"] = str(Person.objects.get(email=email).pk)
    session.save()
    return client


def noted(kind: str, alias: str = "Ana") -> int:
    return Line.objects.filter(kind=kind, player__alias=alias).exclude(person=None).count()


def is_notified(kind: str) -> bool:
    return Message.objects.filter(player__alias="Ana", kind="security-changed", details__what=kind).exists()


def activate(client: Client) -> Any:
    page = client.get("/account/security/totp/activate/")
    code = str(hotp_value(page.context["form"].secret, next(iter(yield_hotp_counters_from_time())))).zfill(6)
    return client.post("/account/security/totp/activate/", {"code": code})


def test_a_changed_password(demo: None) -> None:
    client = fresh("ana@feltro.example")
    given = {"oldpassword": "mesa-ana-2015", "password1": NEW, "password2": NEW}
    assert client.post("/account/password/", given).status_code == 302
    assert noted("access.password-changed") == 1 and is_notified("password")


def test_a_password_chosen_by_a_link(demo: None) -> None:
    from players.identity.sign_in.recovery_links import reset_link

    client = Client()
    page = client.get(reset_link(Person.objects.get(email="ana@feltro.example")), follow=True)
    assert client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW}).status_code == 302
    assert Line.objects.filter(
        kind="access.password-reset", player__alias="Ana"
    ).count() == 1 and is_notified("password")


def test_a_second_factor_that_comes_and_goes(demo: None, django_capture_on_commit_callbacks: Any) -> None:
    client = fresh("ana@feltro.example")
    with django_capture_on_commit_callbacks(execute=True):
        assert activate(client).status_code == 302
    assert Authenticator.objects.filter(user__email="ana@feltro.example", type="totp").exists()
    assert noted("access.factor-added") >= 1 and is_notified("factor-added")
    client = fresh("ana@feltro.example")
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/account/security/recovery-codes/generate/").status_code == 302
    assert noted("access.codes-made") >= 1 and is_notified("codes-made")
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/account/security/totp/deactivate/").status_code == 302
    assert noted("access.factor-removed") >= 1 and is_notified("factor-removed")


def test_staff_are_written_to_as_well(demo: None) -> None:
    client = fresh("caixa@feltro.example")
    given = {"oldpassword": "mesa-caixa-2015", "password1": NEW, "password2": NEW}
    assert client.post("/account/password/", given).status_code == 302
    for number in emails.due_emails():
        emails.send_queued_email(number)
    assert [sent.to for sent in mail.outbox] == [["caixa@feltro.example"]]
    assert Line.objects.filter(kind="access.password-changed", person__email="caixa@feltro.example").exists()


@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_every_notice_has_its_words(demo: None, language: str) -> None:
    from django.utils import translation

    from players.identity.sign_in.security_notices import CHANGES
    from players.inbox.messaging import store_message, subject_and_text
    from players.models import Player

    player, seen = Player.objects.get(alias="Ana"), set()
    for kind in CHANGES:
        with translation.override(language):
            seen.add(subject_and_text(store_message(player, "security-changed", {"what": kind})))
    assert len(seen) == len(CHANGES)
