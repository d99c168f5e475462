"""A web process that was taken over: the rights of `house_web`, and the cookies that it has seen."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from players.identity.models import SignIn as SignInRow
from players.models import Person, Player
from tests.live_table import players_with
from tests.sandbox_cashier import known
from tests.security.conftest import SignIn

Web = psycopg.Connection[Any]
PASSWORD = "uma-frase-comprida-7"
UNPROVEN = "no proof"


@pytest.fixture
def web(sign_in: SignIn) -> Web:
    return sign_in("house_web")


@pytest.fixture
def ana() -> Player:
    """A verified player with money, who is not signed in."""
    player = known(players_with(100_000, 1)[0], nif=200_000_000 + uuid4().int % 99_999_999)
    SignInRow.objects.create(person=player.person, ended=player.since, cause="signed-out")
    return player


def person_with(password: str = PASSWORD, **fields: Any) -> Person:
    """Somebody who has signed in before."""
    person = Person.objects.create_user(f"{uuid4().hex[:12]}@feltro.example", password, **fields)
    SignInRow.objects.create(person=person, ended=person.date_joined, cause="signed-out")
    return person


def random_proof() -> str:
    return uuid4().hex + uuid4().hex[:8]


def show_proof(web: Web, proof: bytes | str) -> None:
    """For the rest of the connection: an attacker needs no setting of a transaction."""
    text = proof.decode() if isinstance(proof, bytes) else proof
    web.execute("SELECT set_config('feltro.session_proof', %s, false)", [text])


def execute(sql: str, values: dict[str, Any] | None = None) -> None:
    """By the owner of the database."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def answer_to_web(sql: str, values: dict[str, Any], proof: bytes = b"") -> str:
    """What the database says to a web process that shows this proof; empty if it wrote a row.

    What it wrote is undone.
    """
    before = transaction.savepoint()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL SESSION AUTHORIZATION house_web")
            cursor.execute("SELECT set_config('feltro.session_proof', %s, true)", [proof.decode()])
            cursor.execute(sql, values)
            return "" if cursor.rowcount == 1 else f"{cursor.rowcount} rows"
    except DatabaseError as refused:
        return str(refused)
    finally:
        transaction.savepoint_rollback(before)
