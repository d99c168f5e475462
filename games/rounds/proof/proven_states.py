"""The states from which a proof of the record continues, and how they are sealed.

A proof that finds no difference stores the state of the table after the last event, together with the chain
of events and the number of rounds so far, sealed with the croupier's key. The next proof opens the last such
state and applies only the events after it. A state is refused if the key does not open it or if the journal
has another chain at that event.
"""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from cryptography.exceptions import InvalidTag
from msgspec import Struct

from games.draw.seal_key import SealKey
from games.models import Event, ProvenState, Table
from games.tables.domain.state import Live
from games.tables.stored_states import decode_state, encode_state
from players.audit.online_record import is_archived
from players.shared.decoding import prepare


class SealedContent(Struct, frozen=True, array_like=True):
    """What is sealed of a proven state."""

    chain: bytes
    rounds: int
    state: bytes


prepare(SealedContent)


class StartingPoint(Struct, frozen=True):
    """A state of a table that an earlier proof reached."""

    live: Live
    chain: bytes
    rounds: int = 0  # ended before it
    complete: bool = True  # everything before it was compared and equal


class RefusedStateError(ValueError):
    """The stored state is not one that a proof has sealed, or the journal before it was replaced."""


def empty_start(table: Table) -> StartingPoint:
    """Before the first event."""
    return StartingPoint(Live(table=table.pk), b"")


def last_proven_state(table: Table, since: datetime | None) -> ProvenState | None:
    """The newest state before `since`. Without `since`, the newest before which everything was compared."""
    states = ProvenState.objects.filter(table=table)
    states = states.filter(at__lt=since) if since else states.filter(complete=True)
    return states.order_by("-seq", "-complete").first()


def closing_state(table: Table, until: datetime) -> ProvenState | None:
    """The newest state before `until`, if everything before it was compared."""
    states = ProvenState.objects.filter(table=table, at__lt=until, complete=True)
    return states.order_by("-seq").first()


def open_proven_state(table: Table, stored: ProvenState, key: SealKey) -> StartingPoint:
    try:
        sealed = key.open_proof(_about(stored), bytes(stored.sealed))
        content = msgspec.msgpack.decode(sealed, type=SealedContent)
    except (InvalidTag, ValueError, msgspec.MsgspecError) as error:
        raise RefusedStateError(
            f"the state after event {stored.seq} was not sealed by a proof ({type(error).__name__})"
        ) from error
    event = Event.objects.filter(table=table, seq=stored.seq).values_list("chain", flat=True).first()
    if not is_archived(stored.at) and (event is None or bytes(event) != content.chain):
        raise RefusedStateError(f"the journal up to event {stored.seq} is not the one that was proved")
    live = decode_state(table.pk, table.system, content.state)
    return StartingPoint(live, content.chain, content.rounds, stored.complete)


def save_proven_state(point: StartingPoint, at: int, key: SealKey) -> None:
    """Stores the state that a proof has reached. `at` is the time of its last event, in milliseconds."""
    stored = ProvenState(
        table_id=point.live.table,
        seq=point.live.seq,
        at=datetime.fromtimestamp(at / 1000, UTC),
        complete=point.complete,
    )
    content = SealedContent(point.chain, point.rounds, encode_state(point.live))
    stored.sealed = key.seal_proof(_about(stored), msgspec.msgpack.encode(content))
    ProvenState.objects.bulk_create([stored], ignore_conflicts=True)


def _about(stored: ProvenState) -> str:
    milliseconds = round(stored.at.timestamp() * 1000)
    return f"{stored.table_id}|{stored.seq}|{milliseconds}|{stored.complete}"
