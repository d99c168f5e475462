"""The accounts of a payment, always locked in the same order, and the posting of its transfers."""

from __future__ import annotations

from enum import StrEnum
from hashlib import md5
from uuid import UUID

from django.db import connection
from msgspec import Struct

from players.wallet import ledger
from players.wallet.models import Account

EUR = "EUR"


class Kind(StrEnum):
    """The kinds of transfer of the cashier.

    A database function posts each of them from the payment or correction it belongs to.
    """

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    WITHDRAWAL_PAID = "withdrawal-paid"
    WITHDRAWAL_BACK = "withdrawal-back"
    ADJUSTMENT = "adjustment"


class CashierAccounts(Struct, frozen=True):
    wallet: int
    cash: int
    outgoing: int
    cents: int


def lock_accounts(player: int) -> CashierAccounts:
    """Locks the wallet and the operator's cash and withdrawal accounts until the transaction ends."""
    wallet = ledger.open_ledger_account(kind=Account.Kind.WALLET, currency=EUR, player=player)
    cash = ledger.open_ledger_account(kind=Account.Kind.CASH, currency=EUR)
    outgoing = ledger.open_ledger_account(kind=Account.Kind.WITHDRAWAL, currency=EUR)
    balances = ledger.lock([wallet, cash, outgoing])
    return CashierAccounts(wallet, cash, outgoing, balances[wallet].cents)


def post(kind: Kind, row: UUID | int) -> None:
    """Posts the transfer of a payment or correction.

    The caller has locked the accounts and saved the new status.
    """
    function = f"cashier_post_{kind.replace('-', '_')}"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [row])


def transfer_id(kind: Kind, row: UUID | int) -> UUID:
    """The id of that transfer. The database derives it in the same way."""
    return UUID(md5(f"{row}:{kind}".encode(), usedforsecurity=False).hexdigest())
