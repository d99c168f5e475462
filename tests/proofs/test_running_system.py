"""The sessions that proofs and benches make for their players."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.live_table import players_with
from tests.proofs.running_system import cookie


@pytest.mark.django_db
def test_a_cookie_made_for_a_proof_is_a_valid_sign_in() -> None:
    (ana,) = players_with(0, 1)
    name, _, value = cookie(ana.person).partition("=")
    client = Client()
    client.cookies[name] = value
    client.get("/")
    assert client.get("/").wsgi_request.user == ana.person
