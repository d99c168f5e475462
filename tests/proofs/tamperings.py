"""An owner of the database and of all keys rewrites the past, and an outsider notices: 10,000 times.

    python -m tests.proofs.tamperings [--count 10000] [--seed 1]

The house keeps a public log of transfers, events, audit lines, rounds, rules, envelopes, seals and totals of
players' money. Its owner switches every law of the database off, edits, deletes, inserts and reorders rows
that the log has, goes back to a backup, or shows two histories to two groups of readers. They hide it as they
can: they write entries and tiles anew, sign with the key of the log, paste old signatures of the witness.
Outside are one honest witness, readers who remember the last checkpoint, and people who ask the house to open
the entry of a row that concerns them. They have the code of `verify/` and the files that the log serves,
nothing else.

Each tampering has to be noticed at the next checkpoint. Those that are not are listed, and the command ends
with 1; so it does if an honest house raises an alarm, or if a notice takes longer than 10 seconds. What a row
said before the log had it, nobody can tell: that is not tried.

A row that is inserted behind all that the log has changes nothing of the past, whatever moment it says: it
enters as a new one. Its proof shows that: its place is behind the checkpoint that readers had, and the log
continues that one. Those are counted apart.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock
from uuid import UUID

from msgspec import Struct

from casino.services.folder import PROJECT
from tests.bench import environment

sys.path.append(str(PROJECT / "verify"))

from feltro_verify import log as outsider
from feltro_verify.log import Key
from feltro_verify.reader import Load, Reader
from feltro_verify.witness import Server, Witness, new_witness

COUNT = 10_000
SECONDS = 10.0
ORIGIN = "house.example/log"
BEGUN = datetime(2026, 3, 30, 12, tzinfo=UTC)
# The record of two checkpoints, a backup between them, and what comes after.
BACKUP, SEEN, NEXT = 10, 20, 30
ROWS = 4  # of each kind before the backup, and as many after it
TABLE, FIRST_TOTAL = 1, datetime(2000, 1, 1, tzinfo=UTC)
TOLD_EVERY = 500
HONEST_EVERY = 25  # so often nothing is changed, and nobody may notice anything


def moment(seconds: float) -> datetime:
    return BEGUN + timedelta(seconds=seconds)


# --- the record


class Row(Struct, frozen=True):
    """A row that the log has, or that the house shows: its name there, and when it counts."""

    kind: str
    id: str
    at: datetime


class Record:
    """Rows of every kind, written by somebody whom no law of the database holds."""

    def __init__(self, players: Sequence[int], accounts: Sequence[int]) -> None:
        self.players, self.accounts, self.written = players, accounts, 0

    def write(self, kind: str, seconds: float) -> Row:
        self.written += 1
        return getattr(self, f"_{kind}")(self.written, moment(seconds))  # type: ignore[no-any-return]

    def _transfer(self, number: int, at: datetime) -> Row:
        from players.wallet.models import Transfer

        source, target = self.accounts[number % 2], self.accounts[2]
        made = Transfer(
            id=UUID(int=number), kind="stake", source_id=source, target_id=target, currency="EUR",
            cents=100 * number, at=at,
        )  # fmt: skip
        return self._kept("transfer", made, str(made.pk), at)

    def _audit(self, number: int, at: datetime) -> Row:
        from players.audit.models import Line

        made = Line(
            id=number, kind="withdrawals.cancelled", player_id=self._player(number), at=at,
            details={"cents": 100 * number},
        )  # fmt: skip
        return self._kept("audit", made, str(number), at)

    def _event(self, number: int, at: datetime) -> Row:
        from games.models import Event

        self._round(number, at)
        made = Event(
            table_id=TABLE, seq=number, round_id=number, at=at - timedelta(seconds=1), kind="bets-placed",
            data=f'{{"on":{{"red":{100 * number}}}}}', player=self._player(number), command=UUID(int=number),
        )  # fmt: skip
        return self._kept("event", made, f"{TABLE}:{number}", at)

    def _round(self, number: int, at: datetime) -> Row:
        from games.models import Round

        seed = hashlib.sha256(str(number).encode()).hexdigest()
        made = Round(
            id=number, table_id=TABLE, number=number, status="ended", commitment=seed[::-1], sealed=b"",
            seed=seed, ended=at,
        )  # fmt: skip
        return self._kept("round", made, str(number), at)

    def _rules(self, number: int, at: datetime) -> Row:
        from games.rulebook.models import RuleStep

        made = RuleStep(id=number, change_id=1, at=at, verb="authorised", digest=f"{number:064}")
        return self._kept("rules", made, str(number), at)

    def _envelope(self, number: int, at: datetime) -> Row:
        from casino.compliance.regulator.models import Envelope

        made = Envelope(
            id=number, day=at.date(), name=f"file {number}", deadline=at, digest=f"{number:064}", size=number,
            sealed=at, next_try=at,
        )  # fmt: skip
        return self._kept("envelope", made, str(number), at)

    def _seal(self, number: int, at: datetime) -> Row:
        from players.audit.models import Seal

        made = Seal(
            number=number, made=at, until=at, lines=1, lines_digest=f"{number:064}", transfers=1,
            transfers_digest=f"{number:064}", chain=f"{number:064}",
        )  # fmt: skip
        return self._kept("seal", made, str(number), at)

    def _funds(self, number: int, at: datetime) -> Row:
        from casino.players_funds.models import DayTotal

        day = (FIRST_TOTAL + timedelta(days=number)).date()
        made = DayTotal(
            day=day, currency="EUR", instant=at, leaves=8, cents=100 * number, jackpots=number,
            root=f"{number:064}", made=at,
        )  # fmt: skip
        return self._kept("funds", made, made.name, at)

    def _player(self, number: int) -> int:
        return self.players[number % len(self.players)]

    def _kept(self, kind: str, made: Any, number: str, at: datetime) -> Row:
        type(made).objects.bulk_create([made])
        return Row(kind, number, at)


class Where(Struct, frozen=True):
    """Where the rows of a kind lie: table, condition of one row, the column of its time, and what it says."""

    table: str
    one: str
    at: str
    says: tuple[str, ...]  # assignments that change something


PLACES = {
    "transfer": Where("wallet_transfer", "id = %s", "at", (
        "cents = cents + 1", "kind = 'prize'", "currency = 'DEMO'", "seat = 5",
    )),
    "audit": Where("audit_line", "id = %s", "at", (
        "details = '{}'", "kind = 'withdrawals.paid'", "player_id = NULL", "device = 'another'",
    )),
    "event": Where("games_event", "table_id || ':' || seq = %s", "at", (
        "data = replace(data, 'red', 'black')", "player = NULL", "command = NULL", "kind = 'bets-cancelled'",
    )),
    "round": Where("games_round", "id = %s", "ended", (
        "seed = reverse(seed)", "status = 'void'", "commitment = seed", "sheet_id = 7",
    )),
    "rules": Where("rulebook_rulestep", "id = %s", "at", (
        "digest = reverse(digest) || ''", "verb = 'withdrawn'", "reference = 'another'", "moment = now()",
    )),
    "envelope": Where("regulator_envelope", "id = %s", "sealed", (
        "digest = repeat('f', 64)", "size = size + 1", "name = name || '.new'",
    )),
    "seal": Where("audit_seal", "number = %s", "made", (
        "chain = repeat('f', 64)", "lines_digest = repeat('f', 64)", "until = until - interval '1 second'",
    )),
    "funds": Where("players_funds_daytotal", "day::text || '.' || currency = %s", "made", (
        "cents = cents - 1", "jackpots = jackpots + 1", "leaves = 2 * leaves", "root = repeat('f', 64)",
        "instant = instant + interval '1 second'",
    )),
}  # fmt: skip

SWAPPED = {"event": "data", "funds": "root"}


def execute(statement: str, *values: object) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def one_row(row: Row) -> tuple[Where, str | int]:
    number: str | int = row.id if row.kind in ("transfer", "event", "funds") else int(row.id)
    return PLACES[row.kind], number


def edit(row: Row, assignment: str) -> None:
    where, number = one_row(row)
    assert execute(f"UPDATE {where.table} SET {assignment} WHERE {where.one}", number) == 1


def delete(row: Row) -> None:
    where, number = one_row(row)
    assert execute(f"DELETE FROM {where.table} WHERE {where.one}", number) == 1


def exchange(one: Row, other: Row) -> None:
    """The two rows change places in time."""
    if one.kind in SWAPPED:  # they do not say themselves when they count; what they say changes places
        column = SWAPPED[one.kind]
        first, second = said(one, column), said(other, column)
        edit(one, f"{column} = '{second}'")
        edit(other, f"{column} = '{first}'")
        return
    column = PLACES[one.kind].at
    edit(one, f"{column} = '{other.at.isoformat()}'")
    edit(other, f"{column} = '{one.at.isoformat()}'")


def said(row: Row, column: str) -> Any:
    from django.db import connection

    where, number = one_row(row)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {where.table} WHERE {where.one}", [number])
        return cursor.fetchone()[0]


# --- the house and its owner


class House:
    """The log in this folder, as the house's own code keeps it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def follow(self, seconds: float) -> bool:
        """Up to there the record is settled. False if the sequencer refuses."""
        from django.test import override_settings

        from casino.public_log import sequencer

        with (
            override_settings(PUBLIC_LOG_DIR=str(self.folder)),
            mock.patch.object(sequencer, "settled_until", return_value=moment(seconds)),
        ):
            try:
                sequencer.run()
            except sequencer.LogContradicted:
                return False
        return True

    def open(self, row: Row) -> tuple[str, str] | None:
        """What the house says when somebody asks for the entry of a row: its content, and the proof."""
        from django.test import override_settings

        from casino.public_log import proofs, sequencer

        with override_settings(PUBLIC_LOG_DIR=str(self.folder)):
            try:
                found = proofs.find(row.kind, row.id, row.at, sequencer.log_key())
                return None if found is None else (found.entry.content, found.proof())
            except OSError:  # a file that its owner took away
                return None

    def serve(self, name: str) -> bytes | None:
        """A web server that serves the folder."""
        path = self.folder / name
        return path.read_bytes() if path.is_file() else None

    def begin_again(self) -> None:
        """The owner throws the log away: it follows the changed record as if it were the first time. Old
        tiles stay where no new one takes their place.
        """
        (self.folder / "checkpoint").unlink()
        for table in ("head", "stretch", "cosigning"):
            execute(f"DELETE FROM public_log_{table}")
        for seconds in (0, BACKUP, SEEN):
            self.follow(seconds)

    def write_entries_anew(self) -> None:
        """The owner writes the bytes of the entries as the record says them now, and leaves the tree."""
        from casino.public_log import sequencer
        from casino.public_log.entries import entries_between
        from casino.public_log.models import Head

        key, size = sequencer.log_key(), Head.objects.get().size
        logged = [one.logged(one.salt(key)) for one in entries_between(moment(0), moment(SEEN))][:size]
        content = b"".join(len(one).to_bytes(2, "big") + one for one in logged)
        for path in (self.folder / "tile" / "entries").rglob("*"):
            if path.is_file() and path.name == str(size):
                path.write_bytes(content)


class World:
    """An honest past that everybody has seen, to which each tampering goes back."""

    def __init__(self, folder: Path, witness: HonestWitness, record: Record) -> None:
        self.folder, self.witness, self.record = folder, witness, record
        self.house = House(folder / "honest")
        self.house.follow(0)
        self.rows: list[Row] = []
        for begin, end in ((0, BACKUP), (BACKUP, SEEN)):
            for number, kind in enumerate(kind for _ in range(ROWS) for kind in PLACES):
                self.rows.append(record.write(kind, begin + 0.5 + number * 9 / (ROWS * len(PLACES))))
            self.house.follow(end)
            if end == BACKUP:
                shutil.copytree(self.house.folder, folder / "backup")
                self.backup = self._tables()
        self.signed, self.written = dict(witness.signed), record.written
        self.logs, self.witnesses = [own_key()], [witness.key]
        reader = self.reader(self.house)
        assert all(check.good for check in reader.look()), reader.look()
        self.seen = reader.seen

    def reader(self, house: House, seen: str = "") -> Reader:
        load: Load = house.serve
        return Reader(load, self.logs, self.witnesses, seen)

    def copy(self, name: str = "changed", of: str = "honest") -> House:
        shutil.rmtree(self.folder / name, ignore_errors=True)
        shutil.copytree(self.folder / of, self.folder / name)
        return House(self.folder / name)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Everything is as it was afterwards."""
        from django.db import transaction

        with transaction.atomic():
            execute("SET LOCAL session_replication_role = replica")
            yield
            transaction.set_rollback(True)
        self.witness.signed, self.witness.refused = dict(self.signed), 0
        self.record.written = self.written

    def set_back(self) -> None:
        """The database as it was at the time of the backup, and the log's rows with it."""
        for kind, where in PLACES.items():
            if kind != "event":
                execute(
                    f"DELETE FROM {where.table} WHERE {where.at} >= %s AND {where.at} < %s",
                    moment(BACKUP),
                    moment(SEEN),
                )
        execute("DELETE FROM games_event WHERE at >= %s AND at < %s", moment(BACKUP - 1), moment(SEEN))
        for table, (columns, rows) in self.backup.items():
            execute(f"DELETE FROM {table}")
            for row in rows:
                places = ", ".join(["%s"] * len(row))
                execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", *row)

    def _tables(self) -> dict[str, tuple[list[str], list[tuple[Any, ...]]]]:
        from django.db import connection

        kept = {}
        for table in ("public_log_head", "public_log_stretch", "public_log_cosigning"):
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT * FROM {table}")
                kept[table] = [column[0] for column in cursor.description], list(cursor.fetchall())
        return kept


def own_key() -> Key:
    from casino.public_log import sequencer

    key = sequencer.log_key()
    assert key is not None
    return outsider.read_key(str(key.public))


# --- what the owner does


class Tampering(Struct, frozen=True):
    """What the owner did. `shown` is what each group of readers is served, `asked` the rows about which
    somebody asks the house, and `is_honest` whether nothing was done.
    """

    name: str
    shown: tuple[House, ...]
    asked: tuple[Row, ...]
    is_honest: bool = False


def bare(world: World) -> House:
    """Nothing is hidden: the log is left as it was."""
    return world.copy()


def with_entries(world: World) -> House:
    house = world.copy()
    house.write_entries_anew()
    return house


def with_tiles(world: World) -> House:
    """The whole log is written anew, below the checkpoint that everybody has."""
    note = world.house.serve("checkpoint")
    house = world.copy()
    house.begin_again()
    (house.folder / "checkpoint").write_bytes(note or b"")
    return house


def signed_anew(world: World) -> House:
    house = world.copy()
    house.begin_again()
    return house


def with_old_signatures(world: World) -> House:
    """The same, and the signature of the witness is pasted from the checkpoint that it saw."""
    return signed_anew(world)


def paste_signature(world: World, house: House) -> None:
    line = (world.house.serve("checkpoint") or b"").splitlines(keepends=True)[-1]
    path = house.folder / "checkpoint"
    path.write_bytes(path.read_bytes() + line)


HIDING = (bare, with_entries, with_tiles, signed_anew, with_old_signatures)


def changed_rows(world: World, chance: Random) -> Tampering:
    """One to three rows of one kind are edited, deleted, inserted or exchanged."""
    kind = chance.choice(list(PLACES))
    rows = [row for row in world.rows if row.kind == kind]
    action = chance.choice(("edit", "delete", "insert", "reorder"))
    if action == "reorder":
        asked = chance.sample(rows, 2)
        exchange(*asked)
    elif action == "insert":
        asked = [world.record.write(kind, chance.uniform(0.1, SEEN)) for _ in range(chance.randint(1, 3))]
    else:
        asked = chance.sample(rows, chance.randint(1, 3))
        for row in asked:
            delete(row) if action == "delete" else edit(row, chance.choice(PLACES[kind].says))
    hide = chance.choice(HIDING)
    house = hide(world)
    go_on(world, house, chance)
    if hide is with_old_signatures:
        paste_signature(world, house)
    return Tampering(f"{action} {kind}, {hide.__name__}", (house,), tuple(asked))


def backup_restored(world: World, chance: Random) -> Tampering:
    """The database goes back, with or without the files, and another history grows: shorter or longer."""
    with_files = chance.random() < 0.75
    lost = [row for row in world.rows if row.at >= moment(BACKUP)]
    world.set_back()
    house = world.copy(of="backup" if with_files else "honest")
    for _ in range(chance.choice((0, 1, len(lost), len(lost) + 5))):
        world.record.write(chance.choice(list(PLACES)), chance.uniform(BACKUP + 0.1, SEEN - 0.1))
    house.follow(SEEN)
    new = go_on(world, house, chance)
    name = "backup restored, with the log" if with_files else "backup restored, without the log"
    return Tampering(name, (house,), (chance.choice(lost), *new[:1]))


def two_views(world: World, chance: Random) -> Tampering:
    """Two groups of readers are shown two logs that agree up to what both have seen, or not even so far."""
    from django.db import transaction

    is_deep = chance.random() < 0.3
    houses = [world.copy("one"), world.copy("other")]
    if chance.random() < 0.5:
        houses.reverse()  # the witness is asked by the other one first
    for house in houses:
        with transaction.atomic():
            point = transaction.savepoint()
            if house is houses[1]:
                row = chance.choice(world.rows)
                if is_deep:
                    edit(row, chance.choice(PLACES[row.kind].says))
                    house.begin_again()
                world.record.write(chance.choice(list(PLACES)), SEEN + 1)
            go_on(world, house, chance)
            transaction.savepoint_rollback(point)
    return Tampering(f"two views, {'the past' if is_deep else 'what is new'}", tuple(houses), ())


def nothing(world: World, chance: Random) -> Tampering:
    house = world.copy()
    new = go_on(world, house, chance)
    return Tampering("nothing", (house,), (chance.choice(world.rows), *new), is_honest=True)


def go_on(world: World, house: House, chance: Random) -> list[Row]:
    """The house goes on: new rows, and the checkpoint that has them."""
    kinds = chance.sample(list(PLACES), 2)
    new = [world.record.write(kind, SEEN + 2 + number) for number, kind in enumerate(kinds)]
    house.follow(NEXT)
    return new


ACTIONS: tuple[Callable[[World, Random], Tampering], ...] = (
    changed_rows, changed_rows, changed_rows, changed_rows, backup_restored, two_views,
)  # fmt: skip


# --- what outsiders see


def notices(world: World, tampering: Tampering, look: Callable[[Reader], list[Any]]) -> list[str]:
    """What the witness, the readers and the people who ask find wrong, at once after the checkpoint."""
    found = ["the witness refuses it"] if world.witness.refused else []
    for house in tampering.shown:
        reader = world.reader(house, world.seen)
        found += [SAYS[check.code] for check in look(reader) if check.good is False]
        if reader.served == world.seen:
            found.append("nothing new is published")
        for row in tampering.asked:
            said = ask(house, reader, row)
            if said:
                found.append(said)
    return list(dict.fromkeys(found))


def entered_as_new(world: World, tampering: Tampering) -> bool:
    """Whether every row of it stands behind all that readers had seen. They have already found that the log
    continues that and that the proofs hold, so nothing of the past was changed.
    """
    seen = outsider.read_checkpoint(outsider.read_note(world.seen.encode()).text).size
    proofs = [
        opened[1] for house in tampering.shown for row in tampering.asked if (opened := house.open(row))
    ]
    expected = len(tampering.shown) * len(tampering.asked)
    return 0 < expected == sum(outsider.read_proof(text.encode()).index >= seen for text in proofs)


def ask(house: House, reader: Reader, row: Row) -> str:
    """What is wrong with the house's answer about a row; nothing if it is right."""
    opened = house.open(row)
    if opened is None:
        return "the house cannot open it"
    content, text = opened
    try:
        proof = outsider.read_proof(text.encode())
    except outsider.UnreadableLog:
        return "the proof cannot be read"
    digest = outsider.encoded(hashlib.sha256((proof.extra or b"") + content.encode()).digest())
    holds = reader.holds(proof, f"{row.kind} {row.id} {digest}".encode())
    return "" if holds else "the entry differs when it is opened"


SAYS = {
    "logged": "the log did not sign it",
    "grown": "it does not continue what a reader saw",
    "covered": "the entries are not those of the tree",
    "witnessed": "no witness signed it",
}


class Tally(Struct):
    wanted: int
    tried: Counter[str] = Counter()
    noticed: dict[str, Counter[str]] = {}
    survivors: list[str] = []
    new: int = 0  # of those that nobody noticed, insertions behind all that the log had
    alarms: list[str] = []  # of an honest house
    slowest: float = 0.0

    @property
    def is_good(self) -> bool:
        is_whole = 0 < self.wanted == self.tried.total()
        return is_whole and not self.survivors and not self.alarms and self.slowest < SECONDS


def run(world: World, count: int, seed: int, look: Callable[[Reader], list[Any]] = Reader.look) -> Tally:
    tally = Tally(count, Counter(), defaultdict(Counter))
    with suppress(KeyboardInterrupt):  # what was tried until then is told
        try_all(world, tally, seed, look)
    return tally


def try_all(world: World, tally: Tally, seed: int, look: Callable[[Reader], list[Any]]) -> None:
    for number in range(tally.wanted):
        chance = Random(f"{seed}-{number}")
        action = nothing if number % HONEST_EVERY == HONEST_EVERY - 1 else chance.choice(ACTIONS)
        with world.attempt():
            tampering = action(world, chance)
            begun = time.monotonic()
            found = notices(world, tampering, look)
            tally.slowest = max(tally.slowest, time.monotonic() - begun)
            is_new = not tampering.is_honest and not found and entered_as_new(world, tampering)
        tally.tried[tampering.name] += 1
        for notice in found:
            tally.noticed[tampering.name][notice] += 1
        if tampering.is_honest and found:
            tally.alarms.append(f"{number}: {', '.join(found)}")
        tally.new += is_new
        if not tampering.is_honest and not found and not is_new:
            tally.survivors.append(f"{number}: {tampering.name}, {tampering.asked}")
        if (number + 1) % TOLD_EVERY == 0:
            print(f"{number + 1:,} of {tally.wanted:,}", file=sys.stderr, flush=True)


class HonestWitness(Witness):
    """Counts what it refuses for another history."""

    refused = 0

    def add_checkpoint(self, request: bytes) -> str:
        from feltro_verify.witness import Refused

        try:
            return super().add_checkpoint(request)
        except Refused as refused:
            self.refused += refused.status == 422
            raise


@contextmanager
def world_in(folder: Path) -> Iterator[World]:
    """The honest past, with a witness that answers at an address of its own."""
    from django.test import override_settings

    from casino.public_log import witnesses
    from players.wallet.models import Account
    from tests.live_table import players_with

    key = folder / "key"
    key.write_text(hashlib.sha256(str(folder).encode()).hexdigest())
    new_witness(folder / "witness.json", "witness.example/w1")
    witness = HonestWitness(folder / "witness.json")
    server = Server(("127.0.0.1", 0), witness)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        # Nothing has to outlive a power failure here.
        with (
            mock.patch.object(os, "fsync"),
            mock.patch.object(witnesses, "log"),
            override_settings(
                PUBLIC_LOG_KEY_FILE=str(key),
                PUBLIC_LOG_ORIGIN=ORIGIN,
                PUBLIC_LOG_WITNESSES=f"{address} {witness.key}",
            ),
        ):
            witness.watch(own_key())
            players = [player.pk for player in players_with(0, 3)]
            wallets = list(
                Account.objects.filter(player__in=players[:2], kind="wallet").values_list("pk", flat=True)
            )
            bank = Account.objects.create(kind="bank", currency="EUR", table=TABLE).pk
            execute("SET session_replication_role = replica")
            yield World(folder, witness, Record(players, [*wallets[:2], bank]))
            execute("SET session_replication_role = origin")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        witness.close()


def lines(tally: Tally) -> Iterator[str]:
    for name, tried in sorted(tally.tried.items()):
        seen = ", ".join(f"{notice} {count:,}" for notice, count in tally.noticed[name].most_common())
        yield f"{tried:>6,}  {name}: {seen or 'nothing noticed'}"
    for survivor in tally.survivors:
        yield f"NOT NOTICED {survivor}"
    for alarm in tally.alarms:
        yield f"AN HONEST HOUSE RAISED AN ALARM {alarm}"
    if tally.tried.total() < tally.wanted:
        yield f"STOPPED after {tally.tried.total():,} of {tally.wanted:,}"
    honest = tally.tried["nothing"]
    total = tally.tried.total() - honest - tally.new
    yield (f"{tally.new:,} insertions changed nothing of the past: they stand behind it, as new rows")
    yield (
        f"{total - len(tally.survivors):,} of {total:,} tamperings noticed, "
        f"the slowest in {tally.slowest:.2f} s; {len(tally.alarms)} alarms of {honest:,} honest checkpoints"
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with (
        environment.servers(as_administrator=True),
        tempfile.TemporaryDirectory() as folder,
        world_in(Path(folder)) as world,
    ):
        tally = run(world, options.count, options.seed)
    print("\n".join(lines(tally)))
    return 0 if tally.is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
