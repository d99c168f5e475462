"""The database binds each registered key to the role that signed in: no process can register a key of
another kind of process.
"""

from __future__ import annotations

import psycopg
import pytest

from games.tables.transport import registry
from games.tables.transport.keyring import Keyring
from tests.security.conftest import SignIn, refused
from tests.security.test_database_roles import PLAYING

pytestmark = pytest.mark.usefixtures("lasting_db")
INSERT = "INSERT INTO games_processkey (id, kind, key) VALUES (%s, %s, %s)"
EXPIRED = "UPDATE games_processkey SET until = clock_timestamp() - %s::interval WHERE id = %s"
KINDS = {role: role.removeprefix("house_") for role in PLAYING}


def add(database: psycopg.Connection[object], kind: str) -> Keyring:
    keyring = Keyring(kind)
    database.execute(INSERT, [keyring.id, kind, keyring.own.key])
    return keyring


def expire(key_id: str, since: str) -> None:
    """The process of this key ended that long ago. Only the owner can write this."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_processkey DISABLE TRIGGER USER")
        cursor.execute(EXPIRED, [since, key_id])
        cursor.execute("ALTER TABLE games_processkey ENABLE TRIGGER USER")


@pytest.mark.parametrize("role", PLAYING)
@pytest.mark.parametrize("kind", KINDS.values())
def test_a_role_registers_keys_of_its_own_kind_only(sign_in: SignIn, role: str, kind: str) -> None:
    database, keyring = sign_in(role), Keyring(kind)
    if kind == KINDS[role]:
        database.execute(INSERT, [keyring.id, kind, keyring.own.key])
        return
    for change_role in ("RESET ROLE", "SET ROLE house_app"):
        database.execute(change_role)
        message = refused(database, INSERT, keyring.id, kind, keyring.own.key)
        assert "may not register a key of the kind" in message or "no law allows this" in message


@pytest.mark.parametrize("kind", [*KINDS.values(), "beacon"])
def test_the_process_of_the_beacon_registers_no_key_and_reads_none(sign_in: SignIn, kind: str) -> None:
    """It speaks with no other process."""
    add(sign_in("house_croupier"), "croupier")
    database, keyring = sign_in("house_beacon"), Keyring(kind)
    for change_role in ("RESET ROLE", "SET ROLE house_beacon"):
        database.execute(change_role)
        for sql, values in (
            (INSERT, (keyring.id, kind, keyring.own.key)),
            (registry.RENEW, (keyring.id, kind, keyring.own.key)),
            ("SELECT key FROM games_processkey", ()),
            ("DELETE FROM games_processkey", ()),
        ):
            assert "permission denied" in refused(database, sql, *values)
    assert "permission denied to set role" in refused(database, "SET ROLE house_app")


def test_no_web_process_replaces_prolongs_or_deletes_the_key_of_a_croupier(sign_in: SignIn) -> None:
    croupier, attacker = add(sign_in("house_croupier"), "croupier"), Keyring("croupier")
    web = sign_in("house_web")
    for sql, values in (
        ("UPDATE games_processkey SET key = %s WHERE id = %s", [attacker.own.key, croupier.id]),
        ("UPDATE games_processkey SET kind = 'web' WHERE id = %s", [croupier.id]),
        ("UPDATE games_processkey SET until = until WHERE id = %s", [croupier.id]),
        ("DELETE FROM games_processkey WHERE id = %s", [croupier.id]),
        (registry.RENEW, [croupier.id, "croupier", attacker.own.key]),
    ):
        message = refused(web, sql, *values)
        assert any(words in message for words in ("permission denied", "cannot change", "cannot be deleted"))
    row = web.execute("SELECT kind, key FROM games_processkey WHERE id = %s", [croupier.id]).fetchone()
    assert row == ("croupier", croupier.own.key)


@pytest.mark.parametrize("role", PLAYING)
def test_a_registered_key_never_changes_its_kind_or_content(sign_in: SignIn, role: str) -> None:
    database = sign_in(role)
    keyring = add(database, KINDS[role])
    for sql, value in (
        ("UPDATE games_processkey SET key = %s WHERE id = %s", Keyring("web").own.key),
        ("UPDATE games_processkey SET id = %s WHERE id = %s", "another"),
    ):
        assert "permission denied" in refused(database, sql, value, keyring.id)
    assert "32 bytes" in refused(database, INSERT, "short", KINDS[role], b"x")


def test_the_database_sets_how_long_a_key_is_accepted(sign_in: SignIn) -> None:
    database = sign_in("house_web")
    keyring = Keyring("web")
    database.execute(
        "INSERT INTO games_processkey (id, kind, key, until) VALUES (%s, 'web', %s, 'infinity')",
        [keyring.id, keyring.own.key],
    )
    prolong = "UPDATE games_processkey SET until = 'infinity' WHERE id = %s"
    assert "permission denied" in refused(database, prolong, keyring.id)
    database.execute(registry.RENEW, [keyring.id, "web", keyring.own.key])
    row = database.execute(
        "SELECT until <= clock_timestamp() + interval '15 seconds' FROM games_processkey WHERE id = %s",
        [keyring.id],
    ).fetchone()
    assert row == (True,)


def test_the_key_of_a_process_that_ended_is_not_accepted_and_is_removed(sign_in: SignIn) -> None:
    web, reader = add(sign_in("house_web"), "web"), Keyring("croupier")
    registry.renew(reader)
    assert web.id in reader.peers
    expire(web.id, "1 second")
    registry.renew(reader)
    assert web.id not in reader.peers
    expire(web.id, "3 minutes")
    worker = sign_in("house_worker")
    worker.execute(registry.CLEAN)
    assert worker.execute("SELECT FROM games_processkey WHERE id = %s", [web.id]).fetchone() is None


def test_a_process_whose_key_expired_while_the_database_was_away_renews_it(sign_in: SignIn) -> None:
    database = sign_in("house_web")
    web, reader = add(database, "web"), Keyring("croupier")
    expire(web.id, "30 seconds")
    database.execute(registry.RENEW, [web.id, "web", web.own.key])
    registry.renew(reader)
    assert web.id in reader.peers
