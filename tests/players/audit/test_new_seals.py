"""The nightly check compares the new seals; the complete check compares all, and the stored sums too."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from players.audit import note, verification
from players.audit.models import Line, SealCheck
from players.audit.seals import seal
from players.audit.verification import check_seals, store_seal_check
from players.models import Player
from players.wallet import books, ledger
from players.wallet.models import BooksCheck, CheckedBalance
from tests.live_table import players_with

pytestmark = pytest.mark.django_db
ZERO = timedelta(0)


def execute(sql: str, *values: object) -> None:
    """As the owner of the database, without triggers."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql, values)
        cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.fixture
def player(valkey_url: str) -> Player:
    (player,) = players_with(1_000, 1)
    return player


def end_minute(player: Player) -> None:
    """A transfer and a line, sealed. The rows of one transaction share one time, so they get the present."""
    wallet = ledger.open_ledger_account(kind="wallet", currency="EUR", player=player.pk)
    cash = ledger.open_ledger_account(kind="cash", currency="EUR")
    ledger.post([ledger.Move(uuid4(), "deposit", cash, wallet, "EUR", 5)])
    note("tests.something-done", player=player)
    for table in ("audit_line", "wallet_transfer"):
        execute(f"UPDATE {table} SET at = clock_timestamp() WHERE at = now()")
    seal(margin=ZERO)
    seal(margin=ZERO)


def change_first_line() -> None:
    execute("UPDATE audit_line SET device = 'another' WHERE id = %s", Line.objects.earliest("id").pk)


def codes(*, complete: bool) -> set[str]:
    return {fault.code for fault in store_seal_check(complete=complete)}


def test_each_check_begins_after_the_last(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "BATCH", 2)
    for _ in range(3):
        end_minute(player)
    counted: list[int] = []
    assert check_seals(advance=counted.append) == [] and sum(counted) >= 3 and max(counted) <= 2
    assert codes(complete=False) == set()
    first = SealCheck.objects.get()
    assert first.complete and codes(complete=False) == set()
    assert SealCheck.objects.count() == 1, "nothing new was sealed"
    end_minute(player)
    counted.clear()
    assert check_seals(after=first, advance=counted.append) == [] and sum(counted) <= 2
    assert codes(complete=False) == set() and not SealCheck.objects.latest("pk").complete


def test_an_old_change_is_found_by_the_complete_check(player: Player) -> None:
    end_minute(player)
    assert codes(complete=False) == set()
    change_first_line()
    end_minute(player)
    assert codes(complete=False) == set()
    assert codes(complete=True) == {"lines-changed"}
    assert {fault.code for fault in check_seals()} == {"lines-changed"}, "the command compares all seals"


def test_a_new_change_is_found_each_night_until_it_is_mended(player: Player) -> None:
    end_minute(player)
    change_first_line()
    assert codes(complete=False) == codes(complete=False) == {"lines-changed"}
    assert not SealCheck.objects.exists() and not BooksCheck.objects.exists()


def test_a_chain_rebuilt_before_the_last_check_is_found(player: Player) -> None:
    end_minute(player)
    assert codes(complete=False) == set()
    execute("UPDATE audit_seal SET chain = repeat('0', 64)")
    assert "chain-replaced" in codes(complete=False)


def test_the_books_need_only_the_transfers_since_the_last_check(player: Player) -> None:
    end_minute(player)
    assert codes(complete=False) == set()
    wallet = ledger.open_ledger_account(kind="wallet", currency="EUR", player=player.pk)
    checked = CheckedBalance.objects.get(account=wallet)
    assert (checked.received, checked.paid, checked.moves) == (1_005, 0, 2)
    end_minute(player)
    assert books.different_accounts(complete=False) == books.different_accounts(complete=True) == []
    assert codes(complete=False) == set()
    checked.refresh_from_db()
    assert (checked.received, checked.moves, BooksCheck.objects.count()) == (1_010, 3, 2)


@pytest.mark.parametrize("table", ["wallet_account", "wallet_checkedbalance"])
def test_a_changed_balance_or_sum_is_found(player: Player, table: str) -> None:
    end_minute(player)
    assert codes(complete=False) == set()
    column = "balance" if table == "wallet_account" else "received"
    execute(f"UPDATE {table} SET {column} = {column} + 1")
    assert codes(complete=False) == {"books"}
    assert codes(complete=True) == {"books"}


def test_a_transfer_and_its_sums_changed_together_are_found_by_the_complete_check(player: Player) -> None:
    end_minute(player)
    assert codes(complete=False) == set()
    for sql in (
        "UPDATE wallet_transfer SET cents = cents + 1",
        "UPDATE wallet_account SET balance = balance + 1",
        "UPDATE wallet_checkedbalance SET received = received + 1 WHERE received > 0",
    ):
        execute(sql)
    assert {"transfers-changed", "books"} <= codes(complete=True)


@pytest.mark.parametrize("table", ["audit_sealcheck", "wallet_bookscheck"])
def test_checks_are_append_only_and_written_by_the_worker_alone(player: Player, table: str) -> None:
    end_minute(player)
    store_seal_check(complete=False)
    with connection.cursor() as cursor:
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            cursor.execute(f"DELETE FROM {table}")
        cursor.execute(
            "SELECT role FROM unnest(ARRAY['house_web', 'house_worker', 'house_croupier']) AS role "
            "WHERE has_table_privilege(role, %s, 'INSERT')",
            [table],
        )
        assert cursor.fetchall() == [("house_worker",)]


def test_the_worker_may_store_a_check(player: Player) -> None:
    end_minute(player)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        assert store_seal_check(complete=False) == []
        cursor.execute("RESET ROLE")
    assert BooksCheck.objects.exists()
