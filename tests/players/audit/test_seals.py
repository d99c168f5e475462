"""The chain of seals: what is sealed and when, and that every later change of the record is detected.

The attacker here owns the database and has switched off its triggers. Other tests cover privileges and
triggers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction

from players.audit import note
from players.audit.management.commands import check_seals as check_seals_command
from players.audit.models import Line, Seal
from players.audit.seals import _ends, seal, store_witness
from players.audit.verification import check_seals
from players.models import Player
from players.shared import clock
from players.wallet import ledger
from tests.concurrency import run_concurrently
from tests.live_table import players_with

ZERO = timedelta(0)
VACUUMING = """
SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'autovacuum:%vacuumed%'
"""


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: Any) -> Iterator[Player]:
    """Three sealed minutes, each with lines and transfers. The record is append-only, so the rows stay."""
    with django_db_blocker.unblock():
        (player,) = players_with(1_000, 1)
        while not seal(margin=ZERO):
            pass
        for minute in range(3):
            post_transfer(player)
            for act in range(3):
                note("tests.something-done", player=player, about=f"minute:{minute}", act=act)
            seal(margin=ZERO)
        seal(margin=ZERO)
        yield player


@pytest.fixture
def record(lasting: Player, valkey_url: str, django_db_blocker: Any) -> Iterator[Player]:
    with django_db_blocker.unblock():
        yield lasting


def post_transfer(player: Player, cents: int = 5) -> None:
    wallet, cash = (
        ledger.open_ledger_account(kind="wallet", currency="EUR", player=player.pk),
        ledger.open_ledger_account(kind="cash", currency="EUR"),
    )
    ledger.post([ledger.Move(uuid4(), "deposit", cash, wallet, "EUR", cents)])


def execute(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@contextmanager
def as_owner() -> Iterator[None]:
    """Runs without triggers, and rolls back."""
    with transaction.atomic():
        execute("SET LOCAL session_replication_role = replica")
        yield
        transaction.set_rollback(True)


def codes() -> set[str]:
    return {fault.code for fault in check_seals()}


def sealed_lines() -> list[int]:
    last = Seal.objects.order_by("-number").first()
    assert last is not None
    return list(
        Line.objects.filter(at__lt=last.until, kind="tests.something-done")
        .order_by("id")
        .values_list("id", flat=True)
    )


def test_an_untouched_record_shows_no_fault(record: Player) -> None:
    assert check_seals() == []
    assert sum(Seal.objects.values_list("lines", flat=True)) >= 9 and len(sealed_lines()) >= 9
    assert sum(Seal.objects.values_list("transfers", flat=True)) >= 4


TAMPERING: dict[str, tuple[Callable[[], None], str]] = {
    "the details of a line are edited": (
        lambda: execute("UPDATE audit_line SET details = '{\"act\": 9}' WHERE id = %s", sealed_lines()[4]),
        "lines-changed",
    ),
    "a line is assigned to another player": (
        lambda: execute("UPDATE audit_line SET player_id = 0 WHERE id = %s", sealed_lines()[4]),
        "lines-changed",
    ),
    "a line is deleted": (
        lambda: execute("DELETE FROM audit_line WHERE id = %s", sealed_lines()[4]),
        "lines-count",
    ),
    "a line is inserted": (
        lambda: execute(
            "INSERT INTO audit_line (at, kind, about, details, device) "
            "SELECT at, 'tests.invented', '', '{}', '' FROM audit_line WHERE id = %s",
            sealed_lines()[4],
        ),
        "lines-count",
    ),
    "two lines are swapped": (
        lambda: execute(
            "UPDATE audit_line AS a SET about = b.about, details = b.details FROM audit_line AS b "
            "WHERE a.id IN (%s, %s) AND b.id IN (%s, %s) AND a.id <> b.id",
            *sealed_lines()[3:5],
            *sealed_lines()[3:5],
        ),
        "lines-changed",
    ),
    "a line is moved to another minute": (
        lambda: execute(
            "UPDATE audit_line SET at = (SELECT at FROM audit_line WHERE id = %s) WHERE id = %s",
            sealed_lines()[8],
            sealed_lines()[0],
        ),
        "lines-count",
    ),
    "the amount of a transfer is edited": (
        lambda: execute("UPDATE wallet_transfer SET cents = cents + 1"),
        "transfers-changed",
    ),
    "a transfer is deleted": (
        lambda: execute(
            "DELETE FROM wallet_transfer WHERE id = (SELECT id FROM wallet_transfer ORDER BY at DESC LIMIT 1)"
        ),
        "transfers-count",
    ),
    "a seal and its chain hash are recomputed over edited rows": (lambda: reseal(), "seal-changed"),  # noqa: PLW0108 - defined below
    "a seal in the middle is deleted": (
        lambda: execute("DELETE FROM audit_seal WHERE number = 2"),
        "seal-missing",
    ),
    "the first seal is deleted": (lambda: execute("DELETE FROM audit_seal WHERE number = 1"), "seal-missing"),
    "a line is dated in the future": (
        lambda: execute(
            "INSERT INTO audit_line (at, kind, about, details, device) "
            "VALUES (now() + '1 day', 'tests.later', '', '{}', '')"
        ),
        "lines-ahead",
    ),
}


def reseal() -> None:
    """Edits rows and recomputes their seal, but no later seal."""
    from players.audit.seals import chain_hash, digests

    first = Seal.objects.filter(lines__gt=0, transfers__gt=0, number__gt=1).earliest("number")
    execute("UPDATE audit_line SET device = 'another' WHERE at >= %s AND at < %s", first.since, first.until)
    execute(
        "UPDATE wallet_transfer SET cents = cents + 1 WHERE at >= %s AND at < %s", first.since, first.until
    )
    for kind in ("lines", "transfers"):
        with connection.cursor() as cursor:
            cursor.execute(digests(kind), {"since": first.since, "until": first.until})
            setattr(first, f"{kind}_digest", cursor.fetchone()[1])
    first.chain = chain_hash(Seal.objects.get(number=first.number - 1).chain, first)
    first.save()


@pytest.mark.parametrize("name", TAMPERING)
def test_every_change_of_a_sealed_record_is_detected(record: Player, name: str) -> None:
    tamper, code = TAMPERING[name]
    with as_owner():
        tamper()
        assert code in codes()
    assert check_seals() == [], "the rollback restores the record"


def test_a_truncated_chain_differs_from_the_witness(record: Player) -> None:
    store_witness()
    with as_owner():
        execute("DELETE FROM audit_seal WHERE number = (SELECT max(number) FROM audit_seal)")
        assert "chain-cut" in codes()
        execute("DELETE FROM audit_seal")
        assert "chain-cut" in codes()


def test_a_rebuilt_chain_differs_from_the_witness(record: Player) -> None:
    from players.audit.seals import chain_hash

    store_witness()
    with as_owner():
        execute("UPDATE audit_line SET device = 'another' WHERE id = %s", sealed_lines()[4])
        previous_hash = ""
        for row in Seal.objects.order_by("number"):
            row.lines_digest = "0" * 64
            row.chain = previous_hash = chain_hash(previous_hash, row)
            row.save()
        assert "chain-replaced" in codes()


def test_transfers_deleted_before_sealing_are_detected_by_the_balances(record: Player) -> None:
    post_transfer(record, 7)
    with as_owner():
        execute("DELETE FROM wallet_transfer WHERE cents = 7")
        assert codes() == {"books"}


def test_stopped_sealing_is_reported(record: Player) -> None:
    assert {fault.code for fault in check_seals(late=ZERO)} == {"seals-late"}


def test_a_closed_house_may_be_checked_long_after_its_last_seal(
    record: Player, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Red before: after a restore the guide's check failed. Nothing seals while the house is closed."""
    monkeypatch.setattr(check_seals_command, "OVERDUE_AFTER", ZERO)
    with pytest.raises(CommandError, match="seals-late"):
        call_command("check_seals")
    call_command("check_seals", house_closed=True)
    assert "no fault" in capsys.readouterr().out
    with as_owner():
        execute("DELETE FROM audit_line WHERE id = %s", sealed_lines()[4])
        with pytest.raises(CommandError, match="lines-count"):
            call_command("check_seals", house_closed=True)


def test_the_command_reports_faults_and_fails(record: Player, capsys: Any) -> None:
    call_command("check_seals")
    assert "no fault" in capsys.readouterr().out
    with as_owner():
        execute("DELETE FROM audit_line WHERE id = %s", sealed_lines()[4])
        with pytest.raises(CommandError, match="lines-count"):
            call_command("check_seals")


def test_a_late_commit_delays_the_seal_of_its_minute(record: Player) -> None:
    """A transaction begins before the horizon and ends after it: the seal waits for it, then contains it."""
    started, may_end = Event(), Event()

    def write_slowly() -> None:
        with transaction.atomic():
            note("tests.slowly-done", player=record)
            started.set()
            may_end.wait(20)
        connection.close()

    slow = Thread(target=write_slowly)
    slow.start()
    assert started.wait(20)
    before = Seal.objects.count()
    # Seals the pending horizon; the new horizon is after the beginning of the slow transaction.
    seal(margin=ZERO)
    for _ in range(3):
        seal(margin=ZERO)
    count = Seal.objects.count()
    assert count <= before + 1, "no seal while an older transaction runs"
    may_end.set()
    slow.join()
    assert seal(margin=ZERO) == 1
    last = Seal.objects.order_by("-number").first()
    line = Line.objects.get(kind="tests.slowly-done")
    assert last is not None and last.since is not None and last.since <= line.at < last.until
    assert check_seals() == []


def test_parallel_sealers_make_one_chain(record: Player) -> None:
    run_concurrently(*[lambda: seal(margin=ZERO)] * 4)
    numbers = list(Seal.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1)) and check_seals() == []


@pytest.mark.parametrize("table", ["audit_line", "audit_seal"])
def test_lines_and_seals_are_append_only_even_for_their_owner(record: Player, table: str) -> None:
    for sql in (
        f"UPDATE {table} SET lines = 1" if table == "audit_seal" else f"UPDATE {table} SET kind = 'x.y'",
        f"DELETE FROM {table}",
    ):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            execute(sql)
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            execute("SET LOCAL ROLE house_app")
            execute(sql)


def test_a_long_transaction_of_another_database_delays_no_seal(record: Player) -> None:
    """The lock table of the server lists the transactions of all its databases."""
    elsewhere = {**connection.get_connection_params(), "dbname": "postgres"}
    elsewhere = {
        key: elsewhere[key] for key in ("dbname", "user", "password", "host", "port") if key in elsewhere
    }
    with psycopg.connect(**elsewhere) as other:
        other.execute("SELECT txid_current()")
        seal(margin=ZERO)
        assert seal(margin=ZERO) == 1


@pytest.fixture
def slow_autovacuum(record: Player) -> Iterator[None]:
    """PostgreSQL's autovacuum works on a table of this database, slowly."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as owner:
        owner.execute(
            "CREATE TABLE vacuumed "
            "WITH (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, "
            "autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1) "
            "AS SELECT number FROM generate_series(1, 50000) AS number"
        )
        owner.execute("DELETE FROM vacuumed")
        owner.execute("ALTER SYSTEM SET autovacuum_naptime = '1s'")
        owner.execute("SELECT pg_reload_conf()")
        try:
            end = time.monotonic() + 60
            while not owner.execute(VACUUMING).fetchall():
                assert time.monotonic() < end, "no autovacuum"
                time.sleep(0.1)
            yield
        finally:
            owner.execute("ALTER SYSTEM RESET autovacuum_naptime")
            owner.execute("SELECT pg_reload_conf()")
            owner.execute("DROP TABLE vacuumed")


def test_autovacuum_delays_no_seal(slow_autovacuum: None) -> None:
    seal(margin=ZERO)
    assert seal(margin=ZERO) == 1


def test_the_worker_can_seal(record: Player) -> None:
    """The worker's role reads running transactions and writes seals without further privileges."""
    execute("SET ROLE house_worker")
    try:
        note("tests.something-done", player=record)
        seal(margin=ZERO)
        assert seal(margin=ZERO) == 1 and check_seals() == []
    finally:
        execute("RESET ROLE")
    assert cache.get("audit.head")[0] == Seal.objects.count()


def test_no_seal_reaches_over_the_end_of_a_month(record: Player) -> None:
    """As months leave whole, what is sealed of one must not depend on the next."""
    month = clock.midnight(clock.months_after(clock.first_day(clock.now(), "month"), 2))
    later = month + timedelta(days=2, hours=4)
    assert _ends(later) == [month, later]
    assert _ends(month) == [month]
