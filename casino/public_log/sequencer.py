"""Appends to the log what is settled since the last time, and publishes a checkpoint.

One process appends: it holds the row of the head until it has committed. Tiles are written before, and count
only once the head does. A checkpoint is signed after the commit, so that whatever it says is on the record of
the house. A process that is killed in between leaves files that the next one writes again with the same
content, because the settled record gives the same entries in the same order.

For the same reason nobody waits until the disk has the tiles of each second: commits of bets would wait, too.
They are synced each minute, and after a start of the operating system those of the last minute are written
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import structlog
from django.conf import settings
from django.core.files.storage import Storage
from django.db import connection, transaction
from msgspec import Struct

from casino.compliance.monitoring.record import settled_until
from casino.public_log import witnesses
from casino.public_log.entries import all_logged, entries_between
from casino.public_log.models import Head, Stretch
from casino.public_log.notes import LogKey, is_cosigned, read_checkpoint
from casino.public_log.tree import EMPTY_ROOT, BrokenTile, Tree, full_tiles
from players.shared import clock, file_store
from players.shared.decoding import prepare

log = structlog.get_logger(__name__)
CHECKPOINT = "checkpoint"
# The last one that a witness signed, kept while the published one has no such signature.
WITNESSED = "witnessed"
# Whose signatures count, as c2sp.org/tlog-policy writes it.
POLICY = "policy"
# After an outage, as much of the record at a time.
STRETCH = timedelta(minutes=1)


class LogContradicted(Exception):
    """What was published is not what the database has: it was set back, or somebody else writes the files."""


# How long partial tiles stay once a full one has what they have: readers have read what they began.
PARTIAL_TILES_STAY = timedelta(hours=1)
PRUNED = "pruned"
# Up to where the disk has the files for sure.
SYNCED = "synced"
SYNCED_EACH = timedelta(minutes=1)


class Synced(Struct, frozen=True):
    """The disk has the files of so many entries. Those of later ones were written since that start of the
    operating system.
    """

    size: int
    until: datetime
    boot: str


prepare(Synced)


class Files:
    """The store of the log's files. What is there is replaced as a whole. `boot` is None where everything
    that was written is there for good.
    """

    def __init__(self, store: Storage) -> None:
        self.store = store
        self.boot = file_store.boot_of(store)

    def read(self, name: str) -> bytes:
        return file_store.read_file(self.store, name)

    def write(self, name: str, content: bytes) -> None:
        file_store.write_file(self.store, name, content)

    def write_all(self, files: Mapping[str, bytes]) -> None:
        file_store.write_files(self.store, files)

    def synced(self) -> Synced | None:
        text = self.text(SYNCED)
        return msgspec.json.decode(text, type=Synced) if text else None

    def sync(self, head: Head) -> None:
        """The files of this head, which are written."""
        file_store.sync(self.store)
        self.mark_synced(head)

    def mark_synced(self, head: Head) -> None:
        assert self.boot is not None
        self.write(SYNCED, msgspec.json.encode(Synced(head.size, head.until, self.boot)))

    def published(self) -> str:
        """The last checkpoint; nothing before the first."""
        return self.text(CHECKPOINT)

    def provable(self) -> str:
        """The last checkpoint that a witness signed; of a log without witnesses the last one."""
        note = self.published()
        if is_cosigned(note) or not witnesses.names(self.policy()):
            return note
        return self.text(WITNESSED)

    def policy(self) -> str:
        return self.text(POLICY)

    def delete_partial(self, tile: str) -> int:
        """The partial tiles beside a full one; how many there were."""
        folder = f"{tile}.p"
        try:
            names = self.store.listdir(folder)[1]
        except FileNotFoundError:
            return 0
        for name in names:
            self.store.delete(f"{folder}/{name}")
        self.store.delete(folder)  # a bucket has no folders
        return len(names)

    def text(self, name: str) -> str:
        try:
            return self.read(name).decode()
        except FileNotFoundError:
            return ""


def files() -> Files:
    return Files(file_store.store_of(file_store.PUBLIC_LOG))


class Unwritten:
    """Files over those of a store, in memory."""

    def __init__(self, store: Files) -> None:
        self.store = store
        self.files: dict[str, bytes] = {}

    def read(self, name: str) -> bytes:
        return self.files[name] if name in self.files else self.store.read(name)

    def write_all(self, files: Mapping[str, bytes]) -> None:
        self.files.update(files)


def log_key() -> LogKey | None:
    """None where the house keeps no public log."""
    path = settings.PUBLIC_LOG_KEY_FILE
    return LogKey(Path(path), settings.PUBLIC_LOG_ORIGIN) if path else None


def run() -> int:
    """Append and publish; how many entries there are more."""
    key = log_key()
    if key is None:
        return 0
    added = 0
    while (more := _append(key)) is not None:
        added += more[0]
        if not more[1]:
            break
    _publish(key)
    _sync_each_minute()
    return added


def _append(key: LogKey) -> tuple[int, bool] | None:
    """How many entries the next stretch has, and whether another one is settled. None while another process
    appends.
    """
    settled = settled_until()
    if settled is None:
        return None
    with transaction.atomic():
        head = _held_head(settled)
        if head is None:
            return None
        _write_what_was_lost(head, key)
        _check_published(head, key)
        until = min(settled, head.until + STRETCH)
        if until <= head.until:
            return 0, False
        entries = _logged_between(head.until, until, key)
        if entries:
            tree = Tree(files(), head.size).append(entries)
            Stretch.objects.create(first=head.size, count=len(entries), since=head.until, until=until)
            head.size, head.root = tree.size, tree.root().hex()
        head.until = until
        head.save(update_fields=["size", "root", "until"])
    return len(entries), until < settled


def _held_head(settled: datetime) -> Head | None:
    """The head, held by this transaction. The log begins with what is settled from now on; seals cover what
    was before.
    """
    head = Head.objects.select_for_update(skip_locked=True).first()
    if head is None and not Head.objects.exists():
        Head.objects.bulk_create(
            [Head(size=0, root=EMPTY_ROOT.hex(), until=settled, published=0)], ignore_conflicts=True
        )
        head = Head.objects.select_for_update(skip_locked=True).first()
    return head


def _write_what_was_lost(head: Head, key: LogKey) -> None:
    """What was not synced may be gone since the operating system began anew. The record gives the same files
    again, and no others are written: their root must be that of the head.
    """
    store = files()
    if store.boot is None:
        return
    synced = store.synced()
    if synced is None:  # a new log, or one of a release that synced each file
        store.mark_synced(head)
        store.sync(head)
    elif synced.size > head.size:  # the database was set back
        store.mark_synced(head)
    elif synced.boot != store.boot:
        again = Unwritten(store)
        try:
            for stretch in Stretch.objects.filter(first__gte=synced.size).order_by("first"):
                Tree(again, stretch.first).append(_logged_between(stretch.since, stretch.until, key))
            root = Tree(again, head.size).root().hex()
        except (FileNotFoundError, BrokenTile):
            root = ""
        if root != head.root:
            raise LogContradicted("Files that the disk lost are not what the record gives now.")
        store.write_all(again.files)
        store.sync(head)


def _logged_between(since: datetime, until: datetime, key: LogKey) -> list[bytes]:
    return all_logged(list(entries_between(since, until)), key)


def _check_published(head: Head, key: LogKey) -> None:
    """A database that was set back must not grow another history under a signature that people have."""
    note = files().published()
    if not note:
        if head.published:
            raise LogContradicted("The published checkpoint is gone.")
        return
    checkpoint = read_checkpoint(note)
    if checkpoint.origin != key.origin:
        raise LogContradicted("The published checkpoint is of another log.")
    if checkpoint.size > head.size:
        raise LogContradicted("More entries are published than the database has: it was set back.")
    try:
        root = Tree(files(), checkpoint.size).root()
    except FileNotFoundError as error:
        raise LogContradicted("The tiles of the published checkpoint are gone.") from error
    if root != checkpoint.root:
        raise LogContradicted("The published checkpoint is not that of the files.")


def _publish(key: LogKey) -> None:
    """Sign the head, ask the witnesses, and replace the checkpoint. No transaction is open while witnesses
    think: the record would not settle meanwhile.
    """
    head = Head.objects.first()
    if head is None or head.size == 0:
        return
    policy = witnesses.policy(key.public)
    if files().policy() != policy:
        files().write(POLICY, policy.encode())
    before = files().published()
    note = key.signed(head.size, bytes.fromhex(head.root))
    if before and read_checkpoint(before) == read_checkpoint(note):
        note = before  # with the signatures that it has
        if not witnesses.missing(note):
            return
    note, answers = witnesses.cosigned(note, Tree(files(), head.size))
    with transaction.atomic():
        with connection.cursor() as cursor:
            # What a crash may take from here is found out again; bets need not wait for it.
            cursor.execute("SET LOCAL synchronous_commit TO off")
        for answer in answers:
            answer.save()
        held = Head.objects.select_for_update().get(pk=head.pk)
        if held.published <= head.size:
            if is_cosigned(before) and not is_cosigned(note):
                files().write(WITNESSED, before.encode())
            files().write(CHECKPOINT, note.encode())
            held.published = head.size
            held.save(update_fields=["published"])


def _sync_each_minute() -> None:
    store, head = files(), Head.objects.first()
    if store.boot is None or head is None:
        return
    synced = store.synced()
    if synced is not None and synced.size < head.size and head.until - synced.until >= SYNCED_EACH:
        store.sync(head)


def prune() -> int:
    """Deletes the partial tiles that a full one replaced an hour ago, as tlog-tiles allows; how many.
    How far that has come stands beside the tiles: without it, all of them are looked through again.
    """
    store, earlier = files(), clock.now() - PARTIAL_TILES_STAY
    stretch = Stretch.objects.filter(until__lte=earlier).order_by("-until").first()
    if stretch is None:
        return 0
    synced, size, before = store.synced(), stretch.first + stretch.count, int(store.text(PRUNED) or 0)
    if synced is not None:
        size = min(size, synced.size)  # a full tile that the disk has not yet does not replace partial ones
    deleted = sum(store.delete_partial(name) for name in full_tiles(before, size))
    store.write(PRUNED, str(size).encode())
    return deleted
