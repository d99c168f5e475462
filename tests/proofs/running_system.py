"""A proof's connection to a running installation: its database, its keys, and new players."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from casino.services import valkey
from casino.services.environment import embedded_settings, person_key_settings
from casino.services.folder import Folder
from casino.services.server_lease import leased_servers


@contextlib.contextmanager
def connected(place: Path) -> Iterator[None]:
    """Inside, Django uses that installation's database, and Valkey with all permissions."""
    folder = Folder(place)
    with leased_servers(folder, ["postgres", "valkey"]) as servers:
        os.environ.update(embedded_settings(folder, servers) | valkey.addresses(folder, "admin"))
        os.environ.update(person_key_settings(folder) | {"PERSON_KEYS_DIR": str(folder.path / "person-keys")})
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
        import django

        django.setup()
        yield


def cookie(person: Any) -> str:
    """The session cookie of a person who has signed in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from players.identity.models import SignIn
    from players.identity.sign_in.session_store import SessionStore, session_digest

    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    SignIn.objects.create(person=person, session=session_digest(session.session_key))
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def drain(tables: list[int]) -> None:
    """Stop opening rounds: otherwise absent hold'em players would be dealt hand after hand."""
    from django.db import Error, connection

    from games.models import Table

    for _ in range(100):
        try:
            Table.objects.filter(pk__in=tables, status="open").update(status="draining")
        except Error:
            connection.close()
            time.sleep(0.3)
        else:
            return


def wait_until_settled(tables: list[int]) -> None:
    """Wait until the running rounds end by themselves.

    At hold'em, six absent players take eight seconds each in four betting rounds.
    """
    end = time.monotonic() + 900
    while time.monotonic() < end:
        open_with_stakes = query(
            "SELECT count(*) FROM wallet_account WHERE \"table\" = ANY(%s) AND kind = 'stakes' "
            "AND balance <> 0",
            [tables],
        )
        if not open_with_stakes[0][0]:
            return
        time.sleep(0.5)


def query(sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
    from django.db import Error, connection

    for _ in range(100):
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql, values)
                return list(cursor.fetchall())
        except Error:
            connection.close()
            time.sleep(0.3)
    raise SystemExit("the database did not come back")
