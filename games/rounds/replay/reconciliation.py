"""Replays a round from its record and compares, to the cent, its postings with the ledger.

The replay starts from the state when the round opened and applies every event. If the cards of a round stay
sealed, the money is still compared; only the results are left out, and the report says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from msgspec import Struct

from games.catalogue import GAMES
from games.draw import hidden_events
from games.models import Event, Round
from games.rounds.replay import replay
from games.rules.engine import Result
from games.rules.shared.money import Posting, Seat
from games.tables.domain.events import TABLE_EVENTS
from games.tables.domain.pending_changes import transfer_id
from games.tables.journal_reading import event_decoder
from players.wallet.models import Transfer

FIELDS = ("staked", "lost", "back", "prize", "held", "commission")

# The kind, the cents and the seat of a transfer in the ledger.
LedgerEntry = tuple[str, int, int | None]


class Reconciliation(Struct, frozen=True):
    """What was compared, and the difference in cents. Any difference other than zero needs an explanation."""

    events: int
    transfers: int
    cents: int
    difference: int
    results: int | None  # seats whose result was compared; None if the cards are sealed

    @property
    def is_balanced(self) -> bool:
        return self.difference == 0


def reconcile_round(game_round: Round) -> Reconciliation:
    """Compares the whole round in four queries, whatever its length."""
    engine = GAMES[game_round.table.system].engine
    rows = list(Event.objects.filter(round=game_round, **game_round.within()).order_by("seq"))
    decode = event_decoder(game_round.table.system).decode
    key = bytes.fromhex(game_round.seed)
    state: Any = replay.opening_state(game_round) if game_round.start else None
    sealed = False
    expected: dict[UUID, Posting] = {}
    for row in rows:
        data: str | bytes = row.data
        if hidden_events.is_hidden(row.data):
            if not key:
                sealed = True  # no concealed event moves money
                continue
            data = hidden_events.reveal(key, row.table_id, row.seq, row.data)
        event: Any = decode(row.kind, data)
        if isinstance(event, TABLE_EVENTS):
            continue
        for index, posting in enumerate(engine.postings(event)):
            expected[transfer_id(row.table_id, row.seq, index)] = posting
        if state is not None and not sealed:
            state = engine.apply(state, event)
    ledger = _ledger_entries(game_round, rows)
    difference = sum(
        _difference(expected.get(number), ledger.get(number)) for number in expected.keys() | ledger.keys()
    )
    results = None
    if state is not None and not sealed and game_round.status == Round.Status.ENDED:
        results_difference, results = _compare_results(game_round, engine.results(state))
        difference += results_difference
    total = sum(cents for _kind, cents, _seat in ledger.values())
    return Reconciliation(len(rows), len(ledger), total, difference, results)


def _ledger_entries(game_round: Round, rows: list[Event]) -> dict[UUID, LedgerEntry]:
    """Every transfer in the ledger whose id belongs to an event of this round."""
    if not rows:
        return {}
    first = transfer_id(game_round.table_id, rows[0].seq, 0)
    end = transfer_id(game_round.table_id, rows[-1].seq + 1, 0)
    transfers = Transfer.objects.filter(pk__gte=first, pk__lt=end, **game_round.within())
    return {
        pk: (kind, cents, seat)
        for pk, kind, cents, seat in transfers.values_list("pk", "kind", "cents", "seat")
    }


def _difference(posting: Posting | None, entry: LedgerEntry | None) -> int:
    if posting is None:
        return 0 if entry is None else entry[1]
    if entry is None:
        return posting.cents
    kind, cents, seat = entry
    if (posting.kind.value, posting.seat) != (kind, seat):
        return posting.cents + cents
    return abs(posting.cents - cents)


def _compare_results(game_round: Round, results: Mapping[Seat, Result]) -> tuple[int, int]:
    """The difference in cents between the engine's results and the record, and how many were compared."""
    stakes = {stake.seat: stake for stake in game_round.stakes.all()}
    difference = 0
    for seat in results.keys() | stakes.keys():
        result, stake = results.get(seat), stakes.get(seat)
        difference += sum(abs(getattr(result, name, 0) - getattr(stake, name, 0)) for name in FIELDS)
    return difference, len(stakes)
