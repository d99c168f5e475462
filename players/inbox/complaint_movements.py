"""The movements of a player's wallet that a complaint is about, for the staff who decide it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from msgspec import Struct

from players.inbox.models import Complaint
from players.wallet.models import Account, Transfer
from players.wallet.transfer_kinds import transfer_kind_name

MAX_SHOWN = 30
BEFORE = timedelta(days=2)  # movements before a complaint that names neither round nor movement


class WalletMovement(Struct, frozen=True):
    """A movement, positive if it came into the player's accounts."""

    at: datetime
    label: str
    cents: int
    currency: str
    is_named: bool


def complaint_movements(complaint: Complaint) -> list[WalletMovement]:
    """Those of the named round, the named movement, or else the last ones before the complaint."""
    accounts = set(Account.objects.filter(player=complaint.player_id).values_list("pk", flat=True))
    rows = _chosen(complaint, Transfer.objects.filter(Q(source__in=accounts) | Q(target__in=accounts)))
    return [
        WalletMovement(
            at=row.at,
            label=transfer_kind_name(row.kind),
            cents=row.cents if row.target_id in accounts and row.source_id not in accounts else -row.cents,
            currency=row.currency,
            is_named=row.pk == complaint.transfer,
        )
        for row in rows
    ]


def _chosen(complaint: Complaint, transfers: QuerySet[Transfer]) -> list[Transfer]:
    if complaint.round is not None:
        chosen = transfers.filter(Q(round=complaint.round) | Q(pk=complaint.transfer))
        return list(chosen.order_by("at", "id")[:MAX_SHOWN])
    if complaint.transfer is not None:
        return list(transfers.filter(pk=complaint.transfer))
    recent = transfers.filter(at__gt=complaint.opened - BEFORE, at__lte=complaint.opened)
    return list(recent.order_by("-at", "-id")[:MAX_SHOWN])
