"""A demonstration house in the test database: rule sheets, tables, players with money, staff with roles."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from players.models import Person


@pytest.fixture
def demo(db: None, settings: Any, valkey_url: str) -> None:
    settings.HOUSE_DEMO = True
    call_command("seed_demo", verbosity=0)


@pytest.fixture
def ana(demo: None) -> Client:
    return signed_in("ana@feltro.example")


def signed_in(email: str, language: str = "pt-pt") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(Person.objects.get(email=email), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client
