"""The public log through any order of rows, runs, kills, a second sequencer, a witness that comes and goes,
and pruning: a reader never finds anything wrong, and every row that is published can be opened.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import date, datetime, timedelta
from email.message import Message
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.test import override_settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from casino.public_log import proofs, sequencer, witnesses
from casino.public_log.models import Head, Stretch
from casino.public_log.notes import read_checkpoint
from casino.public_log.tree import Tree
from players.audit.models import Line
from players.shared import clock, file_store
from tests.proofs.tamperings import HonestWitness, Row, ask, own_key
from tests.state_machines import MOST_STEPS, DatabaseMachine, explore, planted, shortest_failure

from feltro_verify.reader import Reader  # isort: skip
from feltro_verify.witness import Refused, new_witness  # isort: skip

pytestmark = pytest.mark.django_db
NOW = clock.midnight(date(2026, 3, 30))
FAILS = ("logged", "grown", "covered")  # a witness may be down


class Killed(BaseException):
    """The process is gone."""


class Answer(io.BytesIO):
    status = 200


class LogMachine(DatabaseMachine):
    def prepare(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        (self.folder / "key").write_text("5" * 64)
        new_witness(self.folder / "witness.json", "witness.example/w1")
        self.witness = HonestWitness(self.folder / "witness.json")
        self.rows: list[Row] = []
        self.seconds, self.is_witness_up = 0, True
        self.while_witness_thinks: Callable[[], None] | None = None
        self.patches = ExitStack()
        self.patches.enter_context(
            override_settings(
                PUBLIC_LOG_KEY_FILE=str(self.folder / "key"), PUBLIC_LOG_DIR=str(self.folder / "log"),
                PUBLIC_LOG_ORIGIN="house.example/log",
                PUBLIC_LOG_WITNESSES=f"http://witness {self.witness.key}",
            )
        )  # fmt: skip
        self.patches.enter_context(mock.patch.object(witnesses, "open_http", self.ask_witness))
        self.patches.enter_context(mock.patch.object(witnesses, "log"))
        self.use_disk_that_can_fail()
        self.witness.watch(own_key())
        self.reader = Reader(self.served, [own_key()], [self.witness.key])
        self.follow()

    def use_disk_that_can_fail(self) -> None:
        """It knows which files it would lose if the power failed."""
        self.boot, self.unsynced, write = 0, set[str](), file_store.FolderStore._write

        def written(store: Any, path: str, chunks: Any, *, sync: bool) -> str:
            (self.unsynced.discard if sync else self.unsynced.add)(path)
            return write(store, path, chunks, sync=sync)

        for owner, name, replaced in (
            (os, "fsync", mock.Mock()),
            (file_store, "sync_file_system", lambda folder: self.unsynced.clear()),
            (file_store, "boot_of", lambda store: str(self.boot)),
            (file_store.FolderStore, "_write", written),
            (sequencer, "SYNCED_EACH", timedelta(0)),
        ):
            self.patches.enter_context(mock.patch.object(owner, name, replaced))

    def teardown(self) -> None:
        self.patches.close()
        self.witness.close()
        shutil.rmtree(self.folder)
        super().teardown()

    def served(self, name: str) -> bytes | None:
        path = self.folder / "log" / name
        return path.read_bytes() if path.is_file() else None

    def ask_witness(self, request: urllib.request.Request, timeout: float) -> Answer:
        if not self.is_witness_up:
            raise urllib.error.URLError("down")
        meanwhile, self.while_witness_thinks = self.while_witness_thinks, None
        if meanwhile:
            meanwhile()
        assert isinstance(request.data, bytes)
        try:
            return Answer(self.witness.add_checkpoint(request.data).encode())
        except Refused as refused:
            kind = Message()
            kind["Content-Type"] = refused.kind
            raise urllib.error.HTTPError(
                request.full_url, refused.status, "refused", kind, io.BytesIO(refused.says.encode())
            ) from refused

    def follow(self) -> None:
        until = NOW + timedelta(seconds=self.seconds)
        with mock.patch.object(sequencer, "settled_until", return_value=until):
            sequencer.run()

    @contextmanager
    def killed(self, owner: Any, name: str, after: int = 0) -> Iterator[None]:
        """The process dies where it calls this function for the last of so many times."""
        right, calls = getattr(owner, name), iter(range(after))

        def call(*arguments: Any, **options: Any) -> Any:
            if next(calls, None) is None:
                raise Killed
            return right(*arguments, **options)

        with mock.patch.object(owner, name, call), suppress(Killed):
            yield

    @rule(count=st.sampled_from([1, 2, 130]))
    def rows_happen(self, count: int) -> None:
        self.seconds += 1
        at = NOW + timedelta(seconds=self.seconds - 0.5)
        made = Line.objects.bulk_create([Line(kind="withdrawals.cancelled", at=at) for _ in range(count)])
        self.rows += [Row("audit", str(one.pk), at) for one in made]

    @rule()
    def sequencer_runs(self) -> None:
        self.follow()

    @rule(writes=st.integers(0, 6))
    def sequencer_dies_at_a_file(self, writes: int) -> None:
        self.rows_happen(1)  # who has nothing to append writes nothing
        with self.killed(file_store.FolderStore, "_write", writes):
            self.follow()

    @rule()
    def sequencer_dies_before_its_commit(self) -> None:
        self.rows_happen(1)
        with self.killed(Stretch.objects, "create"):
            self.follow()

    @rule()
    def sequencer_dies_before_it_publishes(self) -> None:
        with self.killed(sequencer, "_publish"):
            self.follow()

    @rule(runs=st.integers(1, 2), count=st.sampled_from([1, 130]), kept=st.integers(0, 3))
    def power_fails_before_the_disk_has_all(self, runs: int, count: int, kept: int) -> None:
        """Of each three files that are not synced, one or none is kept; the others are gone, or cut off."""
        for _ in range(runs):
            self.rows_happen(count)
            with self.killed(sequencer, "_sync_each_minute"):
                self.follow()
        for number, path in enumerate(map(Path, sorted(self.unsynced))):
            if number % 3 != kept and path.is_file():
                path.unlink() if number % 2 else path.write_bytes(path.read_bytes()[:40])
        self.unsynced.clear()
        self.boot += 1
        self.follow()

    @rule(rows=st.integers(1, 2))
    def another_runs_while_the_witness_thinks(self, rows: int) -> None:
        def meanwhile() -> None:
            self.rows_happen(rows)
            self.follow()

        self.while_witness_thinks = meanwhile
        self.follow()
        self.while_witness_thinks = None

    @rule()
    def witness_goes_or_comes(self) -> None:
        self.is_witness_up = not self.is_witness_up

    @rule()
    def old_tiles_go(self) -> None:
        sequencer.prune()

    @precondition(lambda self: self.reader.seen)
    @rule(number=st.integers(0, 300))
    def somebody_opens_a_row(self, number: int) -> None:
        if not self.rows:
            return
        row = self.rows[number % len(self.rows)]
        if proofs.standing(row.at) is proofs.Standing.INCLUDED:
            assert ask(self, self.reader, row) == ""

    def open(self, row: Row) -> tuple[str, str] | None:
        found = proofs.find(row.kind, row.id, row.at, sequencer.log_key())
        return None if found is None else (found.entry.content, found.proof())

    @invariant()
    def always_what_a_reader_saw_before(self) -> None:
        if self.served("checkpoint") is not None:
            failed = [check for check in self.reader.look() if check.code in FAILS and check.good is False]
            assert not failed, failed

    @invariant()
    def always_signed_by_a_witness_that_was_asked(self) -> None:
        assert self.witness.refused == 0

    @invariant()
    def always_each_settled_row_once_and_in_order(self) -> None:
        head = Head.objects.get()
        note = sequencer.files().published()
        size = read_checkpoint(note).size if note else 0
        assert head.published <= size <= head.size, "nothing is published before its commit, or taken back"
        logged = [one.split()[1].decode() for one in Tree(sequencer.files(), head.size).entries(0, head.size)]
        settled = [row for row in self.rows if row.at < head.until]
        assert logged == [row.id for row in sorted(settled, key=lambda row: (row.at, row.id))]


def test_whoever_is_killed_a_reader_finds_nothing_wrong() -> None:
    explore(LogMachine, attempts=30, steps=12)


def publishes_what_is_older(publish: Callable[..., None]) -> Callable[..., None]:
    """Whoever comes last writes the checkpoint, also if another has published more meanwhile."""

    def wrong(key: Any) -> None:
        head = Head.objects.get()
        if head.size:
            note = key.signed(head.size, bytes.fromhex(head.root))
            note, _asked = witnesses.cosigned(note, Tree(sequencer.files(), head.size))
            sequencer.files().write(sequencer.CHECKPOINT, note.encode())
            Head.objects.filter(published__lt=head.size).update(published=head.size)

    return wrong


def publishes_before_the_commit(append: Callable[..., Any]) -> Callable[..., Any]:
    """The checkpoint is out, and then the process dies: what it says is in no record of the house."""

    def wrong(self: Tree, added: list[bytes]) -> Tree:
        grown: Tree = append(self, added)
        key = sequencer.log_key()
        if added and key is not None:
            sequencer.files().write(sequencer.CHECKPOINT, key.signed(grown.size, grown.root()).encode())
        return grown

    return wrong


def reads_a_second_twice(between: Callable[..., Any]) -> Callable[..., Any]:
    def wrong(since: datetime, until: datetime) -> Any:
        return between(since - timedelta(seconds=1), until)

    return wrong


def deletes_the_last_tile(full_tiles: Callable[..., Any]) -> Callable[..., Any]:
    """A tile counts as full before it is."""

    def wrong(before: int, size: int) -> Any:
        return full_tiles(before, size + 255)

    return wrong


def writes_nothing_again(write: Callable[..., Any]) -> Callable[..., Any]:
    def wrong(head: Head, key: Any) -> None:
        if sequencer.files().synced() is None:
            write(head, key)

    return wrong


def says_that_it_has_synced(sync: Callable[..., Any]) -> Callable[..., Any]:
    return sequencer.Files.mark_synced


@pytest.mark.parametrize(
    "owner,name,mistake",
    [
        (sequencer, "_publish", publishes_what_is_older),
        (Tree, "append", publishes_before_the_commit),
        (sequencer, "entries_between", reads_a_second_twice),
        (sequencer, "full_tiles", deletes_the_last_tile),
        (sequencer, "_write_what_was_lost", writes_nothing_again),
        (sequencer.Files, "sync", says_that_it_has_synced),
    ],
)
def test_a_planted_mistake_of_the_log_shrinks_to_a_few_steps(
    owner: Any, name: str, mistake: Callable[..., Any]
) -> None:
    with planted(owner, name, mistake):
        steps = shortest_failure(LogMachine, attempts=40, steps=10)
    assert 1 <= len(steps) <= MOST_STEPS, steps
