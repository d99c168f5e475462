"""A croupier reads a table that was another one's until now."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tables import journal_reading
from games.tables.croupier.transaction import TableTransaction
from players.wallet.models import Account
from tests.live_table import LiveTable, bet, players_with


def test_a_table_that_changes_hands_is_read_with_one_question_for_its_accounts(
    room: Callable[..., LiveTable],
) -> None:
    """Half of the tables change hands when a croupier joins: each question counts that often."""
    table, (player,) = room("american-roulette", betting_seconds=120), players_with(10_000, 1)
    table.sit([player])
    table.until("bets-opened")
    table.send((player, bet(table.round, {"red": 500})))
    successor = TableTransaction(table.table.pk, table.transaction.key)
    with CaptureQueriesContext(connection) as queries:
        loaded = successor.refresh()
    assert loaded == table.transaction.loaded
    accounts = [query["sql"] for query in queries if "wallet_account" in query["sql"]]
    assert len(accounts) == 1


def test_accounts_that_a_table_lacks_are_opened(room: Callable[..., LiveTable]) -> None:
    table = room("american-roulette").table
    accounts = journal_reading.open_table_accounts(table.pk, "EUR")
    assert set(accounts) == set(journal_reading.ACCOUNTS)
    assert accounts == dict(Account.objects.filter(table=table.pk, currency="EUR").values_list("kind", "pk"))
    assert journal_reading.open_table_accounts(table.pk, "EUR") == accounts
    in_credits = journal_reading.open_table_accounts(table.pk, "DEMO")
    assert not set(in_credits.values()) & set(accounts.values())
