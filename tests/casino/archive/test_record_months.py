"""Transfers and events are stored by month, and nothing of the record is used twice in two of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from casino.archive.record_months import add_months, analyze, months_ahead
from casino.operation.doctor import check_months
from games.models import Command, Round, Table
from games.tables.croupier import journal
from games.tables.domain.pending_changes import transfer_id
from players.models import Player
from players.wallet import ledger
from players.wallet.cashier.models import Payment
from players.wallet.ledger import IdReused, Move
from players.wallet.models import Account, Transfer
from tests.live_table import balance, players_with, table_open

pytestmark = pytest.mark.django_db
TABLES = ("games_event", "wallet_transfer")
PARTITIONS = """
SELECT c.oid::regclass::text FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
WHERE i.inhparent = %s::regclass ORDER BY 1
"""
RIGHTS = """
SELECT acl.grantee::regrole, acl.privilege_type FROM pg_class AS c, aclexplode(c.relacl) AS acl
WHERE c.oid = %s::regclass AND acl.grantee <> c.relowner
UNION ALL
SELECT acl.grantee::regrole, acl.privilege_type FROM pg_attribute AS a, aclexplode(a.attacl) AS acl
WHERE a.attrelid = %s::regclass
"""
EVENT = (
    "INSERT INTO games_event (table_id, seq, at, kind, data, player, command, digest, chain) "
    "VALUES (%s, %s, %s, 'bet-placed', '{}', %s, %s, 7, '')"
)
TRANSFER = (
    "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, at) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s)"
)


def query(sql: str, *values: object) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall() if cursor.description else []


def partitions(table: str) -> list[str]:
    return [name for (name,) in query(PARTITIONS, table)]


def next_month() -> datetime:
    """A moment in the month after this one."""
    return timezone.now().replace(day=1, hour=12) + timedelta(days=40)


def is_refused(match: str, sql: str, *values: object) -> None:
    with pytest.raises(DatabaseError, match=match), transaction.atomic():
        query(sql, *values)


@pytest.fixture
def as_croupier(db: None) -> Any:
    def begin() -> None:
        query("SET LOCAL ROLE house_croupier")

    return begin


def stake(table: Table, player: Player, **changes: Any) -> list[object]:
    wallet = Account.objects.get(player=player, kind="wallet", currency="EUR").pk
    stakes = ledger.open_ledger_account(kind="stakes", currency="EUR", table=table.pk)
    values = {
        "id": transfer_id(table.pk, 1, 0),
        "kind": "stake",
        "source": wallet,
        "target": stakes,
        "currency": "EUR",
        "cents": 100,
        "at": timezone.now(),
        **changes,
    }
    return list(values.values())


@pytest.mark.parametrize("table", TABLES)
def test_each_month_to_come_has_its_partition_and_its_own_index(table: str) -> None:
    names = partitions(table)
    assert len(names) == 5 and f"{table}_first" in names and f"{table}_later" in names
    for name in names:
        (unique,) = query(
            "SELECT count(*) FROM pg_index WHERE indrelid = %s::regclass AND indisunique AND indisvalid", name
        )
        assert unique == (1,), name
    ready = months_ahead()
    assert (ready.months, ready.is_beyond) == (3, False)
    assert list(check_months("operator")) == []


@pytest.mark.parametrize("table", TABLES)
def test_only_the_owner_reaches_a_partition(table: str) -> None:
    for name in partitions(table):
        assert query(RIGHTS, name, name) == [], name
        for sql in (f"DELETE FROM {name}", f"TRUNCATE {name}", f"UPDATE {name} SET at = now()"):
            is_refused("append-only", sql)


def test_months_that_are_missing_are_added_by_the_worker() -> None:
    last = sorted(name for name in partitions("games_event") if name[-1].isdigit())[-1]
    query(f"DROP TABLE {last}")
    assert months_ahead().months == 2
    query("SET LOCAL ROLE house_worker")
    assert add_months() == 1 and add_months() == 0
    query("RESET ROLE")
    assert last in partitions("games_event") and months_ahead().months == 3
    test_only_the_owner_reaches_a_partition("games_event")


@pytest.mark.parametrize("table", TABLES)
def test_the_worker_renews_what_the_planner_knows_of_a_whole_table(table: str) -> None:
    query(EVENT, 1, 1, timezone.now(), 5, uuid4())
    (ana,) = players_with(1_000, 1)
    query(TRANSFER, *stake(table_open(), ana))
    query("SET LOCAL ROLE house_worker")
    analyze()
    query("RESET ROLE")
    of_the_whole = "SELECT count(*) > 0 FROM pg_stats WHERE tablename = %s AND inherited"
    assert query(of_the_whole, table) == [(True,)]


def test_a_clock_that_jumps_refuses_nothing() -> None:
    (ana,) = players_with(1_000, 1)
    table = table_open()
    query(TRANSFER, *stake(table, ana, at=timezone.now() + timedelta(days=400)))
    assert balance(ana) == 900
    assert query("SELECT count(*) FROM wallet_transfer_later") == [(1,)]
    (problem,) = check_months("operator")
    assert "after the last month" in problem.problem


def test_a_command_is_accepted_once_in_all_months() -> None:
    command = uuid4()
    query(EVENT, 1, 1, timezone.now(), 5, command)
    is_refused("games_command_pkey", EVENT, 1, 2, next_month(), 5, command)
    assert journal.find_accepted([(5, command)]) == {(5, command.int): (1, 7)}
    assert Command.objects.filter(player=5).count() == 1


def test_only_events_write_commands(as_croupier: Any) -> None:
    as_croupier()
    is_refused("permission denied", "INSERT INTO games_command VALUES (1, gen_random_uuid(), 1, 1)")


def test_the_number_of_an_event_is_used_once_in_all_months(as_croupier: Any) -> None:
    table = table_open().pk
    as_croupier()
    query(EVENT, table, 1, timezone.now(), None, None)
    query("UPDATE games_table SET version = 1 WHERE id = %s", table)
    for seq in (1, 3):
        is_refused("must follow the last", EVENT, table, seq, next_month(), None, None)
    is_refused("cannot decrease", "UPDATE games_table SET version = 0 WHERE id = %s", table)
    query(EVENT, table, 2, next_month(), None, None)


def test_a_transfer_of_play_is_posted_once_in_all_months(as_croupier: Any) -> None:
    (ana,) = players_with(1_000, 1)
    table = table_open()
    first = stake(table, ana)
    repeated = stake(table, ana, at=next_month())
    elsewhere = stake(table, ana, id=transfer_id(table.pk + 1_000_000, 1, 0))
    other = stake(table, ana, id=uuid4())
    later = stake(table, ana, id=transfer_id(table.pk, 2, 0))
    as_croupier()
    query(TRANSFER, *first)
    query("UPDATE games_table SET version = 1 WHERE id = %s", table.pk)
    for values in (repeated, elsewhere, other):
        is_refused("follow the last event", TRANSFER, *values)
    query(TRANSFER, *later)
    assert balance(ana) == 800


def test_transfers_of_several_tables_follow_the_last_event_of_each(as_croupier: Any) -> None:
    """Tables may share a transaction. A number that one of them has used stays used."""
    ana, rui = players_with(1_000, 2)
    first, second = table_open(), table_open()
    both = f"{TRANSFER}, (%s, %s, %s, %s, %s, %s, %s)"
    old, new = stake(second, rui), stake(second, rui, id=transfer_id(second.pk, 2, 0))
    other, later = stake(first, ana), stake(second, rui, id=transfer_id(second.pk, 3, 0))
    as_croupier()
    query("UPDATE games_table SET version = 1 WHERE id = %s", second.pk)
    for values in ([*other, *old], [*old, *other]):
        is_refused("follow the last event", both, *values)
    query(both, *other, *new)
    query("UPDATE games_table SET version = 1 WHERE id = %s", first.pk)
    other[-1] = next_month()
    for values in ([*other, *later], [*later, *other]):
        is_refused("follow the last event", both, *values)
    assert (balance(ana), balance(rui)) == (900, 900)


def opening(player: Player, number: UUID, cents: int = 500) -> Move:
    cash = ledger.open_ledger_account(kind="cash", currency="DEMO")
    wallet = ledger.open_ledger_account(kind="wallet", currency="DEMO", player=player.pk)
    return Move(number, "opening", cash, wallet, "DEMO", cents)


def test_another_transfer_is_posted_once_in_all_months() -> None:
    (ana,) = players_with(0, 1)
    move = opening(ana, uuid4())
    values = [move.id, move.kind, move.source, move.target, move.currency, move.cents]
    query(TRANSFER, *values, next_month())
    is_refused("wallet_transferid_pkey", TRANSFER, *values, timezone.now())
    assert ledger.post([move]) == 0, "a repeated request posts nothing"
    with pytest.raises(IdReused):
        ledger.post([opening(ana, move.id, 600)])
    with pytest.raises(IntegrityError), transaction.atomic():
        ledger.write([move])
    assert balance(ana, "DEMO") == 500


def test_a_payment_is_posted_once_in_all_months() -> None:
    (ana,) = players_with(0, 1)
    cash = ledger.open_ledger_account(kind="cash", currency="EUR")
    wallet = ledger.open_ledger_account(kind="wallet", currency="EUR", player=ana.pk)
    payment = Payment.objects.create(id=uuid4(), player=ana, direction="deposit", cents=700, status="paid")
    ((number,),) = query("SELECT cashier_transfer_id(%s, 'deposit')", str(payment.pk))
    query(TRANSFER, number, "deposit", cash, wallet, "EUR", 700, next_month())
    assert query("SELECT cashier_post(%s, 'deposit')", payment.pk) == [(0,)]
    assert balance(ana) == 700 and Transfer.objects.filter(pk=number).count() == 1


def test_stakes_in_play_and_payments_read_the_months_of_their_round() -> None:
    """The plans are made for all months, and leave out those that cannot match when they start."""
    query("SET LOCAL plan_cache_mode = force_generic_plan")
    query(
        "PREPARE of_round (bigint, timestamptz) AS SELECT FROM wallet_transfer WHERE round = $1 AND at >= $2"
    )
    plan = "\n".join(line for (line,) in query("EXPLAIN EXECUTE of_round (1, now() + interval '40 days')"))
    assert "Subplans Removed" in plan and "wallet_transfer_first" not in plan


def test_the_rows_of_a_round_lie_between_its_beginning_and_its_end() -> None:
    opened = timezone.now()
    ended = opened + timedelta(seconds=30)
    assert Round().within() == {}
    assert Round(opened=opened).within() == {"at__gte": opened - timedelta(minutes=1)}
    assert Round(opened=opened, ended=ended).within()["at__lt"] == ended + timedelta(days=1)
