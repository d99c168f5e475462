"""The movements of a player's wallet that a complaint is about, for the staff who decide it."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from players.inbox.models import Complaint
from players.wallet.models import Transfer
from players.wallet.wallet_movements import MAX_SHOWN, WalletMovement, last_before, wallet_movements


def complaint_movements(complaint: Complaint) -> list[WalletMovement]:
    """Those of the named round, the named movement, or else the last ones before the complaint."""

    def choose(transfers: QuerySet[Transfer]) -> list[Transfer]:
        if complaint.round is not None:
            chosen = transfers.filter(Q(round=complaint.round) | Q(pk=complaint.transfer))
            return list(chosen.order_by("at", "id")[:MAX_SHOWN])
        if complaint.transfer is not None:
            return list(transfers.filter(pk=complaint.transfer))
        return last_before(complaint.opened, transfers)

    return wallet_movements(complaint.player_id, choose, named=complaint.transfer)
