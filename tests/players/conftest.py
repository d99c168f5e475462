"""The demonstration data in the test database: rule sheets, tables, players with money, staff with roles."""

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
    """Seeds once for a module. Its tests run inside this transaction, which is never committed."""
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
    """A client with a session. Staff have just signed in by password; a player's sign-in is older."""
    client, person = Client(headers={"accept-language": language}), Person.objects.get(email=email)
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    if person.is_staff:
        freshly(client, person, "password")
    return client


def freshly(client: Client, person: Person, method: str, *, ago: float = 0) -> None:
    """Stores what the sign-in library records after a password, a code or a passkey."""
    session = client.session
    session["account_authentication_methods"] = [{"method": method, "at": time.time() - ago, "type": "totp"}]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
