"""The accounts that a payment moves between, locked together and always in the same order."""

from __future__ import annotations

from uuid import UUID, uuid5

from msgspec import Struct

from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account

EUR = "EUR"


class Purse(Struct, frozen=True):
    wallet: int
    cash: int
    outgoing: int
    cents: int

    def move(self, payment: UUID, road: str, source: int, target: int, cents: int) -> None:
        """Posts one step of a payment. Its id follows from the payment and the step: posted again it changes nothing."""
        ledger.post([Move(uuid5(payment, road), road, source, target, EUR, cents)])


def purse_lock(player: int) -> Purse:
    """The wallet and the house's two accounts for money that comes and goes, locked until the transaction ends."""
    wallet = ledger.account_open(kind=Account.Kind.WALLET, currency=EUR, player=player)
    cash = ledger.account_open(kind=Account.Kind.CASH, currency=EUR)
    outgoing = ledger.account_open(kind=Account.Kind.WITHDRAWAL, currency=EUR)
    balances = ledger.lock([wallet, cash, outgoing])
    return Purse(wallet, cash, outgoing, balances[wallet].cents)
