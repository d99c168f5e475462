"""The record proved: a table's journal is folded again from its first event, and everything that was written beside it is compared.

Each transfer is computed again from the event that caused it; the chain of events, the promise of every seed, every card and number,
each player's result of each round and the figures of each stay must be what the record says. What differs is a sentence.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from msgspec import Struct, field

from games.catalogue import GAMES
from games.draw import generator
from games.models import Round, Table
from games.rounds import disclosure
from games.rounds.draw_check import verify
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, Posting
from games.tables.croupier import journal
from games.tables.croupier.keys import SealKey
from games.tables.domain.events import TABLE_TYPES, BetsOpened, Left, RoundEnded, RoundPrepared
from games.tables.domain.pending_changes import linked, transfer_id
from games.tables.domain.state import Live, apply

EVENTS = """
SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, digest, chain
FROM games_event WHERE table_id = %s AND seq > %s ORDER BY seq LIMIT %s
"""
TRANSFERS = "SELECT id, kind, source_id, target_id, cents, round, seat FROM wallet_transfer WHERE id >= %s AND id < %s"
STAKES = (
    "SELECT seat, player_id, staked, lost, back, prize, held, commission FROM games_stake WHERE round_id = %s"
)
STAYS = "SELECT rounds, staked, returned FROM players_playsession WHERE id = %s"
AT_ONCE = 5000  # events read at once
MOST = 100  # differences told of one table


class Proved(Struct):
    """What was looked at of one table, and what differs."""

    table: int
    rounds: int = 0
    events: int = 0
    differences: list[str] = field(default_factory=list)

    def differ(self, what: str) -> None:
        if len(self.differences) < MOST:
            self.differences.append(f"table {self.table}: {what}")


class Fold:
    """One table's journal, folded again beside what stands written."""

    def __init__(self, table: Table, key: SealKey, since: datetime | None) -> None:
        self.table, self.key = table, key
        self.since = int(since.timestamp() * 1000) if since else 0
        self.found = Proved(table.pk)
        self.live, self.rules, self.chain = Live(table=table.pk), None, b""
        self.seeds: dict[int, bytes] = {}
        self.accounts = journal.accounts_of(table.pk, table.currency)

    def run(self) -> Proved:
        seq = 0
        while rows := self._rows(seq):
            transfers = self._transfers(rows[0][0], rows[-1][0]) if rows[-1][4] >= self.since else None
            for row in rows:
                self._event(row, transfers)
            if transfers:
                self.found.differ(
                    f"{len(transfers)} transfers that no event caused, the first {next(iter(transfers))}"
                )
            seq = rows[-1][0]
        if self.live.seq != self.table.version:
            self.found.differ(
                f"the journal ends with event {self.live.seq}, the table says {self.table.version}"
            )
        elif self.chain != bytes(self.table.chain):
            self.found.differ("the chain of events does not end where the table says")
        return self.found

    def _rows(self, after: int) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(EVENTS, [self.table.pk, after, AT_ONCE])
            return cursor.fetchall()

    def _transfers(self, first: int, last: int) -> dict[UUID, Any]:
        with connection.cursor() as cursor:
            cursor.execute(
                TRANSFERS, [transfer_id(self.table.pk, first, 0), transfer_id(self.table.pk, last + 1, 0)]
            )
            return {row[0]: row[1:] for row in cursor.fetchall()}

    def _event(self, row: Any, transfers: dict[UUID, Any] | None) -> None:
        seq, kind, data, round, at, player, command, digest, chain = row
        found, before = self.found, self.live
        found.events += 1
        self.chain = linked(self.chain, at, seq, kind, data.encode(), round, player, command, digest)
        if self.chain != bytes(chain) or seq != before.seq + 1:
            found.differ(f"event {seq} is not what was chained")
            self.chain = bytes(chain)
        event = self._read(data, seq)
        if isinstance(event, BetsOpened):
            self.rules = journal.rules(self.table.system, event.sheet, event.setting)
        self.live = apply(before, self.rules, event, at, asked=command is not None)
        if transfers is not None:
            self._moved(event, seq, transfers)
        match event:
            case RoundPrepared():
                self._promise(event)
            case BetsOpened():
                self._opening()
            case RoundEnded() if at >= self.since:
                self._end(before, event)
            case Left() if at >= self.since:
                self._left(before, event)
            case _:
                pass

    def _read(self, data: str, seq: int) -> Any:
        if generator.concealed(data):
            data = generator.reveal(self._seed(), self.table.pk, seq, data).decode()
        return journal.event_decoder(self.table.system).decode(data)

    def _seed(self) -> bytes:
        live = self.live
        if live.shoe_id not in self.seeds:
            self.seeds = {live.shoe_id: self.key.seed(self.table.pk, live.shoe, journal.sealed(live.shoe_id))}
        return self.seeds[live.shoe_id]

    def _moved(self, event: Any, seq: int, transfers: dict[UUID, Any]) -> None:
        """Each transfer once, as its event says it, and no other under its number."""
        if type(event) in TABLE_TYPES:
            return
        assert self.rules is not None
        for index, posting in enumerate(self.rules.engine.postings(event)):
            written = transfers.pop(transfer_id(self.table.pk, seq, index), None)
            wanted = self._wanted(posting)
            if written != wanted:
                self.found.differ(f"event {seq} moves {wanted}, the ledger says {written}")

    def _wanted(self, posting: Posting) -> tuple[Any, ...]:
        source, target = (self._account(purse, posting.seat) for purse in TRANSFER_ACCOUNTS[posting.kind])
        return (posting.kind.value, source, target, posting.cents, self.live.round_id or None, posting.seat)

    def _account(self, purse: AccountKind, seat: int | None) -> int | None:
        if purse in (AccountKind.WALLET, AccountKind.STACK):
            chair = self.live.seats.get(seat or 0)
            return None if chair is None else chair.wallet if purse is AccountKind.WALLET else chair.stack
        return self.accounts.get(purse.value)

    def _promise(self, event: RoundPrepared) -> None:
        """The seed that lies sealed is the one that was promised."""
        if event.kept:
            return
        seed = self.key.seed(self.table.pk, event.number, journal.sealed(event.id))
        if generator.promise(seed) != event.commitment:
            self.found.differ(f"round {event.number}: the sealed seed is not the promised one")

    def _opening(self) -> None:
        """The game as the round opened follows from the game as the last one ended."""
        start = Round.objects.values_list("start", flat=True).get(pk=self.live.round_id)
        if zlib.decompress(bytes(start)) != msgspec.json.encode(self.live.game):
            self.found.differ(f"round {self.live.round}: it did not open as the round before left the table")

    def _end(self, before: Live, event: RoundEnded) -> None:
        assert self.rules is not None
        self.found.rounds += 1
        engine, live = self.rules.engine, self.live
        round = Round.objects.select_related("table").get(pk=live.round_id)
        results = engine.results(live.game)
        wanted = {
            seat: (before.seats[seat].player, r.staked, r.lost, r.back, r.prize, r.held, r.commission)
            for seat, r in results.items()
        }
        with connection.cursor() as cursor:
            cursor.execute(STAKES, [round.pk])
            written = {row[0]: tuple(row[1:]) for row in cursor.fetchall()}
        if wanted != written:
            self.found.differ(f"round {live.round}: the results are {wanted}, the record says {written}")
        outcome = "" if event.void else str(engine.outcome(live.game) or "")
        if (round.outcome, round.cause) != (outcome, event.void):
            self.found.differ(
                f"round {live.round}: it ended with {outcome or event.void!r}, the record says {round.outcome or round.cause!r}"
            )
        if round.seed and generator.promise(bytes.fromhex(round.seed)) != round.commitment:
            self.found.differ(f"round {live.round}: the opened seed is not the promised one")
        if not event.void:
            self._drawn(round)

    def _drawn(self, round: Round) -> None:
        """Every card and number is the one that seed and shares give."""
        assert self.rules is not None
        state, seed = self.live.game, self._seed().hex()
        proof = disclosure.proof_of(round, state, None, seed, json.loads(round.nonces))
        if (
            GAMES[self.table.system].engine.waiting_for(state) == "over"
            and not (verdict := verify(self.table.system, proof)).good
        ):
            self.found.differ(
                f"round {round.number}: what was drawn does not follow from its seed ({', '.join(verdict.failed)})"
            )

    def _left(self, before: Live, event: Left) -> None:
        chair = before.seats[event.seat]
        with connection.cursor() as cursor:
            cursor.execute(STAYS, [chair.session])
            written = cursor.fetchone()
        if written != (event.rounds, event.staked, event.returned) or written != (
            chair.rounds,
            chair.staked,
            chair.returned,
        ):
            self.found.differ(f"stay {chair.session}: its figures are not those of its rounds")


def prove(table: Table, key: SealKey, since: datetime | None = None) -> Proved:
    """Folds the whole journal of a table again; compared is what happened since that hour, or all of it."""
    fold = Fold(table, key, since)
    try:
        return fold.run()
    except (
        Exception
    ) as error:  # a record that cannot even be read is a difference, and the other tables are still proved
        fold.found.differ(
            f"the journal cannot be folded after event {fold.live.seq}: {type(error).__name__}: {error}"
        )
        return fold.found


SUMS = {
    "a currency does not sum to zero": "SELECT currency, sum(balance) FROM wallet_account GROUP BY currency HAVING sum(balance) <> 0",
    "a balance is not the sum of its transfers": """
        SELECT a.id, a.balance, coalesce(sum(moved.cents), 0) FROM wallet_account AS a
        LEFT JOIN (
            SELECT target_id AS id, cents FROM wallet_transfer UNION ALL SELECT source_id, -cents FROM wallet_transfer
        ) AS moved ON moved.id = a.id
        GROUP BY a.id, a.balance HAVING a.balance <> coalesce(sum(moved.cents), 0)
    """,
    "stakes lie on a table where no round runs": """
        SELECT a.table, a.balance FROM wallet_account AS a JOIN games_table AS t ON t.id = a.table
        WHERE a.kind = 'stakes' AND a.balance <> 0
          AND NOT EXISTS (SELECT FROM games_round AS r WHERE r.table_id = t.id AND r.number = t.round AND r.status = 'open')
    """,
    "demonstration credits met money": """
        SELECT w.id FROM wallet_transfer AS w JOIN wallet_account AS a ON a.id IN (w.source_id, w.target_id) WHERE a.currency <> w.currency
    """,
}


def sums() -> Iterator[str]:
    """What must hold of all accounts together."""
    for what, sql in SUMS.items():
        with connection.cursor() as cursor:
            cursor.execute(sql + " LIMIT 5")
            for row in cursor.fetchall():
                yield f"{what}: {row}"
