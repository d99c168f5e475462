"""A round for the back office: every event in words, and beside it the money that the ledger says it moved."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import Struct

from games.models import Event, Round
from games.rules import GAMES
from games.rules.roulette_layout import colour
from games.tables import draw
from games.tables.events import TABLE_EVENTS
from games.tables.journal import event_decoder
from games.tables.stage import transfer_id
from games.wording import COLOURS, EVENTS, place_said, said
from players.models import Player
from players.money import written
from players.wallet.models import Transfer
from players.wording import road_said

LONGEST = 2000  # events shown of one round


class Moved(Struct, frozen=True):
    what: str
    cents: int


class Moment(Struct, frozen=True):
    seq: int
    at: datetime
    what: str
    detail: str
    who: str
    moved: tuple[Moved, ...]


def timeline(round: Round) -> list[Moment]:
    """Three queries, whatever the length of the round."""
    engine: Any = GAMES[round.table.system]
    rows = list(Event.objects.filter(round=round).order_by("seq")[:LONGEST])
    decode = event_decoder(round.table.system).decode
    key = bytes.fromhex(round.seed)
    events = [_read(decode, row, key) for row in rows]
    # The ids of an event's transfers follow from its place in the record: what the ledger holds is found, not assumed.
    ids: dict[int, list[Any]] = {}
    for row, event in zip(rows, events, strict=True):
        postings = () if event is None or isinstance(event, TABLE_EVENTS) else engine.postings(event)
        ids[row.seq] = [transfer_id(round.table_id, row.seq, index) for index in range(len(postings))]
    ledger = {transfer.id: transfer for transfer in Transfer.objects.filter(round=round.pk)}
    names = dict(Player.objects.filter(pk__in={row.player for row in rows if row.player}).values_list("pk", "alias"))
    currency = round.table.currency
    return [
        Moment(
            row.seq,
            row.at,
            said(EVENTS, row.kind),
            detail(event, currency),
            names.get(row.player or 0, ""),
            summed([ledger[id] for id in ids[row.seq] if id in ledger]),
        )
        for row, event in zip(rows, events, strict=True)
    ]


def _read(decode: Any, row: Event, key: bytes) -> Any:
    """The event, or None of one that lies sealed: no sealed event moves money."""
    if not draw.concealed(row.data):
        return decode(row.data)
    return decode(draw.reveal(key, row.table_id, row.seq, row.data)) if key else None


def detail(event: Any, currency: str) -> str:
    """What an event says besides its kind: the places and amounts of a bet, the number drawn."""
    on = getattr(event, "on", None)
    if isinstance(on, dict):
        return "; ".join(f"{place_said(place)}: {written(cents, currency)}" for place, cents in on.items())
    number = getattr(event, "number", None)
    if isinstance(number, str) and number:
        return f"{number}, {said(COLOURS, colour(number))}"
    return ""


def summed(transfers: list[Transfer]) -> tuple[Moved, ...]:
    """The transfers of one event by road: a settlement of two thousand players is still three lines."""
    by_road: dict[str, int] = {}
    for transfer in transfers:
        by_road[transfer.road] = by_road.get(transfer.road, 0) + transfer.cents
    return tuple(Moved(road_said(road), cents) for road, cents in by_road.items())
