"""The registered keys of running processes. The database lets each role register only its own kind of key.

Keys never travel over Valkey: an attacker with write access could otherwise replace them.
"""

from __future__ import annotations

import time

from django.db import connection

from games.tables.transport.keyring import WORKER, Keyring, Peer
from players.shared import database_time

# The kind follows from the role that signed in. Only the owner of the tables (tests, development) may choose
# it.
RENEW = """
INSERT INTO games_processkey (id, kind, key)
VALUES (%s, coalesce(substring(session_user FROM '^house_(web|croupier|worker)$'), %s), %s)
ON CONFLICT (id) DO UPDATE SET kind = excluded.kind RETURNING kind
"""
LIVE = """
SELECT id, kind, key, extract(epoch FROM clock_timestamp())::float8
FROM games_processkey WHERE until > clock_timestamp()
"""
# Rows of processes that ended. Rows that another process is deleting are skipped.
CLEAN = """
DELETE FROM games_processkey WHERE id IN (
    SELECT id FROM games_processkey WHERE until < clock_timestamp() - interval '2 minutes'
        FOR UPDATE SKIP LOCKED
)
"""
ROLE_KIND = "SELECT substring(session_user FROM '^house_(web|croupier|worker)$')"


def own_kind() -> str:
    """The kind of this process by its database role; a worker where the role does not say."""
    with connection.cursor() as cursor:
        cursor.execute(ROLE_KIND)
        return str(cursor.fetchone()[0] or WORKER)


def register(keyring: Keyring) -> None:
    """Registers the key of this process, and reads those of the others."""
    with connection.cursor() as cursor:
        cursor.execute(CLEAN)
    renew(keyring)


def renew(keyring: Keyring) -> None:
    """Keeps the key of this process valid, and reads those of the others and the database's time.

    Called every second or two.
    """
    with connection.cursor() as cursor:
        cursor.execute(RENEW, [keyring.id, keyring.own.kind, keyring.own.key])
        queried_at = time.monotonic()
        cursor.execute(LIVE)
        rows = cursor.fetchall()
    if rows:  # its own is among them, unless the database waited for longer than a key is valid
        database_time.measure(rows[-1][3], queried_at=queried_at)
    keyring.learn(Peer(process, kind, bytes(key)) for process, kind, key, _ in rows)
