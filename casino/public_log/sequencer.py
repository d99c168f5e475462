"""Appends to the log what is settled since the last time, and publishes a checkpoint.

One process appends: it holds the row of the head until it has committed. Tiles are written before, and count
only once the head does. A checkpoint is signed after the commit, so that whatever it says is on the record of
the house. A process that is killed in between leaves files that the next one writes again with the same
content, because the settled record gives the same entries in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.core.files.storage import Storage
from django.db import transaction

from casino.compliance.monitoring.record import settled_until
from casino.public_log import witnesses
from casino.public_log.entries import all_logged, entries_between
from casino.public_log.models import Head, Stretch
from casino.public_log.notes import LogKey, is_cosigned, read_checkpoint
from casino.public_log.tree import EMPTY_ROOT, Tree, full_tiles
from players.shared import clock, file_store

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


class Files:
    """The store of the log's files. What is there is replaced as a whole."""

    def __init__(self, store: Storage) -> None:
        self.store = store

    def read(self, name: str) -> bytes:
        return file_store.read_file(self.store, name)

    def write(self, name: str, content: bytes) -> None:
        file_store.write_file(self.store, name, content)

    def write_all(self, files: Mapping[str, bytes]) -> None:
        file_store.write_files(self.store, files)

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
        _check_published(head, key)
        until = min(settled, head.until + STRETCH)
        if until <= head.until:
            return 0, False
        entries = all_logged(entries_between(head.until, until), key)
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
    note = witnesses.cosigned(note, Tree(files(), head.size))
    with transaction.atomic():
        held = Head.objects.select_for_update().get(pk=head.pk)
        if held.published <= head.size:
            if is_cosigned(before) and not is_cosigned(note):
                files().write(WITNESSED, before.encode())
            files().write(CHECKPOINT, note.encode())
            held.published = head.size
            held.save(update_fields=["published"])


def prune() -> int:
    """Deletes the partial tiles that a full one replaced an hour ago, as tlog-tiles allows; how many.
    How far that has come stands beside the tiles: without it, all of them are looked through again.
    """
    store, earlier = files(), clock.now() - PARTIAL_TILES_STAY
    stretch = Stretch.objects.filter(until__lte=earlier).order_by("-until").first()
    if stretch is None:
        return 0
    size, before = stretch.first + stretch.count, int(store.text(PRUNED) or 0)
    deleted = sum(store.delete_partial(name) for name in full_tiles(before, size))
    store.write(PRUNED, str(size).encode())
    return deleted
