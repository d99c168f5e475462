"""Practice partners: programs of the operator that play at demonstration tables.

They cannot sign in and hold demonstration credits only. The database enforces both
(players/database/people.sql), so they have no wallet at tables for money.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction

from players.models import Player
from players.shared.bound_queries import call
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account, Currency

# Groups of three: each table of a lively demonstration has a group of its own, so that no two tables wait for
# the same wallet.
NAMES = (
    "Alecrim", "Medronho", "Zimbro", "Alfazema", "Carqueja", "Esteva", "Funcho", "Giesta", "Hera",
    "Hortelã", "Lentisco", "Loureiro", "Murta", "Orégão", "Poejo", "Rosmaninho", "Salva", "Tojo",
    "Tomilho", "Urze", "Verbena",
)  # fmt: skip
GROUP = 3
PARTNER_GROUPS = len(NAMES) // GROUP
CREDITS = 10_000_000_000  # demonstration credits, more than a bot can lose
TRANSFER_NAMESPACE = UUID("7d0f3c0e-5d43-4a3b-9b57-2e6a9d1c8f14")


def create_practice_partners(count: int = GROUP) -> None:
    """Creates the partners that do not exist yet."""
    for number, name in enumerate(NAMES[:count], 1):
        with suppress(IntegrityError), transaction.atomic():  # another process created it first
            _create(f"partner-{number}@partner.invalid", name)


def _create(email: str, name: str) -> None:
    alias = f"{name} {secrets.token_hex(2)}" if Player.objects.filter(alias__iexact=name).exists() else name
    (player,) = call("SELECT practice_partner_make(%s, %s)", [email, alias])
    if player is None:
        return
    wallet = ledger.open_ledger_account(kind=Account.Kind.WALLET, currency=Currency.DEMO, player=player)
    cash = ledger.open_ledger_account(kind=Account.Kind.CASH, currency=Currency.DEMO)
    transfer = uuid5(TRANSFER_NAMESPACE, f"credits {player}")
    ledger.post([Move(transfer, "opening", cash, wallet, "DEMO", CREDITS)])
