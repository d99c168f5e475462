"""Checks a table's record: applies its journal and compares everything that was written beside it.

Each transfer is recomputed from the event that caused it. The chain of events, every seed and its
commitment, every card and number, each player's result of each round and the totals of each play session
must match. Each mismatch is reported as a line of text.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from msgspec import Struct, field, structs

from games.catalogue import GAMES
from games.draw import card_commitments, generator, hand_draw, hidden_events
from games.draw.ending import Ending
from games.draw.proof import keeps_seed_sealed
from games.draw.seal_key import SealKey
from games.draw.shoe import ShoeBefore
from games.models import ProvenState, Round, Table
from games.rounds.proof import disclosure
from games.rounds.proof.draw_check import cards_drawn, verify_round
from games.rounds.proof.proven_states import (
    RefusedStateError,
    StartingPoint,
    closing_state,
    empty_start,
    last_proven_state,
    open_proven_state,
    save_proven_state,
)
from games.rules.engine import Wait
from games.rules.shared.draw_terms import NO_BEACON
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, Posting
from games.tables import journal_reading
from games.tables.domain.apply import apply
from games.tables.domain.events import (
    TABLE_TYPES,
    BeaconNumberChosen,
    BeaconValueUsed,
    BetsOpened,
    Left,
    PackCommitted,
    RoundEnded,
    RoundPrepared,
)
from games.tables.domain.pending_changes import transfer_id
from games.tables.domain.state import Live
from games.tables.event_chain import ChainFollower
from games.tables.stored_states import decompress_opening
from players.audit.online_record import online_since

EVENTS = """
SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, digest, chain
FROM games_event WHERE table_id = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s
"""
TRANSFERS = """
SELECT id, kind, source_id, target_id, cents, round, seat FROM wallet_transfer WHERE id >= %s AND id < %s
"""
STAKES = (
    "SELECT seat, player_id, staked, lost, back, prize, held, commission FROM games_stake WHERE round_id = %s"
)
LAST_EVENT = "SELECT max(seq) FROM games_event WHERE table_id = %s AND at < %s"
SESSION = "SELECT rounds, staked, returned FROM players_playsession WHERE id = %s"
BATCH = 5000  # events read at once
UNTIL_NOW = 2**63 - 1
MAX_DIFFERENCES = 100  # reported for one table


class JournalReport(Struct):
    """What was checked of one table, and what differs."""

    table: int
    rounds: int = 0
    events: int = 0
    rounds_before: int = 0  # that an earlier proof compared
    differences: list[str] = field(default_factory=list)
    reached: StartingPoint | None = None  # where the next proof may continue
    reached_at: int = 0  # the time of its last event

    def add_difference(self, text: str) -> None:
        if len(self.differences) < MAX_DIFFERENCES:
            self.differences.append(f"table {self.table}: {text}")


class JournalCheck:
    """Applies the journal of one table and compares each step with what is stored."""

    def __init__(
        self,
        table: Table,
        key: SealKey,
        since: datetime | None,
        start: StartingPoint,
        last: int = UNTIL_NOW,
    ) -> None:
        self.table, self.key = table, key
        self.last = last  # the number of the last event to apply
        self.since = int(since.timestamp() * 1000) if since else 0
        self.report = JournalReport(table.pk)
        self.live, self.chain = start.live, ChainFollower(start.chain)
        self.rounds, self.complete = start.rounds, start.complete
        self.at = 0  # the time of the event in hand
        self.latest = 0  # of the events of the round before it
        self.seeds: dict[int, bytes] = {}
        self.signing_keys = key.publics()
        self.accounts = journal_reading.open_table_accounts(table.pk, table.currency)
        if not since:
            self.report.rounds_before = start.rounds

    def run(self) -> JournalReport:
        seq = self.live.seq
        while rows := self._read_rows(seq):
            transfers = self._read_transfers(rows[0][0], rows[-1][0])
            for row in rows:
                self._check_event(row, transfers)
            if transfers:
                first = next(iter(transfers))
                self._add_difference(f"{len(transfers)} transfers that no event caused, the first {first}")
            seq = rows[-1][0]
        self._check_end_of_journal()
        if self.report.events and not self.report.differences:
            self.report.reached_at = self.at
            self.report.reached = StartingPoint(self.live, self.chain.chain, self.rounds, self.complete)
        return self.report

    def _add_difference(self, text: str) -> None:
        """A difference before `since` is not reported again, but what was proved is then not complete."""
        if self.at < self.since:
            self.complete = False
        else:
            self.report.add_difference(text)

    def _check_end_of_journal(self) -> None:
        if self.last != UNTIL_NOW:
            return
        if self.live.seq != self.table.version:
            self.report.add_difference(
                f"the journal ends with event {self.live.seq}, the table is at event {self.table.version}"
            )
        elif self.chain.chain != bytes(self.table.chain):
            self.report.add_difference("the chain of events does not end with the table's chain")

    def _read_rows(self, after: int) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(EVENTS, [self.table.pk, after, self.last, BATCH])
            rows: list[Any] = cursor.fetchall()
        return rows

    def _read_transfers(self, first: int, last: int) -> dict[UUID, Any]:
        bounds = [transfer_id(self.table.pk, first, 0), transfer_id(self.table.pk, last + 1, 0)]
        with connection.cursor() as cursor:
            cursor.execute(TRANSFERS, bounds)
            rows = cursor.fetchall()
        transfers = {row[0]: row[1:] for row in rows}
        # Each month has an index of its own, which cannot refuse an id of another month.
        if repeated := len(rows) - len(transfers):
            self.report.add_difference(f"events {first} to {last}: {repeated} ids of transfers used twice")
        return transfers

    def _check_event(self, row: Any, transfers: dict[UUID, Any]) -> None:
        seq, kind, data, _round, at, _player, command, _digest, stored = row
        before, self.at = self.live, at
        self.report.events += 1
        if not self.chain.follow(row) or seq != before.seq + 1:
            self.report.add_difference(f"event {seq} does not match the chain")
            self.chain.chain = self.chain.chain if stored is None else bytes(stored)
        event = self._decode(kind, data, seq)
        if isinstance(event, BetsOpened):
            rules = journal_reading.rules_of(self.table.system, event.sheet, event.setting)
            before = structs.replace(before, rules=rules)
        self.live = apply(before, event, at, by_command=command is not None)
        self._check_beacon(before, event)
        self.latest = at if isinstance(event, BetsOpened) else max(self.latest, at)
        self._check_transfers(event, seq, transfers)
        match event:
            case RoundPrepared():
                self._check_commitment(event)
            case BetsOpened():
                self._check_opening()
            case RoundEnded():
                self._check_end(before, event)
            case Left():
                self._check_session(before, event)
            case _:
                pass

    def _decode(self, kind: str, data: str, seq: int) -> Any:
        if hidden_events.is_hidden(data):
            data = hidden_events.reveal(self._seed(), self.table.pk, seq, data).decode()
        return journal_reading.event_decoder(self.table.system).decode(kind, data)

    def _seed(self) -> bytes:
        live = self.live
        if live.round_id not in self.seeds:
            sealed = journal_reading.sealed_seed(live.round_id)
            self.seeds = {live.round_id: self.key.seed(self.table.pk, live.round, sealed)}
        return self.seeds[live.round_id]

    def _check_transfers(self, event: Any, seq: int, transfers: dict[UUID, Any]) -> None:
        """Each posting of the event has its transfer, with the same accounts and amount."""
        if type(event) in TABLE_TYPES:
            return
        assert self.live.rules is not None
        for index, posting in enumerate(self.live.rules.engine.postings(event)):
            stored = transfers.pop(transfer_id(self.table.pk, seq, index), None)
            expected = self._expected_transfer(posting)
            if stored != expected:
                self._add_difference(f"event {seq} moves {expected}, the ledger has {stored}")

    def _expected_transfer(self, posting: Posting) -> tuple[object, ...]:
        source, target = (self._account(kind, posting.seat) for kind in TRANSFER_ACCOUNTS[posting.kind])
        return (posting.kind.value, source, target, posting.cents, self.live.round_id or None, posting.seat)

    def _account(self, kind: AccountKind, seat: int | None) -> int | None:
        if kind not in (AccountKind.WALLET, AccountKind.STACK):
            return self.accounts.get(kind.value)
        chair = self.live.seats.get(seat or 0)
        if chair is None:
            return None
        return chair.wallet if kind is AccountKind.WALLET else chair.stack

    def _check_commitment(self, event: RoundPrepared) -> None:
        """The sealed seed matches the published commitment."""
        seed = self.key.seed(self.table.pk, event.number, journal_reading.sealed_seed(event.id))
        if generator.promise(seed) != event.commitment:
            self.report.add_difference(f"round {event.number}: the sealed seed does not match its commitment")
        if event.button and event.button != hand_draw.button_promise(seed):
            self.report.add_difference(f"round {event.number}: the promise of its button is not the seed's")

    def _check_opening(self) -> None:
        """The stored opening state follows from the final state of the round before."""
        stored = Round.objects.values_list("start", "sheet_id", "setting_id").get(pk=self.live.round_id)
        if decompress_opening(bytes(stored[0]), *stored[1:]) != msgspec.json.encode(self.live.game):
            self.report.add_difference(
                f"round {self.live.round}: its opening state does not follow from the round before"
            )

    def _check_end(self, before: Live, event: RoundEnded) -> None:
        assert self.live.rules is not None
        self.rounds += 1
        self.report.rounds += self.at >= self.since
        engine, live = self.live.rules.engine, self.live
        game_round = Round.objects.select_related("table").get(pk=live.round_id)
        self._check_results(before, game_round, engine.results(live.game))
        outcome = "" if event.void else str(engine.outcome(live.game) or "")
        if (game_round.outcome, game_round.cause) != (outcome, event.void):
            ended, stored = outcome or event.void, game_round.outcome or game_round.cause
            self._add_difference(f"round {live.round}: it ended with {ended!r}, the record has {stored!r}")
        if game_round.seed and generator.promise(bytes.fromhex(game_round.seed)) != game_round.commitment:
            self._add_difference(f"round {live.round}: the published seed does not match its commitment")
        self._check_ending(event)
        if not event.void or (live.beacon is not None and live.beacon.use is not None):
            self._check_draw(game_round, event)

    def _check_ending(self, event: RoundEnded) -> None:
        """The croupier signed the end that the record has. Rounds of earlier versions have no signature."""
        live, said = self.live, "was void" if event.void else "counted"
        ending = Ending(self.table.pk, live.round, live.commitment, bool(event.void))
        if event.ending and not ending.is_signed(event.ending, self.signing_keys):
            self._add_difference(f"round {live.round}: the croupier did not sign that it {said}")

    def _check_beacon(self, before: Live, event: Any) -> None:
        """The close picked the number, the beacon signed it, and nothing was decided before."""
        beacon, after = before.beacon, self.live.beacon
        awaited = before.awaited_beacon
        match event:
            case BetsOpened():
                terms = None if self.live.rules is None else self.live.rules.sheet.draw
                beacon_name = NO_BEACON if event.beacon is None else event.beacon.chain.name
                if terms is not None and beacon_name != terms.beacon:
                    self._add_difference(
                        f"round {event.number}: its sheet names the beacon {terms.beacon}, not {beacon_name}"
                    )
            case BeaconNumberChosen():
                expected = 0 if beacon is None or beacon.number else beacon.number_for(self.at)
                if event.number != expected or after is None or event.scheduled != after.scheduled:
                    self._add_difference(
                        f"round {before.round}: the close picks value {expected}, not {event.number}"
                    )
                if self.at < self.latest:
                    self._add_difference(f"round {before.round}: an event is later than its close")
            case BeaconValueUsed():
                use = None if after is None else after.use
                if awaited is None or use is None or not use.is_genuine():
                    self._add_difference(f"round {before.round}: the value of its beacon is not genuine")
            case PackCommitted():
                self._check_pack(before, event)
            case _ if self._went_on(before, event):
                if awaited is not None:
                    self._add_difference(f"round {before.round}: it went on without the value of its beacon")
                elif beacon is not None and beacon.number and self._is_sealed and not before.root:
                    self._add_difference(f"round {before.round}: it was dealt before its pack was committed")

    def _went_on(self, before: Live, event: Any) -> bool:
        """Whether the house took a step of the round. Between players they buy chips and rest meanwhile."""
        if type(event) in TABLE_TYPES or self.live.game.cause:
            return False
        return not self._is_sealed or before.game.phase != self.live.game.phase

    @property
    def _is_sealed(self) -> bool:
        """Whether the seeds stay sealed, because they would reveal folded cards."""
        return keeps_seed_sealed(self.table.system)

    def _check_pack(self, before: Live, event: PackCommitted) -> None:
        """The pack of a hand is the one that seed, shares and value give, committed before its deal."""
        use = None if before.beacon is None else before.beacon.use
        seed = self._seed()
        root = self._root(seed)
        expected = (root, hand_draw.button_seed(seed).hex())
        if use is None or before.root or (event.root, event.button_seed) != expected:
            self._add_difference(f"round {before.round}: its pack is not the one that its seed gives")

    def _root(self, seed: bytes) -> str:
        live = self.live
        use = None if live.beacon is None else live.beacon.use
        pack = card_commitments.pack(seed, self.table.pk, live.round, live.nonces, use)
        return card_commitments.root(pack.top, self.table.pk, live.round, live.commitment, live.nonces, use)

    def _check_results(self, before: Live, game_round: Round, results: Any) -> None:
        expected = {
            seat: (before.seats[seat].player, r.staked, r.lost, r.back, r.prize, r.held, r.commission)
            for seat, r in results.items()
        }
        with connection.cursor() as cursor:
            cursor.execute(STAKES, [game_round.pk])
            stored = {row[0]: tuple(row[1:]) for row in cursor.fetchall()}
        if expected != stored:
            self._add_difference(
                f"round {game_round.number}: the results are {expected}, the record has {stored}"
            )

    def _check_draw(self, game_round: Round, event: RoundEnded) -> None:
        """Every card and number follows from the seed, the shares and what was left in the shoe."""
        live, seed = self.live, self._seed().hex()
        state = live.game
        if GAMES[self.table.system].engine.waiting_for(state) != Wait.OVER:
            return
        shoe = ShoeBefore(live.shoe, live.dealt, live.dealt_digest)
        beacon = None if live.beacon is None else live.beacon.use
        if event.void and keeps_seed_sealed(self.table.system):
            return
        proof = disclosure.build_proof(game_round, state, None, seed, shoe, beacon)
        if event.void:  # what it would have given
            proof |= {"drawn": list(event.missed), "void": True}
        if proof.get("root", live.root) != live.root:
            self._add_difference(f"round {game_round.number}: its pack is not the one that was committed")
        verdict = verify_round(self.table.system, proof)
        if not verdict.good:
            failed = ", ".join(verdict.failed)
            self._add_difference(
                f"round {game_round.number}: the draw does not follow from its seed ({failed})"
            )
        if event.cards and event.cards != cards_drawn(proof):
            self.report.add_difference(
                f"round {game_round.number}: the shoe did not lose the cards of the draw"
            )

    def _check_session(self, before: Live, event: Left) -> None:
        chair = before.seats[event.seat]
        with connection.cursor() as cursor:
            cursor.execute(SESSION, [chair.session])
            stored = cursor.fetchone()
        totals = (chair.rounds, chair.staked, chair.returned)
        if not (stored == totals == (event.rounds, event.staked, event.returned)):
            self._add_difference(f"play session {chair.session}: its totals are not those of its rounds")


def check_journal(
    table: Table, key: SealKey, since: datetime | None = None, *, resume: bool = False
) -> JournalReport:
    """Applies the journal of a table and compares it. With `since`, only later differences are reported.

    With `resume`, it continues from the last state that an earlier proof sealed. Otherwise it begins with the
    first event, or with the state that was sealed when the events before were detached.
    """
    online = online_since()
    if resume:
        stored = last_proven_state(table, since)
    else:
        stored = closing_state(table, online) if online is not None else None
    return check_from(stored, table, key, since)


def check_from(
    stored: ProvenState | None, table: Table, key: SealKey, since: datetime | None, last: int = UNTIL_NOW
) -> JournalReport:
    """Applies the journal from a stored state, or from its first event, up to its end or to event `last`."""
    start, refusal = empty_start(table), ""
    if stored is not None:
        try:
            start = open_proven_state(table, stored, key)
        except RefusedStateError as error:
            refusal = str(error)
    check = JournalCheck(table, key, since, start, last)
    if refusal:
        check.report.add_difference(refusal)
    try:
        return check.run()
    except Exception as error:  # an unreadable record is a difference; the other tables are still checked
        check.report.add_difference(
            f"the journal cannot be applied after event {check.live.seq}: {type(error).__name__}: {error}"
        )
        return check.report


def close_journal(table: Table, until: datetime, key: SealKey) -> JournalReport:
    """Applies the journal up to its last event before `until`. Stores the state there, if nothing differs."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_EVENT, [table.pk, until])
        (last,) = cursor.fetchone()
    stored = closing_state(table, until)
    if last is None or (stored is not None and stored.seq == last):
        return JournalReport(table.pk)
    report = check_from(stored, table, key, None, last)
    if report.reached is not None:
        save_proven_state(report.reached, report.reached_at, key)
    return report
