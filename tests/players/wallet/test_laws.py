"""Rules of money that the database enforces against everybody: the product's code, the shell, raw SQL."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, transaction

from games.tables.domain.pending_changes import transfer_id
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account, Transfer
from tests.live_table import balance, players_with, table_open

pytestmark = pytest.mark.django_db


def wallet(player: object, currency: str = "EUR") -> int:
    return Account.objects.get(player=player, kind="wallet", currency=currency).pk


def fails(error: type[Exception], sql: str, *values: object) -> None:
    with pytest.raises(error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)


def written(source: int, target: int, cents: int, currency: str = "EUR") -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents)"
            " VALUES (%s, 'stake', %s, %s, %s, %s)",
            [uuid4(), source, target, currency, cents],
        )


@pytest.fixture
def table() -> int:
    return ledger.open_ledger_account(kind="stakes", currency="EUR", table=uuid4().int % 2**62)


def test_a_player_balance_is_never_below_zero_for_any_writer(table: int) -> None:
    (ana,) = players_with(1_000, 1)
    with pytest.raises(IntegrityError, match="players_money_never_below_zero"), transaction.atomic():
        written(wallet(ana), table, 1_001)
    with pytest.raises(IntegrityError, match="players_money_never_below_zero"), transaction.atomic():
        ledger.write(
            [
                Move(uuid4(), "stake", wallet(ana), table, "EUR", 600),
                Move(uuid4(), "stake", wallet(ana), table, "EUR", 600),
            ]
        )
    assert balance(ana) == 1_000


@pytest.mark.parametrize(
    "sql", ["UPDATE wallet_transfer SET cents = 1", "DELETE FROM wallet_transfer", "TRUNCATE wallet_transfer"]
)
def test_transfers_are_append_only_even_for_their_owner(sql: str) -> None:
    players_with(1_000, 1)
    fails(IntegrityError, sql)


def test_the_two_currencies_never_meet(table: int) -> None:
    """[AR-31] [FR-R32] [BJ-38] [PB-38] [CS-44]"""
    (ana,) = players_with(1_000, 1, "DEMO")
    for currency in ("EUR", "DEMO"):
        with pytest.raises(IntegrityError, match="joins two currencies"), transaction.atomic():
            written(wallet(ana, "DEMO"), wallet(ana, "EUR"), 100, currency)
        with pytest.raises(IntegrityError, match="joins two currencies"), transaction.atomic():
            written(wallet(ana, "DEMO"), table, 100, currency)
    assert (balance(ana, "DEMO"), balance(ana)) == (1_000, 0)


def test_AR_31_no_demonstration_credit_becomes_money(table: int) -> None:
    """[FR-R32] [BJ-38] [PB-38] [CS-44]"""
    (ana,) = players_with(1_000, 1, "DEMO")
    with pytest.raises(IntegrityError):
        ledger.post([Move(uuid4(), "prize", wallet(ana, "DEMO"), wallet(ana, "EUR"), "DEMO", 1_000)])


def test_money_does_not_go_from_one_player_to_another() -> None:
    ana, rui = players_with(1_000, 2)
    with pytest.raises(IntegrityError, match="from one player to another"), transaction.atomic():
        written(wallet(ana), wallet(rui), 100)
    with pytest.raises(IntegrityError):
        ledger.post([Move(uuid4(), "prize", wallet(ana), wallet(rui), "EUR", 100)])


def test_an_account_that_is_not_there_moves_nothing(table: int) -> None:
    (ana,) = players_with(1_000, 1)
    with pytest.raises(IntegrityError, match="does not exist"), transaction.atomic():
        written(wallet(ana), 2**40, 100)


@pytest.mark.parametrize("cents", [0, -1])
def test_a_transfer_moves_something_forward(table: int, cents: int) -> None:
    (ana,) = players_with(1_000, 1)
    with pytest.raises(IntegrityError, match="a_transfer_moves_something"), transaction.atomic():
        written(wallet(ana), table, cents)


def test_an_account_does_not_pay_itself(table: int) -> None:
    (ana,) = players_with(1_000, 1)
    with pytest.raises(IntegrityError, match="a_transfer_goes_elsewhere"), transaction.atomic():
        written(wallet(ana), wallet(ana), 5)


def test_an_account_is_born_empty_and_keeps_its_nature() -> None:
    (ana,) = players_with(1_000, 1)
    fails(
        IntegrityError,
        'INSERT INTO wallet_account (kind, currency, balance, moves, latch, "table")'
        " VALUES ('bank', 'EUR', 5, 0, 0, 77)",
    )
    fails(
        IntegrityError,
        'INSERT INTO wallet_account (kind, currency, balance, moves, latch, "table")'
        " VALUES ('bank', 'EUR', 0, 1, 0, 77)",
    )
    fails(IntegrityError, "UPDATE wallet_account SET currency = 'EUR' WHERE id = %s", wallet(ana, "DEMO"))
    fails(IntegrityError, "UPDATE wallet_account SET kind = 'bank' WHERE id = %s", wallet(ana))
    fails(IntegrityError, "DELETE FROM wallet_account WHERE id = %s", wallet(ana))


class TestTheRoleOfTheRunningHouse:
    """What the processes of the house may do: post, and nothing to what is posted."""

    @pytest.fixture(autouse=True)
    def role(self, db: None) -> Iterator[None]:
        self.players = players_with(1_000, 1)
        self.table = table_open()
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE house_croupier")
        yield

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE wallet_account SET balance = balance + 1",
            "UPDATE wallet_account SET balance = 0, latch = 0",
            "DELETE FROM wallet_transfer",
            "UPDATE wallet_transfer SET cents = cents + 1",
            "TRUNCATE wallet_transfer",
            "DELETE FROM games_event",
            "UPDATE games_event SET data = '{}'",
            "TRUNCATE games_event",
            "UPDATE games_stake SET prize = 0",
            "DELETE FROM games_round",
            "DELETE FROM players_playsession",
            "ALTER TABLE wallet_transfer DISABLE TRIGGER ALL",
            "SET session_replication_role = replica",
            "DROP TRIGGER wallet_balances_follow ON wallet_transfer",
            "UPDATE django_migrations SET name = ''",
        ],
    )
    def test_it_may_not(self, sql: str) -> None:
        fails(ProgrammingError, sql)

    def test_it_may_post_and_lock(self) -> None:
        (ana,) = self.players
        stakes = ledger.open_ledger_account(kind="stakes", currency="EUR", table=self.table.pk)
        ledger.post([Move(transfer_id(self.table.pk, 1, 0), "stake", wallet(ana), stakes, "EUR", 400)])
        assert balance(ana) == 600

    def test_it_may_not_change_a_rule_sheet_or_a_promise_once_written(self) -> None:
        for sql in (
            "UPDATE games_rulesheet SET data = '{}'",
            "UPDATE games_round SET commitment = ''",
            "UPDATE games_tablesetting SET data = ''",
        ):
            fails(DatabaseError, sql)


def test_every_transfer_is_in_its_accounts() -> None:
    """The balances that the database keeps are the sums of what was moved."""
    for account in Account.objects.all():
        paid = sum(Transfer.objects.filter(source=account).values_list("cents", flat=True))
        received = sum(Transfer.objects.filter(target=account).values_list("cents", flat=True))
        assert account.balance == received - paid
