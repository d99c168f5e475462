"""Practice partners: players that the house itself lends to demonstration poker tables. They have no person behind them.

They cannot sign in, and can hold nothing but demonstration credits: a law of the database (migration 0007), so that no table at which
money is staked ever finds a wallet of theirs.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction

from players.models import Person, Player
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account, Currency

NAMES = ("Alecrim", "Medronho", "Zimbro")
CREDITS = 10_000_000_000  # of demonstration: more than they could ever lose
SPACE = UUID("7d0f3c0e-5d43-4a3b-9b57-2e6a9d1c8f14")


def partners_open() -> None:
    """The partners that are not there yet."""
    there = set(Player.objects.filter(status=Player.Status.PARTNER).values_list("person__email", flat=True))
    for number, name in enumerate(NAMES, 1):
        address = f"partner-{number}@partner.invalid"
        if address in there:
            continue
        with suppress(IntegrityError), transaction.atomic():  # another process was first
            _open(address, name)


def _open(address: str, name: str) -> None:
    person = Person.objects.create_user(address, None, is_active=False)
    alias = f"{name} {secrets.token_hex(2)}" if Player.objects.filter(alias__iexact=name).exists() else name
    player = Player.objects.create(person=person, alias=alias, status=Player.Status.PARTNER)
    wallet = ledger.account_open(kind=Account.Kind.WALLET, currency=Currency.DEMO, player=player.pk)
    cash = ledger.account_open(kind=Account.Kind.CASH, currency=Currency.DEMO)
    ledger.post([Move(uuid5(SPACE, f"credits {player.pk}"), "opening", cash, wallet, "DEMO", CREDITS)])
