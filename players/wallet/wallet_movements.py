"""Movements of a player's wallet as staff read them beside a decision, each with its round."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet
from msgspec import Struct

from players.wallet.models import Account, Transfer
from players.wallet.transfer_kinds import transfer_kind_name

MAX_SHOWN = 30
FEW = 10  # beside a decision that is not about one of them
BEFORE = timedelta(days=2)  # how far back movements are shown where none is named


class WalletMovement(Struct, frozen=True):
    """A movement, positive if it came into the player's accounts."""

    at: datetime
    label: str
    cents: int
    currency: str
    round: int | None
    is_named: bool


def wallet_movements(
    player: int, choose: Callable[[QuerySet[Transfer]], list[Transfer]], *, named: UUID | None = None
) -> list[WalletMovement]:
    """The chosen ones of all transfers of the player's accounts."""
    accounts = set(Account.objects.filter(player=player).values_list("pk", flat=True))
    rows = choose(Transfer.objects.filter(Q(source__in=accounts) | Q(target__in=accounts)))
    return [
        WalletMovement(
            at=row.at,
            label=transfer_kind_name(row.kind),
            cents=row.cents if row.target_id in accounts and row.source_id not in accounts else -row.cents,
            currency=row.currency,
            round=row.round,
            is_named=row.pk == named,
        )
        for row in rows
    ]


def last_before(moment: datetime, transfers: QuerySet[Transfer], *, most: int = MAX_SHOWN) -> list[Transfer]:
    """The last ones of the two days before it, the newest first."""
    recent = transfers.filter(at__gt=moment - BEFORE, at__lte=moment)
    return list(recent.order_by("-at", "-id")[:most])
