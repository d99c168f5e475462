"""The demonstration for tests: rule sheets, tables, players with money, staff with roles.

`tests/conftest.py` makes its fixtures known to every test. Each process seeds one database, and a test of the
demonstration is answered by it; what the test does is rolled back.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client, override_settings

from games.tables import journal_reading
from players.models import Person
from tests.plugin import WANTED

# What a process keeps of rows that never change: by their numbers, which each database gives anew.
KEPT_BY_NUMBER = (
    journal_reading.sheet_text,
    journal_reading.setting_text,
    journal_reading.read_sheet,
    journal_reading.read_setting,
    journal_reading.rules_of,
    journal_reading.is_setting_allowed,
)


@contextlib.contextmanager
def connected_to(name: str) -> Iterator[None]:
    """Every new connection of this process leads to the database of this name."""
    before = connection.settings_dict["NAME"]
    connect(name)
    try:
        yield
    finally:
        connect(before)


def connect(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
    for kept in KEPT_BY_NUMBER:
        kept.cache_clear()


@pytest.fixture(scope="session")
def demo_database(
    django_db_setup: None, django_db_blocker: Any, pytestconfig: pytest.Config
) -> Iterator[str]:
    """The name of a copy of the test database with the demonstration."""
    name = f"{connection.settings_dict['NAME']}_demo"
    creation = connection.creation
    with django_db_blocker.unblock():
        connection.close()
        with creation._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{connection.settings_dict["NAME"]}"')
        with connected_to(name), override_settings(HOUSE_DEMO=True):
            call_command("seed_demo", verbosity=0)
    yield name
    if "postgres" not in pytestconfig.stash[WANTED]:  # a server of our own goes with its folder
        with django_db_blocker.unblock(), creation._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')


@pytest.fixture(scope="module")
def seeded(demo_database: str, django_db_blocker: Any) -> Iterator[None]:
    """The demonstration for the tests of a module, which run inside a transaction that is never committed."""
    with (
        django_db_blocker.unblock(),
        connected_to(demo_database),
        override_settings(HOUSE_DEMO=True),
        transaction.atomic(),
    ):
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(seeded: None, db: None, settings: Any, valkey_url: str) -> None:
    settings.HOUSE_DEMO = True


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
