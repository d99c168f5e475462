"""Past results and jackpots of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.models import Round, Table
from players.wallet.models import Account

SPANS = (50, 100, 500)  # rounds over which frequencies are counted


def jackpot_balances(tables: Sequence[Table]) -> dict[int, int]:
    """The jackpot of each table that has one: the balance of its account.  [MS-1.4]"""
    accounts = Account.objects.filter(
        kind=Account.Kind.JACKPOT,
        table__in=[table.pk for table in tables],
    )
    return {
        table: balance for table, balance in accounts.values_list("table", "balance") if table is not None
    }


def frequencies(table: int) -> dict[str, dict[str, int]]:
    """How often each result came out in the last rounds. It says nothing about the next one."""
    outcomes = list(
        Round.objects.filter(table_id=table, status=Round.Status.ENDED)
        .order_by("-number")
        .values_list("outcome", flat=True)[: SPANS[-1]]
    )
    return {str(span): dict(Counter(outcomes[:span])) for span in SPANS}
