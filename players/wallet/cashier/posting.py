"""The accounts that a payment moves between, locked together and always in the same order, and the posting of its transfers."""

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
    """The transfers of the cashier. Each is posted by a function of the database that reads the row behind it."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    WITHDRAWAL_PAID = "withdrawal-paid"
    WITHDRAWAL_BACK = "withdrawal-back"
    ADJUSTMENT = "adjustment"


class Purse(Struct, frozen=True):
    wallet: int
    cash: int
    outgoing: int
    cents: int


def purse_lock(player: int) -> Purse:
    """The wallet and the house's two accounts for money that comes and goes, locked until the transaction ends."""
    wallet = ledger.account_open(kind=Account.Kind.WALLET, currency=EUR, player=player)
    cash = ledger.account_open(kind=Account.Kind.CASH, currency=EUR)
    outgoing = ledger.account_open(kind=Account.Kind.WITHDRAWAL, currency=EUR)
    balances = ledger.lock([wallet, cash, outgoing])
    return Purse(wallet, cash, outgoing, balances[wallet].cents)


def post(kind: Kind, row: UUID | int) -> None:
    """Posts the transfer of a payment or a correction, whose accounts are locked and whose new status is saved."""
    function = f"cashier_post_{kind.replace('-', '_')}"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [row])


def transfer_id(kind: Kind, row: UUID | int) -> UUID:
    """The id of that transfer, as the database derives it."""
    return UUID(md5(f"{row}:{kind}".encode(), usedforsecurity=False).hexdigest())
