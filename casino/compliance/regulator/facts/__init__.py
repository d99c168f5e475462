"""The canonical facts of a period, from which every pack makes its files: play, money, sessions, people,
exclusions.

Times are UTC, money is cents of euro, ids are the record's own. Test accounts, visitors and house players
are in none of them. The account of a player is the wallet together with the chips at tables: buying chips
and cashing them moves nothing between player and house.

The streams are read through one snapshot, player by player, so that an hour with much play needs little
memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct

from casino.compliance.regulator.facts import queries
from casino.compliance.regulator.facts.results import EVENT_KINDS, Result, ResultReader
from casino.compliance.regulator.facts.spans import HOUR, Span
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, TransferKind
from players.identity.models import Identity
from players.shared import person_keys
from players.shared.personal_columns import opened_values

PLAYERS_SIDE = (AccountKind.WALLET, AccountKind.STACK)
# Between a player's own accounts.
INTERNAL = [kind.value for kind in (TransferKind.BUY_IN, TransferKind.CASH_OUT)]
# Between a player's account and a table. Every other movement is money that comes, goes or is corrected.
PLAY = [
    kind.value
    for kind, sides in TRANSFER_ACCOUNTS.items()
    if kind.value not in INTERNAL and any(side in PLAYERS_SIDE for side in sides)
]
STAKING = [kind.value for kind in (TransferKind.STAKE, TransferKind.JACKPOT_BET, TransferKind.CHIPS)]
UNMATCHED, ENTRY = TransferKind.CHIPS_BACK.value, TransferKind.BUY_IN_COMMISSION.value
BATCH = 2000  # rows of one fetch


class PlayerAccount(Struct, frozen=True):
    """A player's account, with its balance at the begin and at the end of the period."""

    player: int
    number: int
    logon: str
    opening: int
    closing: int


class Movement(Struct, frozen=True):
    id: str
    kind: str
    round: int | None
    seat: int | None
    at: datetime
    cents: int
    before: int
    after: int


class Money(Struct, frozen=True):
    """A movement of the account that is no play: a deposit, a withdrawal, a correction."""

    account: PlayerAccount
    movement: Movement


class Visit(Struct, frozen=True):
    """A stay at the site, from sign-in to its end, with the address and the device that the browser names."""

    id: int
    player: int
    began: datetime
    ended: datetime | None
    address: str
    device: str


class Table(Struct, frozen=True):
    """A table and the terms that a round is played under."""

    number: int
    name: str
    system: str
    terms: dict[str, Any]


class Round(Struct, frozen=True):
    """A round as it stood at the end of the period. The end is None while it runs."""

    id: int
    number: int
    table: Table
    opened: datetime | None
    ended: datetime | None
    is_void: bool
    result: Result

    def refunds(self, at: datetime) -> bool:
        """Whether what it paid then is a refund: it is void, and was before that hour was over.

        A payment of an hour before the void one was reported as such, and stays so.
        """
        hour = at.replace(minute=0, second=0, microsecond=0) + HOUR
        return self.is_void and self.ended is not None and self.ended < hour


class OperationKind(StrEnum):
    STAKE = "stake"
    ENTRY = "entry"  # a commission on chips that are bought
    SETTLEMENT = "settlement"  # what the house or the pot paid, less commission; zero if nothing
    REFUND = "refund"  # a void round, or chips that nobody matched


class Operation(Struct, frozen=True):
    """One operation of a player in a round. The last of a round closes it, also if it moves nothing.

    `net` is what the round brought a player who staked in it as a whole, once it is over.
    """

    id: str
    kind: OperationKind
    round: Round
    seat: int | None
    at: datetime
    cents: int  # staked, paid or refunded; a commission stands apart
    commission: int
    before: int
    after: int
    visit: Visit | None
    stay: int | None
    net: int | None = None


class Play(Struct, frozen=True):
    """What one player did at the tables in the period, in order."""

    account: PlayerAccount
    operations: list[Operation]


class GameTotals(Struct, frozen=True):
    """The sums of one game in a period, by the ledger."""

    system: str
    staked: int
    gained: int
    refunded: int
    commission: int


class Person(Struct, frozen=True):
    """A player's entry in the register, as it is now. What is unknown is empty."""

    player: int
    account: int
    logon: str
    alias: str
    status: str
    name: str
    birth: date | None
    nationality: str
    profession: str
    address: str
    postcode: str
    town: str
    district: str
    country: str
    telephone: str
    document_kind: str
    document_number: str
    nif: str
    identity: str  # the state of the identity
    reference: str  # of the service that verified it
    method: str  # the payment method of the last deposit
    changed: datetime | None = None  # in the period


class Exclusion(Struct, frozen=True):
    """An exclusion that a player asked for. Pauses and the national list are none."""

    id: int
    person: Person
    starts: datetime
    ends: datetime | None  # None: without an end
    reason: str  # empty: not said
    occupation: str


class Stake(Struct, frozen=True):
    """The end of a round for one player."""

    round: int
    seat: int
    at: datetime
    commission: int
    net: int | None  # None where nothing was staked


class Facts:
    """The facts of one period. Each stream counts what it gives: how many, and how many cents, by code."""

    def __init__(self, cursor: Any, span: Span) -> None:
        self._cursor, self.span = cursor, span
        self._parameters = {
            "since": span.since, "until": span.until,
            "play": PLAY, "internal": INTERNAL, "staking": STAKING, "unmatched": UNMATCHED, "entry": ENTRY,
        }  # fmt: skip
        self.sums: dict[str, tuple[int, int]] = {}

    def count(self, code: str, cents: int = 0) -> None:
        count, amount = self.sums.get(code, (0, 0))
        self.sums[code] = (count + 1, amount + cents)

    def money(self) -> Iterator[Money]:
        for account, movements in self._by_player():
            for movement in movements:
                if movement.kind not in PLAY:
                    self.count(f"movement.{movement.kind}", movement.cents)
                    yield Money(account, movement)

    def play(self) -> Iterator[Play]:
        rounds, stakes = self._rounds(), self._stakes()
        visits, stays = self._visits_by_player(), self._stays()
        for account, movements in self._by_player():
            own = [movement for movement in movements if movement.kind in PLAY]
            ended = stakes.get(account.player, [])
            if not own and not ended:
                continue
            operations = [
                self._with_places(account.player, operation, visits, stays)
                for operation in operations_of(account, own, ended, rounds)
            ]
            for operation in operations:
                self.count(f"{operation.kind}.{operation.round.table.system}", operation.cents)
                if operation.commission:
                    self.count(f"commission.{operation.round.table.system}", operation.commission)
            yield Play(account, operations)

    def sessions(self) -> Iterator[Visit]:
        """The visits that began or ended in the period."""
        for row in self._stream(queries.VISITS):
            visit = Visit(*row)
            self.count("visit")
            yield visit

    def people(self) -> Iterator[Person]:
        """Every player whose entry in the register is new or was changed."""
        self._cursor.execute(queries.CHANGES, {**self._parameters, "acts": queries.REGISTER_ACTS})
        changes = dict(self._cursor.fetchall())
        for person in self._entries(sorted(changes)):
            self.count(f"player.{person.status}")
            yield msgspec.structs.replace(person, changed=changes[person.player])

    def exclusions(self) -> Iterator[Exclusion]:
        """The exclusions that players asked for and that began in the period."""
        self._cursor.execute(queries.EXCLUSIONS, self._parameters)
        rows = self._cursor.fetchall()
        people = {person.player: person for person in self._entries(sorted({row[1] for row in rows}))}
        for exclusion, player, *request in rows:
            self.count("exclusion.own")
            yield Exclusion(exclusion, people[player], *request)

    def totals(self) -> Iterator[GameTotals]:
        self._cursor.execute(queries.TOTALS, self._parameters)
        for row in self._cursor.fetchall():
            totals = GameTotals(*row)
            for code, cents in (
                ("stake", totals.staked), ("settlement", totals.gained),
                ("refund", totals.refunded), ("commission", totals.commission),
            ):  # fmt: skip
                self.count(f"{code}.{totals.system}", cents)
            yield totals

    # --- the parts of them

    def _stream(self, sql: str, **more: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, some thousand at a time."""
        self._cursor.execute(f"DECLARE facts NO SCROLL CURSOR FOR {sql}", {**self._parameters, **more})
        try:
            while True:
                self._cursor.execute(f"FETCH {BATCH} FROM facts")
                if not (rows := self._cursor.fetchall()):
                    break
                yield from rows
        finally:
            self._cursor.execute("CLOSE facts")

    def _by_player(self) -> Iterator[tuple[PlayerAccount, list[Movement]]]:
        """Every player with a movement or the end of a round, and the movements in their order."""
        self._cursor.execute(queries.ACCOUNTS, self._parameters)
        accounts = {row[0]: row for row in self._cursor.fetchall()}
        for player, rows in groupby(self._stream(queries.MOVEMENTS), key=lambda row: row[0]):
            _player, number, logon, opening = accounts.pop(player)
            movements, balance = [], opening
            for _own, transfer, kind, round_id, seat, at, cents in rows:
                movements.append(
                    Movement(str(transfer), kind, round_id, seat, at, cents, balance, balance + cents)
                )
                balance += cents
            yield PlayerAccount(player, number, logon, opening, balance), movements
        for player, number, logon, opening in accounts.values():
            yield PlayerAccount(player, number, logon, opening, opening), []

    def _rounds(self) -> dict[int, Round]:
        self._cursor.execute(queries.ROUNDS, self._parameters)
        rows = self._cursor.fetchall()
        terms = self._terms({row[5] for row in rows if row[5] is not None})
        results = self._results(rows)
        return {
            row[0]: Round(
                id=row[0],
                number=row[1],
                table=Table(row[2], row[3], row[4], terms.get(row[5], {})),
                opened=row[6],
                ended=row[7],
                is_void=row[8],
                result=results.get(row[0], Result()),
            )
            for row in rows
        }

    def _terms(self, settings: set[int]) -> dict[int, dict[str, Any]]:
        self._cursor.execute("SELECT id, data FROM games_tablesetting WHERE id = ANY(%s)", [sorted(settings)])
        return {setting: msgspec.json.decode(data) for setting, data in self._cursor.fetchall()}

    def _results(self, rounds: Sequence[tuple[Any, ...]]) -> dict[int, Result]:
        """What each round that is over came to, by its events."""
        ended = {row[0]: row for row in rounds if row[7] is not None and row[7] >= self.span.since}
        results: dict[int, Result] = {}
        events = self._stream(queries.EVENTS, kinds=EVENT_KINDS)
        for round_id, rows in groupby(events, key=lambda row: row[0]):
            if round_id in ended:
                table, system, seed = ended[round_id][2], ended[round_id][4], ended[round_id][9]
                reader = ResultReader(table, system, seed)
                for _round, seq, kind, data in rows:
                    reader.read(seq, kind, data)
                results[round_id] = reader.result()
        return results

    def _stakes(self) -> dict[int, list[Stake]]:
        """The ends of rounds in the period, by player."""
        stakes: dict[int, list[Stake]] = defaultdict(list)
        for player, *facts in self._stream(queries.STAKES):
            stakes[player].append(Stake(*facts))
        return stakes

    def _visits_by_player(self) -> dict[int, list[Visit]]:
        self._cursor.execute(queries.VISITS_OF_PLAYERS, self._parameters)
        visits: dict[int, list[Visit]] = defaultdict(list)
        for row in self._cursor.fetchall():
            visits[row[1]].append(Visit(*row))
        return visits

    def _stays(self) -> dict[tuple[int, int], list[tuple[datetime, int]]]:
        """The begin and number of stays at tables, by player and table."""
        self._cursor.execute(queries.STAYS, self._parameters)
        stays: dict[tuple[int, int], list[tuple[datetime, int]]] = defaultdict(list)
        for session, player, table, started in self._cursor.fetchall():
            stays[player, table].append((started, session))
        return stays

    @staticmethod
    def _with_places(
        player: int,
        operation: Operation,
        visits: dict[int, list[Visit]],
        stays: dict[tuple[int, int], list[tuple[datetime, int]]],
    ) -> Operation:
        """The operation with the visit and the stay at the table that it belongs to: the last that began."""
        earlier = [visit for visit in visits.get(player, []) if visit.began <= operation.at]
        table = operation.round.table.number
        begun = [stay for started, stay in stays.get((player, table), []) if started <= operation.at]
        return msgspec.structs.replace(
            operation, visit=earlier[-1] if earlier else None, stay=begun[-1] if begun else None
        )

    def _entries(self, players: list[int]) -> Iterator[Person]:
        rows = self._stream(queries.PEOPLE, players=players)
        while batch := list(islice(rows, BATCH)):
            person_keys.fetch(sealed for row in batch for sealed in row[-2:])
            for *row, papers, sealed in batch:
                opened = {**opened_values(Identity, papers, "papers"), **opened_values(Identity, sealed)}
                yield _opened(Person(*row), opened)


def _opened(person: Person, opened: Mapping[str, Any]) -> Person:
    """The entry with what is sealed of it. What was erased is unknown."""
    values: dict[str, Any] = {}
    for name in Identity.PERSONAL:
        field: Any = Identity._meta.get_field(name)
        if field.stands_in(getattr(person, name)):
            unknown = None if name == "birth" else ""
            values[name] = field.to_python(opened[name]) if name in opened else unknown
    return msgspec.structs.replace(person, **values) if values else person


def operations_of(
    account: PlayerAccount, movements: Sequence[Movement], ended: Sequence[Stake], rounds: dict[int, Round]
) -> list[Operation]:
    """The operations that a player's movements and ends of rounds make, in order.

    Stakes, entries and unmatched chips are operations of their own. All else that a round pays is one.
    """
    operations: list[Operation] = []
    settled: dict[tuple[int, bool], list[Movement]] = defaultdict(list)
    for movement in movements:
        assert movement.round is not None, "play belongs to a round"
        if movement.kind in STAKING:
            operations.append(_single(movement, OperationKind.STAKE, rounds))
        elif movement.kind == ENTRY:
            operations.append(_single(movement, OperationKind.ENTRY, rounds))
        elif movement.kind == UNMATCHED:
            operations.append(_single(movement, OperationKind.REFUND, rounds))
        else:
            settled[movement.round, rounds[movement.round].refunds(movement.at)].append(movement)
    ends = {(stake.round, rounds[stake.round].is_void): stake for stake in ended}
    for key in settled.keys() | ends.keys():
        paid, end = settled.get(key, []), ends.get(key)
        operations.append(_settlement(account, movements, paid, end, rounds[key[0]], is_refund=key[1]))
    return sorted(operations, key=attrgetter("at", "id"))


def _single(movement: Movement, kind: OperationKind, rounds: dict[int, Round]) -> Operation:
    assert movement.round is not None
    is_entry = kind is OperationKind.ENTRY
    return Operation(
        id=movement.id,
        kind=kind,
        round=rounds[movement.round],
        seat=movement.seat,
        at=movement.at,
        cents=0 if is_entry else abs(movement.cents),
        commission=abs(movement.cents) if is_entry else 0,
        before=movement.before,
        after=movement.after,
        visit=None,
        stay=None,
    )


def _settlement(
    account: PlayerAccount,
    movements: Sequence[Movement],
    paid: Sequence[Movement],
    end: Stake | None,
    played: Round,
    *,
    is_refund: bool,
) -> Operation:
    """What a round paid in the period. It closes the round if it ended in the period, else more follows."""
    cents = sum(movement.cents for movement in paid)
    if paid:
        last = paid[-1]
        at, after, seat, number = last.at, last.after, last.seat, last.id
    else:
        assert end is not None
        before = [movement for movement in movements if movement.at <= end.at]
        at, after, seat = end.at, before[-1].after if before else account.opening, end.seat
        number = f"{end.round}-{account.player}"
    return Operation(
        id=number,
        kind=OperationKind.REFUND if is_refund else OperationKind.SETTLEMENT,
        round=played,
        seat=seat if end is None else end.seat,
        at=at,
        cents=cents,
        commission=0 if end is None else end.commission,
        before=after - cents,
        after=after,
        visit=None,
        stay=None,
        net=None if end is None else end.net,
    )
