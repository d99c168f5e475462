"""A demonstration house in the test database: rule sheets, tables, players with money, staff with roles."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings

from players.models import Person


@pytest.fixture(scope="module")
def seeded(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Seeded once for a module, in a transaction that each of its tests works inside of, and that is never committed."""
    with django_db_blocker.unblock(), override_settings(HOUSE_DEMO=True), transaction.atomic():
        call_command("seed_demo", verbosity=0)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(seeded: None, db: None, settings: Any, valkey_url: str) -> None:
    settings.HOUSE_DEMO = True


@pytest.fixture
def ana(demo: None) -> Client:
    return signed_in("ana@feltro.example")


def signed_in(email: str, language: str = "pt-pt") -> Client:
    """Staff have just come in by their password; a player's session is one that was left open."""
    client, person = Client(headers={"accept-language": language}), Person.objects.get(email=email)
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    if person.is_staff:
        freshly(client, person, "password")
    return client


def freshly(client: Client, person: Person, method: str, *, ago: float = 0) -> None:
    """What the sign-in library writes down when somebody shows a password, a code or a passkey."""
    session = client.session
    session["account_authentication_methods"] = [{"method": method, "at": time.time() - ago, "type": "totp"}]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
