"""What a croupier answers about finished rounds: it alone holds the key that opens what stays sealed.

The record of rounds (`games.rounds`) reads what the tables wrote. It registers its answers here, so that
tables never import it.
"""

from __future__ import annotations

from typing import Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.draw.seal_key import SealKey
from games.tables.transport.protocol import RequestReceipt, RequestRound
from players.shared.bound_queries import call


class RecordQueries(Protocol):
    def disclose_round(self, table: int, request: RequestRound, key: SealKey) -> dict[str, object]:
        """A finished round as a seat saw it, or face up for staff. Empty if the person may not see it."""

    def build_receipt(self, table: int, request: RequestReceipt, key: SealKey) -> dict[str, object]:
        """The signed receipt of a stake; empty for anybody but its player."""

    def publish_key(self, key: SealKey) -> None:
        """Stores the public key that verifies receipts."""


_registered: list[RecordQueries] = []


def register_record_queries(queries: RecordQueries) -> None:
    _registered[:] = [queries]


def record_queries() -> RecordQueries:
    if not _registered:
        raise ImproperlyConfigured("No package has registered its answers about finished rounds.")
    return _registered[0]


def may_see_face_up(person: int) -> bool:
    """The database answers: the croupier reads neither who is staff nor their roles."""
    (may,) = call("SELECT staff_may(%s, %s)", [person, settings.FACE_UP_PERMISSION])
    return bool(may)
