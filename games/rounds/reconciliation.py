"""A round folded again from its record, to the cent: what every event must have moved, beside what the ledger says it moved.

It begins with the game as the round opened and asks the engine again, event by event. Where the house keeps the cards of a round sealed
for ever, the money is compared all the same, and the results alone are left out, and said to be.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from msgspec import Struct

from games.catalogue import GAMES
from games.draw import generator
from games.models import Event, Round
from games.rounds import replay
from games.tables.croupier.journal import event_decoder
from games.tables.domain.events import TABLE_EVENTS
from games.tables.domain.pending_changes import transfer_id
from players.wallet.models import Transfer

FIELDS = ("staked", "lost", "back", "prize", "held", "commission")


class Retold(Struct, frozen=True):
    """What was compared, and by how many cents it differs: nought, or the house has something to explain."""

    events: int
    transfers: int
    cents: int
    difference: int
    results: int | None  # seats whose result was compared; None where the cards lie sealed

    @property
    def level(self) -> bool:
        return self.difference == 0


def retold(round: Round) -> Retold:
    """Four queries, whatever the length of the round."""
    engine: Any = GAMES[round.table.system].engine
    rows = list(Event.objects.filter(round=round).order_by("seq"))
    decode = event_decoder(round.table.system).decode
    key = bytes.fromhex(round.seed)
    state, sealed, wanted = replay.opening(round) if round.start else None, False, {}
    for row in rows:
        if generator.concealed(row.data) and not key:
            sealed = True  # no sealed event moves money
            continue
        event = decode(
            generator.reveal(key, row.table_id, row.seq, row.data)
            if generator.concealed(row.data)
            else row.data
        )
        if isinstance(event, TABLE_EVENTS):
            continue
        wanted |= {
            transfer_id(row.table_id, row.seq, index): posting
            for index, posting in enumerate(engine.postings(event))
        }
        if state is not None and not sealed:
            state = engine.apply(state, event)
    written = _written(round, rows)
    difference = sum(_differs(wanted.get(id), written.get(id)) for id in wanted.keys() | written.keys())
    results = None
    if state is not None and not sealed and round.status == Round.Status.ENDED:
        off, results = _results(round, engine.results(state))
        difference += off
    return Retold(
        len(rows), len(written), sum(cents for _road, cents, _seat in written.values()), difference, results
    )


def _written(round: Round, rows: list[Event]) -> dict[UUID, tuple[str, int, int | None]]:
    """Every transfer of the ledger under a number that belongs to an event of this round."""
    if not rows:
        return {}
    first, last = (
        transfer_id(round.table_id, rows[0].seq, 0),
        transfer_id(round.table_id, rows[-1].seq + 1, 0),
    )
    found = Transfer.objects.filter(pk__gte=first, pk__lt=last).values_list("pk", "kind", "cents", "seat")
    return {pk: (kind, cents, seat) for pk, kind, cents, seat in found}


def _differs(posting: Any, written: tuple[str, int, int | None] | None) -> int:
    if posting is None or written is None:
        return posting.cents if written is None else written[1]
    kind, cents, seat = written
    if (posting.kind.value, posting.seat) != (kind, seat):
        return int(posting.cents + cents)
    return abs(int(posting.cents) - cents)


def _results(round: Round, results: Any) -> tuple[int, int]:
    """By how many cents the players' results differ from the record, and how many were compared."""
    stakes = {stake.seat: stake for stake in round.stakes.all()}
    off = 0
    for seat in results.keys() | stakes.keys():
        mine, kept = results.get(seat), stakes.get(seat)
        off += sum(abs(getattr(mine, name, 0) - getattr(kept, name, 0)) for name in FIELDS)
    return off, len(stakes)
