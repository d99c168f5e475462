"""A commit that waits for a synchronous standby is not acknowledged before the standby has it."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connections, transaction
from pytest_django.plugin import DjangoDbBlocker

from casino import env
from casino.postgresql.base import DatabaseWrapper
from casino.services.folder import Folder
from casino.services.postgres import (
    ADMIN,
    DATABASE,
    LOGINS,
    OWNER,
    Postgres,
    database_url,
    role_password,
)
from casino.services.server_lease import leased_servers
from casino.web.errors import is_unreachable
from tests.standby import start_standby, stop_standby

SHORTENED = 10  # the timeouts of the roles, so that the test outlasts the longest
LONGEST = 15.0 / SHORTENED
PATIENCE = 30.0


@dataclass
class Pair:
    """A primary whose only synchronous standby has stopped."""

    folder: Folder
    administrator: psycopg.Connection[Any]

    def waiting(self) -> int:
        """Backends that wait for the standby."""
        [(number,)] = self.administrator.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        )
        return int(number)

    def end_waits(self, how: str) -> None:
        self.administrator.execute(f"SELECT {how}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")


@dataclass
class Client:
    """Commits on a thread of its own, signed in as one role."""

    role: str
    act: Callable[[str], None]
    is_acknowledged: bool = False
    error: DatabaseError | None = None
    thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.act(self.role)
            self.is_acknowledged = True
        except DatabaseError as error:
            self.error = error
        finally:
            connections[self.role].close()


def insert(role: str) -> None:
    with connections[role].cursor() as cursor:
        cursor.execute("INSERT INTO bet VALUES (1)")


def insert_in_transaction(role: str) -> None:
    with transaction.atomic(using=role):
        insert(role)


def lock_row(role: str) -> None:
    """What a retry does before it reads whether its command is on record."""
    with transaction.atomic(using=role), connections[role].cursor() as cursor:
        cursor.execute("SELECT FROM bet LIMIT 1 FOR UPDATE")


@pytest.fixture(scope="module")
def pair(django_db_blocker: DjangoDbBlocker) -> Iterator[Pair]:
    place = Path(tempfile.mkdtemp(prefix="feltro-pair-"))
    place.chmod(0o711)
    folder = Folder(place / "house")
    try:
        with django_db_blocker.unblock(), leased_servers(folder, ["postgres"]):
            address = {"host": str(Postgres(folder).sockets), "user": ADMIN, "dbname": DATABASE}
            with psycopg.connect(
                **address, password=role_password(folder, ADMIN), autocommit=True
            ) as administrator:
                _prepare(administrator)
                _follow_and_stop(Postgres(folder), place, administrator)
                for role in LOGINS:
                    address_of_role = env.database(database_url(folder, role), pool=0)
                    connections.settings[role] = connections.settings["default"] | address_of_role
                yield Pair(folder, administrator)
                administrator.execute("ALTER SYSTEM RESET synchronous_standby_names")
                administrator.execute("SELECT pg_reload_conf()")
    finally:
        for role in LOGINS:
            connections.settings.pop(role, None)
        shutil.rmtree(place, ignore_errors=True)


def _prepare(administrator: psycopg.Connection[Any]) -> None:
    administrator.execute("CREATE TABLE bet (cents int)")
    administrator.execute("INSERT INTO bet VALUES (1)")
    administrator.execute(f"GRANT ALL ON bet TO {', '.join(LOGINS)}")
    timeouts = administrator.execute(
        "SELECT rolname, split_part(line, '=', 1), "
        "extract(epoch FROM split_part(line, '=', 2)::interval) * 1000 "
        "FROM pg_roles, unnest(rolconfig) AS line WHERE line LIKE '%\\_timeout=%'"
    ).fetchall()
    assert len(timeouts) >= len(LOGINS) - 1, "deploy/roles.sql gives each process its timeouts"
    for role, name, milliseconds in timeouts:
        administrator.execute(f"ALTER ROLE {role} SET {name} = {int(milliseconds / SHORTENED)}")


def _follow_and_stop(postgres: Postgres, place: Path, administrator: psycopg.Connection[Any]) -> None:
    server = start_standby(postgres, place)
    administrator.execute("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    administrator.execute("SELECT pg_reload_conf()")
    query = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
    wait_until(lambda: administrator.execute(query).fetchone() == (1,))
    administrator.execute("INSERT INTO bet VALUES (2)")  # acknowledged at once
    stop_standby(server)
    administrator.execute("SET synchronous_commit = local")  # its own statements need not wait


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("act", [insert, insert_in_transaction])
def test_no_timeout_of_a_role_acknowledges_a_commit_that_waits(
    pair: Pair, act: Callable[[str], None]
) -> None:
    """PostgreSQL stops `statement_timeout` and `transaction_timeout` before a commit waits."""
    clients = [Client(role, act) for role in LOGINS]
    wait_until(lambda: pair.waiting() == len(LOGINS))
    time.sleep(2 * LONGEST)
    assert [client.error for client in clients if not client.thread.is_alive()] == []
    assert pair.waiting() == len(LOGINS)
    pair.end_waits("pg_terminate_backend")
    for client in clients:
        client.thread.join(PATIENCE)
        assert not client.is_acknowledged and isinstance(client.error, OperationalError)


@pytest.mark.parametrize("act", [insert, insert_in_transaction])
def test_a_cancelled_wait_is_an_unknown_outcome(pair: Pair, act: Callable[[str], None]) -> None:
    """PostgreSQL itself reports the commit as done, with a warning."""
    client = Client(OWNER, act)
    wait_until(lambda: pair.waiting() == 1)
    pair.end_waits("pg_cancel_backend")
    client.thread.join(PATIENCE)
    assert not client.is_acknowledged
    assert isinstance(client.error, OperationalError) and is_unreachable(client.error)

    retry = Client(OWNER, lock_row)
    wait_until(lambda: pair.waiting() == 1)
    assert not retry.is_acknowledged, "the retry waits for the standby too"
    pair.end_waits("pg_terminate_backend")
    retry.thread.join(PATIENCE)


def test_the_settings_name_this_backend() -> None:
    assert isinstance(connections["default"], DatabaseWrapper)
