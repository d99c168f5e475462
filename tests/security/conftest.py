"""Signing in to the test database as a process: with the rights of its role and no others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from casino.backoffice.roles import grant_role, write_roles
from casino.services.folder import Folder
from casino.services.postgres import role_password
from players.models import Person

SignIn = Callable[[str], psycopg.Connection[Any]]


@pytest.fixture
def sign_in() -> Iterator[SignIn]:
    """A connection of one role to the database of this test."""
    folder = Folder(Path(os.environ["HOUSE_DIR"]))
    opened: list[psycopg.Connection[Any]] = []

    def connect(role: str) -> psycopg.Connection[Any]:
        settings = connection.settings_dict
        address = {"host": settings["HOST"], "port": settings["PORT"] or None, "dbname": settings["NAME"]}
        if "postgres" in os.environ["TEST_SERVERS"].split():
            address |= {"user": role, "password": role_password(folder, role)}
            opened.append(psycopg.connect(**address, autocommit=True))
        else:
            # A server that others set up: the administrator takes the role, because its password is not ours
            # to know.
            address |= {"user": settings["USER"], "password": settings["PASSWORD"]}
            opened.append(psycopg.connect(**address, autocommit=True))
            opened[-1].execute(f"SET SESSION AUTHORIZATION {role}")
        return opened[-1]

    yield connect
    for database in opened:
        database.close()


def refused(database: psycopg.Connection[Any], sql: str, *values: object) -> str:
    with pytest.raises(psycopg.Error) as caught:
        database.execute(sql, values)
    return str(caught.value)


def staff(name: str, role: str, days: int = 60) -> Person:
    person = Person.objects.create_user(
        f"{name}@staff.example", "x", is_staff=True, date_joined=timezone.now() - timedelta(days=days)
    )
    grant_role(person, role)
    return person


@pytest.fixture
def people(db: None) -> dict[str, Person]:
    write_roles()
    return {
        "head": staff("head", "management"),
        "officer": staff("officer", "compliance officer"),
        "cashier": staff("cashier", "cashier"),
        "novice": staff("novice", "compliance officer", days=1),
    }
