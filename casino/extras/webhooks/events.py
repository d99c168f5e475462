"""What webhooks report: rounds that ended, payments that changed, exclusions, alerts to people on call.

Each source is read from where it was left, with an overlap, because a transaction may commit after a later
one. The constraint of the messages drops what is already there. No name, address or document of a player is
part of a message: a system that may know more asks the API by the player's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from casino.backoffice.models import Alert
from games.models import Round
from players.protection.models import Exclusion
from players.wallet.cashier.models import Payment

OVERLAP = timedelta(minutes=2)
BATCH = 2000  # events of one kind in one run


class HouseEvent(Struct, frozen=True):
    """One event: what it is about, when it happened, and what the message says."""

    key: str
    at: datetime
    content: dict[str, Any]


def rounds_ended(since: datetime) -> Iterator[HouseEvent]:
    rows = Round.objects.filter(ended__gte=since).select_related("table").order_by("ended", "pk")
    for row in rows[:BATCH]:
        assert row.ended is not None
        content = {
            "round": row.pk,
            "number": row.number,
            "table": row.table_id,
            "system": row.table.system,
            "currency": row.table.currency,
            "status": row.status,
            "outcome": row.outcome,
            "ended": row.ended.isoformat(),
            "staked": row.staked,
            "returned": row.returned,
        }
        yield HouseEvent(str(row.pk), row.ended, content)


def payments_changed(since: datetime) -> Iterator[HouseEvent]:
    for row in Payment.objects.filter(changed__gte=since).order_by("changed", "pk")[:BATCH]:
        content = {
            "payment": str(row.pk),
            "player": row.player_id,
            "direction": row.direction,
            "method": row.method,
            "reference": row.reference,
            "currency": "EUR",
            "cents": row.cents,
            "status": row.status,
            "changed": row.changed.isoformat(),
        }
        yield HouseEvent(f"{row.pk} {row.status}", row.changed, content)


def exclusions_begun(since: datetime) -> Iterator[HouseEvent]:
    for row in Exclusion.objects.filter(starts__gte=since).order_by("starts", "pk")[:BATCH]:
        content = {
            "exclusion": row.pk,
            "player": row.player_id,
            "source": row.source,
            "starts": row.starts.isoformat(),
            "ends": row.ends.isoformat() if row.ends else None,
        }
        yield HouseEvent(str(row.pk), row.starts, content)


def alerts_raised(since: datetime) -> Iterator[HouseEvent]:
    """Alerts go to people on call too; here each event counts once, whatever its channels."""
    for row in Alert.objects.filter(made__gte=since).order_by("made", "pk")[:BATCH]:
        yield HouseEvent(f"{row.event} {row.key}", row.made, {"kind": row.event, **row.content})


SOURCES: Mapping[str, Callable[[datetime], Iterator[HouseEvent]]] = {
    "round-ended": rounds_ended,
    "payment": payments_changed,
    "exclusion": exclusions_begun,
    "alert": alerts_raised,
}
