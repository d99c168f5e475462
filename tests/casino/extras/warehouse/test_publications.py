"""The SQL of docs/operating/warehouse.md, run against PostgreSQL.

A copy of the test server, restarted with `wal_level = logical`, publishes; a second database of the copy is
the relay that subscribes.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from casino.extras.warehouse.schema import NOT_EXPORTED, exported_columns
from casino.operation.doctor import check_publications
from casino.services.folder import Folder
from casino.services.postgres import ADMIN, SETTINGS, Postgres, role_password, tie_to_parent
from tests.docs.generate import DOCS

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        "postgres" not in os.environ.get("TEST_SERVERS", "").split(),
        reason="NOT TESTED: the copy is made of the embedded server",
    ),
]
PAGE = (DOCS / "operating" / "warehouse.md").read_text("utf-8")
IBAN, SEED = "PT50000201231234567890154", b"a sealed seed"
PATIENCE = 30.0
PASSWORD = "of the relay"
DUMMIES: dict[str, Any] = {
    "boolean": False, "bigint": 0, "integer": 0, "smallint": 0, "text": "", "character varying": "",
    "bytea": b"", "jsonb": "{}", "timestamp with time zone": "2026-11-25 12:00:00+00", "date": "2026-11-25",
}  # fmt: skip


def documented(part: str) -> str:
    """The SQL of one generated part of the page."""
    block = re.search(rf"<!-- generated: {part} -->\s*```sql\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None, part
    return block[1]


class Publisher:
    """A copy of the test server with the documented publications, role and slot."""

    def __init__(self, folder: Path) -> None:
        self.sockets = folder / "sockets"
        self.password = role_password(Folder(Path(os.environ["HOUSE_DIR"])), ADMIN)
        self.name = connection.settings_dict["NAME"]

    def connect(self, database: str = "", role: str = ADMIN, password: str = "") -> psycopg.Connection[Any]:
        return psycopg.connect(
            host=str(self.sockets), dbname=database or self.name, user=role,
            password=password or self.password, autocommit=True,
        )  # fmt: skip


@pytest.fixture(scope="module")
def publisher(django_db_setup: None) -> Iterator[Publisher]:
    postgres = Postgres(Folder(Path(os.environ["HOUSE_DIR"])))
    place = Path(tempfile.mkdtemp(prefix="feltro-warehouse-"))
    place.chmod(0o711)
    publisher = Publisher(place)
    for path in (place / "data", publisher.sockets):
        postgres.private(path)
    copied = postgres.run("pg_basebackup", "-D", str(place / "data"), "-c", "fast")
    assert copied.returncode == 0, copied.stderr
    settings = SETTINGS | {
        "unix_socket_directories": str(publisher.sockets), "wal_level": "logical", "archive_mode": "off",
        "max_wal_senders": "10", "max_logical_replication_workers": "6", "max_worker_processes": "12",
    }  # fmt: skip
    program = [str(postgres.binaries / "postgres"), "-D", str(place / "data")]
    for name, value in settings.items():
        program += ["-c", f"{name}={value}"]
    with (place / "log").open("wb") as log:
        server = subprocess.Popen(
            tie_to_parent(program, signal_number=signal.SIGINT, user=postgres.user),
            stdout=log,
            stderr=log,
        )
    try:
        wait_until(lambda: answers(publisher), server)
        with publisher.connect() as administrator:
            administrator.execute(documented("warehouse-publications"))
            administrator.execute(documented("warehouse-role"))
            administrator.execute(f"ALTER ROLE house_warehouse PASSWORD '{PASSWORD}'")
            administrator.execute("SELECT pg_create_logical_replication_slot('warehouse', 'pgoutput')")
        yield publisher
    finally:
        server.send_signal(signal.SIGQUIT)
        server.wait()
        shutil.rmtree(place, ignore_errors=True)


def answers(publisher: Publisher) -> bool:
    try:
        publisher.connect().close()
    except psycopg.OperationalError:
        return False
    return True


def wait_until(condition: Callable[[], bool], server: subprocess.Popen[bytes] | None = None) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        assert server is None or server.poll() is None, "the copy ended"
        time.sleep(0.05)


def insert(database: psycopg.Connection[Any], table: str, **values: Any) -> None:
    """A row with these values, and dummies where a value is needed. The caller has switched triggers off."""
    needed = database.execute(
        "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s "
        "AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'",
        [table],
    ).fetchall()
    row = {name: DUMMIES[kind] for name, kind in needed if name not in values} | values
    database.execute(
        sql.SQL("INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE VALUES ({})").format(
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, row)),
            sql.SQL(", ").join(sql.Placeholder() * len(row)),
        ),
        list(row.values()),
    )


def test_the_publications_name_exactly_the_declared_columns(publisher: Publisher) -> None:
    with publisher.connect() as database:
        rows = database.execute("SELECT tablename, attnames FROM pg_publication_tables").fetchall()
        assert {table: sorted(columns) for table, columns in rows} == {
            table: sorted(columns) for table, columns in exported_columns().items()
        }
        assert database.execute(
            "SELECT pubname, pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot FROM pg_publication "
            "ORDER BY 1"
        ).fetchall() == [
            ("warehouse_added", True, False, False, False, True),
            ("warehouse_changed", True, True, False, False, True),
        ]


def test_doctor_names_what_a_publication_sends_beyond_the_declared_columns() -> None:
    with connection.cursor() as cursor:
        cursor.execute(documented("warehouse-publications"))
        assert list(check_publications("operator")) == []
        cursor.execute("ALTER PUBLICATION warehouse_added ADD TABLE identity_draft (id, password)")
        cursor.execute("CREATE PUBLICATION other FOR TABLE games_round (id, sealed)")
    other, added = check_publications("operator")
    assert "warehouse_added: identity_draft (id, password)" in added.problem
    assert "other: games_round (id, sealed)" in other.problem


def test_the_role_of_the_subscriber_reads_the_declared_columns_and_nothing_else(publisher: Publisher) -> None:
    with publisher.connect(role="house_warehouse", password=PASSWORD) as database:
        readable = database.execute(
            "SELECT c.relname::text, a.attname::text FROM pg_class AS c "
            "JOIN pg_attribute AS a ON a.attrelid = c.oid "
            "WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') "
            "AND a.attnum > 0 AND NOT a.attisdropped "
            "AND has_column_privilege(c.oid, a.attnum, 'SELECT')"
        ).fetchall()
        declared = {(table, column) for table, columns in exported_columns().items() for column in columns}
        assert set(readable) == declared
        for table, reasons in NOT_EXPORTED.items():
            for column in " ".join(reasons.values()).split():
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    database.execute(f'SELECT "{column}" FROM {table}')
        database.execute("SET default_transaction_read_only = off")
        for statement in (
            "INSERT INTO wallet_transfer (id) VALUES (gen_random_uuid())",
            "UPDATE games_round SET outcome = ''",
            "ALTER PUBLICATION warehouse_added ADD TABLE players_person",
            "CREATE PUBLICATION everything FOR ALL TABLES",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                database.execute(statement)


def test_a_relay_receives_inserted_and_changed_rows_with_the_published_columns_alone(
    publisher: Publisher,
) -> None:
    with publisher.connect() as house:
        house.execute("SET session_replication_role = replica")
        insert(house, "players_player", id=7, alias="Ana", status="active")
        insert(house, "wallet_account", id=1, kind="wallet", currency="EUR", player_id=7, balance=500)
        house.execute("CREATE DATABASE relay")
        payment = "11111111-1111-4111-8111-111111111111"
        insert(
            house, "cashier_payment", id=payment, player_id=7, direction="deposit", cents=500,
            status="pending", iban=IBAN,
        )  # fmt: skip
        with publisher.connect("relay") as relay:
            relay.execute(documented("warehouse-subscriber"))
            relay.execute(
                "CREATE SUBSCRIPTION warehouse "
                f"CONNECTION 'host={publisher.sockets} dbname={publisher.name} user=house_warehouse "
                f"password=''{PASSWORD}''' PUBLICATION warehouse_added, warehouse_changed "
                # The page's statement creates the slot; within one server that would wait for itself.
                "WITH (slot_name = 'warehouse', streaming = 'on', create_slot = false)"
            )
            try:
                wait_until(lambda: copied_to(relay))
                insert(house, "games_round", id=3, table_id=1, number=1, status="open", sealed=SEED)
                house.execute("UPDATE games_round SET status = 'ended', staked = 200 WHERE id = 3")
                house.execute("UPDATE cashier_payment SET status = 'paid' WHERE id = %s", [payment])
                house.execute("UPDATE wallet_account SET balance = 700 WHERE id = 1")  # not sent
                house.execute("SET session_replication_role = origin")
                wait_until(
                    lambda: (
                        relay.execute("SELECT status, staked FROM games_round").fetchall() == [("ended", 200)]
                    )
                )
                assert relay.execute("SELECT status, cents FROM cashier_payment").fetchall() == [
                    ("paid", 500)
                ]
                assert relay.execute("SELECT kind, player_id FROM wallet_account").fetchall() == [
                    ("wallet", 7)
                ]
                everything = "".join(
                    str(row)
                    for table in exported_columns()
                    for row in relay.execute(f"SELECT * FROM {table}")
                )
                assert IBAN not in everything and "Ana" not in everything and SEED.hex() not in everything
                slots = "SELECT slot_name, wal_status FROM pg_replication_slots WHERE slot_type = 'logical'"
                assert ("warehouse", "reserved") in house.execute(slots).fetchall()
            finally:
                relay.execute("DROP SUBSCRIPTION warehouse")
        assert house.execute("SELECT count(*) FROM pg_replication_slots").fetchone() == (0,)


def copied_to(relay: psycopg.Connection[Any]) -> bool:
    states = [
        state for (state,) in relay.execute("SELECT srsubstate::text FROM pg_subscription_rel").fetchall()
    ]
    return len(states) == len(exported_columns()) and set(states) == {"r"}
