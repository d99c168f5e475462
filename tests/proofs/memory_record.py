"""The record in memory, with PostgreSQL's guarantees: a simulation runs a thousand times faster on it than
on a server.

It replaces the database statement by statement, so that everything above it is product code: the table
transaction, the journal, the ledger. It keeps their guarantees: a transaction is written whole or not at
all, an id is unique, a player's balance is never below zero, and money never moves from one player to
another. It can fail before any statement, before a commit and after one. An unknown statement is an error.
The same scenarios on a real server must have the same results.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import count
from typing import Any
from uuid import UUID

from django.db import IntegrityError

from games.tables import journal_reading
from games.tables.croupier import beacon_values, entrants, journal, projections
from players.protection.eligibility import Eligibility
from players.wallet import ledger
from players.wallet.models import Account
from tests.proofs.memory_beacon import MemoryBeacon
from tests.proofs.memory_faults import Killed

# Numbers of sheets and settings, which the product reads once and keeps: no number twice in a process.
_numbers = count(50_000_000)


def _plain(sql: str) -> str:
    return " ".join(sql.split())


class Memory:
    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now
        self.tables: dict[int, dict[str, Any]] = {}
        self.settings: dict[int, bytes] = {}
        self.sheets: dict[int, bytes] = {}
        self.in_force: dict[str, int] = {}
        self.rounds: dict[int, dict[str, Any]] = {}
        self.numbered: dict[tuple[int, int], dict[str, Any]] = {}
        self.events: dict[int, list[tuple[Any, ...]]] = {}
        self.commands: dict[tuple[int, UUID], tuple[int, int, int]] = {}
        self.accounts: dict[int, dict[str, Any]] = {}
        self.natures: dict[tuple[str, str, int | None, int | None], int] = {}
        self.players: dict[int, str] = {}
        self.transfers: dict[UUID, tuple[Any, ...]] = {}
        self.posted: list[tuple[Any, ...]] = []
        self.stakes: list[tuple[Any, ...]] = []
        self.sessions: dict[int, dict[str, Any]] = {}
        self.incidents: list[tuple[Any, ...]] = []
        self.closed: dict[int, bool] = {}  # sessions of tables
        self.standings: dict[int, Eligibility] = {}
        self._ids = {name: count(1) for name in ("table", "round", "session", "account")}
        self._undo: list[tuple[Any, Any, Any]] = []
        self._depth = 0
        self.fail_in: int | None = None  # statements from now on after which `failure` comes
        self.failure: Callable[[], BaseException] = Killed
        self.at_commit = ""  # "before" or "after": the failure comes round the next commit
        self.commits = 0
        self.slow_by = 0  # milliseconds that the next transaction takes after it has read the time
        self.beacon = MemoryBeacon()
        self.statements = self._known()

    # What every module of the product asks of `connection`, `transaction` and the sets.

    def cursor(self) -> Cursor:
        return Cursor(self)

    def close(self) -> None:
        """Gives the connection up; another one is available at once."""

    @contextlib.contextmanager
    def atomic(self) -> Iterator[None]:
        if not self._depth:
            self._undo.clear()
        self._depth += 1
        try:
            yield
            if self._depth == 1:
                self._commit()
        except BaseException:
            if self._depth == 1:
                self._roll_back()
            raise
        finally:
            self._depth -= 1

    def _commit(self) -> None:
        moment, self.at_commit = (self.at_commit, "") if self._undo else ("", self.at_commit)
        if moment == "before":
            raise self.failure()
        self.commits += bool(self._undo)
        self._undo.clear()
        if moment == "after":
            raise self.failure()

    def _roll_back(self) -> None:
        for place, key, old in reversed(self._undo):
            if isinstance(place, list):
                place.pop()
            elif old is _MISSING:
                del place[key]
            else:
                place[key] = old
        self._undo.clear()

    def put(self, place: dict[Any, Any], key: Any, value: Any) -> None:
        self._undo.append((place, key, place.get(key, _MISSING)))
        place[key] = value

    def add(self, place: list[Any], value: Any) -> None:
        self._undo.append((place, None, None))
        place.append(value)

    def _step(self) -> None:
        if self.fail_in is not None:
            self.fail_in -= 1
            if self.fail_in < 0:
                self.fail_in = None
                raise self.failure()

    def run(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        self._step()
        statement = self.statements.get(sql) or self.statements.get(_plain(sql))
        if statement is None:
            raise LookupError(f"the record in memory does not know: {_plain(sql)}")
        self.statements[sql] = statement
        return statement(*values) or []

    def copy_in(self, sql: str, rows: Iterable[Iterable[object]]) -> None:
        self._step()
        {journal.EVENTS: self._append, projections.STAKES: self._stakes, ledger.COPY: self._post}[sql](
            [tuple(row) for row in rows]
        )

    def standing(
        self, players: Sequence[int], currency: str, sessions: Sequence[str] = (), known: object = None
    ) -> dict[int, Eligibility]:
        self._step()
        return {player: self.standings[player] for player in players if player in self.standings}

    def open_ledger_account(
        self, *, kind: str, currency: str, player: int | None = None, table: int | None = None
    ) -> int:
        nature = (str(kind), currency, player, table)
        if nature not in self.natures:
            account_id = next(self._ids["account"])
            row = {
                "id": account_id,
                "kind": str(kind),
                "currency": currency,
                "player": player,
                "table": table,
                "balance": 0,
                "moves": 0,
            }
            self.put(self.accounts, account_id, row)
            self.put(self.natures, nature, account_id)
        return self.natures[nature]

    # What a house sets up, outside the simulated transactions.

    def table_open(self, system: str, currency: str = "EUR") -> int:
        table_id = next(self._ids["table"])
        self.tables[table_id] = {
            "version": 0,
            "chain": b"",
            "status": "open",
            "due": None,
            "name": f"M{table_id}",
            "system": system,
            "currency": currency,
        }
        self.tables[table_id] |= {
            "setting": None,
            "snapshot": b"",
            "snapshot_version": 0,
            "inactivity_due": None,
            "reason": "",
            "round": 0,
            "reports": "",  # why the reports to the regulator are interrupted
        }
        self.events[table_id] = []
        return table_id

    def sheet_in_force(self, system: str, data: bytes) -> int:
        sheet_id = next(_numbers)
        self.sheets[sheet_id] = data
        self.in_force[system] = sheet_id
        return sheet_id

    def setting_change(self, table: int, data: bytes) -> int:
        setting_id = next(_numbers)
        self.settings[setting_id] = data
        self.tables[table]["setting"] = setting_id
        return setting_id

    def player_come(self, cents: int, currency: str = "EUR") -> int:
        player_id = len(self.players) + 1
        self.players[player_id] = f"p{player_id}"
        self.open_ledger_account(kind="wallet", currency=currency, player=player_id)
        self.deposit(player_id, cents, currency)
        self._undo.clear()
        return player_id

    def deposit(self, player: int, cents: int, currency: str = "EUR") -> None:
        cash = self.open_ledger_account(kind="cash", currency=currency)
        wallet = self.natures["wallet", currency, player, None]
        for account, change in ((cash, -cents), (wallet, cents)):
            self.accounts[account]["balance"] += change
            self.accounts[account]["moves"] += 1
        self._undo.clear()

    def balance(
        self, kind: str, *, player: int | None = None, table: int | None = None, currency: str = "EUR"
    ) -> int:
        account_id = self.natures.get((kind, currency, player, table))
        return self.accounts[account_id]["balance"] if account_id else 0

    # Statement by statement.

    def _store_shares(self, given: str, round_id: int) -> list[tuple[str]]:
        row = self.rounds[round_id]
        stored = {**json.loads(given), **json.loads(row.get("shares", "{}"))}
        self.put(self.rounds, round_id, {**row, "shares": json.dumps(stored)})
        return [(self.rounds[round_id]["shares"],)]

    def _known(self) -> dict[str, Callable[..., Any]]:
        rounds, sessions = self.rounds, self.sessions
        known: dict[str, Callable[..., Any]] = {
            journal.LOCK: self._lock,
            journal.LOCK_FREE: self._lock,
            journal.DATABASE_TIME: self._time,
            beacon_values.CHAIN: lambda name: self.beacon.read_chain(self.now, name),
            beacon_values.VALUE: lambda name, number: self.beacon.read_value(self.now, name, number),
            "UPDATE games_table SET due = to_timestamp(%s / 1000.0) WHERE id = %s": lambda due, table_id: (
                self._change(self.tables[table_id], due=due)
            ),
            journal.SINCE: self._since,
            journal.KNOWN: self._recognised,
            projections.SESSION_OPEN: self._session_open,
            projections.SESSION_CLOSE: lambda at, cause, played, staked, returned, session_id: self._change(
                sessions[session_id], ended=at, cause=cause, rounds=played, staked=staked, returned=returned
            ),
            projections.SESSION_INVITED: lambda at, stay: self._change(sessions[stay], invited=at),
            projections.SESSION_WARNED: lambda at, session_id: self._change(sessions[session_id], warned=at),
            projections.ROUND_PREPARED: self._round_prepared,
            projections.ROUND_OPENED: self._round_opened,
            projections.ROUND_ENDED: lambda status, at, outcome, cause, staked, returned, seed, round_id: (
                self._change(
                    rounds[round_id],
                    status=status,
                    ended=at,
                    outcome=outcome,
                    cause=cause,
                    staked=staked,
                    returned=returned,
                    seed=seed,
                )
            ),
            projections.INCIDENT: lambda *row: self.add(self.incidents, row),
            journal_reading.OWN_ACCOUNTS: lambda tables: [
                (table, currency, kind, i)
                for table in _numbers_of(tables)
                for (kind, currency, player, own), i in self.natures.items()
                if player is None and own == table
            ],
            ledger.LOCK: self._lock_accounts,
            ledger.LOCK_FREE: self._lock_accounts,
            ledger.WALLETS: lambda currency, players: [
                (a["player"], a["balance"], a["moves"])
                for p in players
                if (a := self.accounts.get(self.natures.get(("wallet", currency, p, None), 0)))
            ],
            entrants.ENTRANTS: lambda currency, players: [
                (p, self.natures["wallet", currency, p, None], self.players[p])
                for p in players
                if p in self.players
            ],
            "SELECT nextval(%s) FROM generate_series(1, %s)": lambda name, many: [
                (next(self._ids["round" if "round" in name else "session"]),) for _ in range(many)
            ],
            entrants.SAME_DEVICE: lambda *parameters: [],
            journal.VERSIONS: self._versions,
            "SELECT data FROM games_rulesheet WHERE id = %s": lambda sheet_id: [
                (self.sheets[sheet_id].decode(),)
            ],
            "SELECT data FROM games_tablesetting WHERE id = %s": lambda setting_id: [
                (self.settings[setting_id].decode(),)
            ],
            journal.SNAPSHOTS: lambda tables: [
                (n, self.tables[n]["snapshot"], self.tables[n]["snapshot_version"])
                for n in _numbers_of(tables)
            ],
            "SELECT id, alias FROM players_player WHERE id = ANY(%s) AND status = 'active'": lambda players: [
                (p, self.players[p]) for p in players if p in self.players
            ],
            journal_reading.SEALED_SEEDS: lambda ids: [(n, rounds[n]["sealed"]) for n in _numbers_of(ids)],
            "SELECT shares::text FROM games_round WHERE id = %s": lambda round_id: [
                (rounds[round_id].get("shares", "{}"),)
            ],
            journal.STORE_SHARES: self._store_shares,
            "UPDATE games_round SET root = %s WHERE id = %s": lambda root, round_id: self._change(
                rounds[round_id], root=root
            ),
            "UPDATE games_table SET status = 'held', reason = %s WHERE id = %s": lambda reason, table_id: (
                self._change(self.tables[table_id], status="held", reason=reason)
            ),
            "UPDATE games_table SET status = 'closed' WHERE id = %s": lambda table_id: self._change(
                self.tables[table_id], status="closed"
            ),
            "UPDATE games_tablesession SET status = 'closed' WHERE id = %s": lambda session_id: self.put(
                self.closed, session_id, True
            ),
            "UPDATE games_table SET recent = %s WHERE id = %s": lambda recent, table_id: self._change(
                self.tables[table_id], recent=recent
            ),
            "UPDATE games_table SET snapshot = %s, snapshot_version = %s WHERE id = %s": self._keep_snapshot,
            journal.UPDATE: self._update_tables,
        }
        return {_plain(sql): what for sql, what in known.items()}

    def _time(self) -> list[tuple[int]]:
        read, self.now, self.slow_by = self.now, self.now + self.slow_by, 0
        return [(read,)]

    def _update_tables(self, *columns: str) -> None:
        for values in zip(*(_array(column) for column in columns), strict=True):
            table_id, version, chain, *rest, phase = values
            names = ("version", "due", "inactivity_due", "seated", "partners", "waiting", "round")
            numbers = (None if value is None else int(value) for value in (version, *rest))
            more = dict(zip(names, numbers, strict=True))
            row = self.tables[int(table_id or 0)]
            self._change(row, chain=bytes.fromhex(chain or ""), phase=phase, **more)

    def _keep_snapshot(self, state: bytes, version: int, table_id: int) -> None:
        self._change(self.tables[table_id], snapshot=state, snapshot_version=version)

    def _change(self, row: dict[str, Any], **values: Any) -> None:
        for key, value in values.items():
            self.put(row, key, value)

    def _lock(self, tables: str) -> list[tuple[Any, ...]]:
        names = ("version", "chain", "status", "due", "name", "system", "currency", "setting")
        rows = ((int(table or 0), self.tables.get(int(table or 0))) for table in _array(tables))
        return [
            (*(row[name] for name in names), self.in_force.get(row["system"]), row["reports"], table)
            for table, row in rows
            if row is not None
        ]

    def _versions(self, tables: str) -> list[tuple[Any, ...]]:
        rows = ((number, self.tables[number]) for number in _numbers_of(tables) if number in self.tables)
        return [
            (n, row["version"], row["system"], row["setting"], self.in_force.get(row["system"]))
            for n, row in rows
        ]

    def _lock_accounts(self, ids: str) -> list[tuple[Any, ...]]:
        accounts = {int(account or 0): self.accounts[int(account or 0)] for account in _array(ids)}
        return [(account, row["balance"], row["moves"]) for account, row in accounts.items()]

    def _since(self, tables: str, versions: str) -> list[tuple[Any, ...]]:
        return [
            (table, kind, data, at, player, command, details, n, round_id)
            for table, version in zip(_numbers_of(tables), _numbers_of(versions), strict=True)
            for n, round_id, at, kind, data, player, command, details, _ in self.events[table][version:]
        ]

    def _recognised(self, players: list[int], ids: list[UUID]) -> list[tuple[Any, ...]]:
        pairs = zip(players, ids, strict=True)
        return [(*key, recorded[0], recorded[1]) for key in pairs if (recorded := self.commands.get(key))]

    def _append(self, rows: list[tuple[Any, ...]]) -> None:
        for table, seq, round_number, hour, kind, data, player, command, details, chain in rows:
            if seq != len(self.events[table]) + 1:
                raise IntegrityError("duplicate key, or a gap, in the journal")
            if command is not None:
                if (player, command) in self.commands:
                    raise IntegrityError('duplicate key of "games_command_pkey"')
                self.put(self.commands, (player, command), (seq, details, table))
            at = round_ms(hour)
            self.add(self.events[table], (seq, round_number, at, kind, data, player, command, details, chain))

    def _stakes(self, rows: list[tuple[Any, ...]]) -> None:
        for row in rows:
            if any(other[0] == row[0] and other[1] == row[1] for other in self.stakes[-40:]):
                raise IntegrityError('duplicate key value violates unique constraint "one_stake_per_round"')
            self.add(self.stakes, row)

    def _post(self, rows: list[tuple[Any, ...]]) -> None:
        moved: dict[int, list[int]] = {}
        for row in rows:
            transfer_id, _, source, target, currency, cents, _, _ = row
            if transfer_id in self.transfers:
                raise IntegrityError("duplicate key in the transfers")
            one, other = self.accounts[source], self.accounts[target]
            if cents <= 0 or source == target:
                raise IntegrityError("a_transfer_moves_something elsewhere")
            if not one["currency"] == other["currency"] == currency:
                raise IntegrityError("a transfer joins two currencies")
            if one["player"] and other["player"] and one["player"] != other["player"]:
                raise IntegrityError("money cannot go from one player to another")
            self.put(self.transfers, transfer_id, row)
            self.add(self.posted, row)
            for account, change in ((source, -cents), (target, cents)):
                sums = moved.setdefault(account, [0, 0])
                sums[0] += change
                sums[1] += 1
        for account, (change, moves) in moved.items():
            row = self.accounts[account]
            if row["balance"] + change < 0 and row["kind"] in Account.NEVER_BELOW_ZERO:
                raise IntegrityError(f"players_money_never_below_zero: {row['kind']} {account}")
            self._change(row, balance=row["balance"] + change, moves=row["moves"] + moves)

    def _session_open(
        self, session_id: int, player: int, table: int, name: str, system: str, currency: str, at: int
    ) -> None:
        if session_id in self.sessions:
            raise IntegrityError("duplicate key in the play sessions")
        self.put(self.sessions, session_id, {"player": player, "table": table, "started": at, "ended": None})

    def _round_prepared(self, round_id: int, table: int, number: int, commitment: str, sealed: bytes) -> None:
        if round_id in self.rounds or (table, number) in self.numbered:
            raise IntegrityError('duplicate key value violates unique constraint "one_round_of_a_number"')
        row = {
            "table": table,
            "number": number,
            "commitment": commitment,
            "sealed": sealed,
            "status": "prepared",
            "seed": "",
            "shoe": 0,
        }
        self.put(self.rounds, round_id, row)
        self.put(self.numbered, (table, number), row)

    def _round_opened(self, *values: Any) -> None:
        *opened, round_id = values
        names = ("sheet", "setting", "engine", "nonces", "shoe", "root", "start", "opened")
        self._change(self.rounds[round_id], status="open", **dict(zip(names, opened, strict=True)))


_MISSING = object()


def _array(literal: str) -> list[str | None]:  # PostgreSQL's notation
    return [None if value == "NULL" else value.strip('"') for value in literal.strip("{}").split(",")]


def _numbers_of(literal: str) -> list[int]:
    return [int(value) for value in _array(literal) if value]


def round_ms(hour: str) -> int:
    return round(datetime.fromisoformat(hour).timestamp() * 1000)


class Cursor:
    """The cursor that the product uses."""

    def __init__(self, memory: Memory) -> None:
        self.memory, self.rows = memory, iter(())

    def __enter__(self) -> Cursor:
        return self

    def __exit__(self, *error: object) -> None: ...

    def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        self.rows: Iterator[tuple[Any, ...]] = iter(self.memory.run(sql, values))

    def fetchone(self) -> tuple[Any, ...] | None:
        return next(self.rows, None)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return list(self.rows)
