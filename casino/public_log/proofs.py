"""Shows that a row stands in the public log: its entry, its salt, and the path to the root."""

from __future__ import annotations

import base64
from datetime import datetime
from enum import StrEnum

import structlog
from django.urls import reverse
from msgspec import Struct

from casino.public_log import sequencer
from casino.public_log.entries import Entry, SaltUnknown, entry_of
from casino.public_log.models import Head, Stretch
from casino.public_log.notes import LogKey, read_checkpoint
from casino.public_log.tree import Tree

log = structlog.get_logger(__name__)
FORMAT = "c2sp.org/tlog-proof@v1"


class Standing(StrEnum):
    """Whether the log can show a row."""

    INCLUDED = "included"
    AWAITED = "awaited"  # no checkpoint that a witness signed has it yet
    BEFORE = "before"  # the log began later, or does not hold such rows
    UNKNOWN = "unknown"  # the files or a key cannot be read now


class Logged(Struct, frozen=True):
    """`note` is the checkpoint that the proof leads to."""

    entry: Entry
    salt: bytes
    index: int
    note: str

    def proof(self) -> str:
        tree = Tree(sequencer.files(), read_checkpoint(self.note).size)
        return proof_text(tree, self.index, self.salt, self.note)


def proof_text(tree: Tree, index: int, salt: bytes, note: str) -> str:
    """In the form of c2sp.org/tlog-proof. Salt and content make the entry; the salt stands in the proof, and
    the content, which may be long, beside it. Entries that everybody may read have no salt.
    """
    hashes = "".join(f"{base64.b64encode(one).decode()}\n" for one in tree.inclusion_proof(index))
    extra = f"extra {base64.b64encode(salt).decode()}\n" if salt else ""
    return f"{FORMAT}\n{extra}index {index}\n{hashes}\n{note}"


def find(kind: str, number: str, at: datetime, key: LogKey | None = None) -> Logged | None:
    """The entry of the row that counts since then; None if no checkpoint has it, or it was never logged.

    Its place is read from the log itself. `key` is needed for rows about nobody.
    """
    stretch, note = _stretch(at), sequencer.files().provable()
    if stretch is None or not _has(note, stretch):
        return None
    prefix = f"{kind} {number} ".encode()
    entries = Tree(sequencer.files(), read_checkpoint(note).size).entries(stretch.first, stretch.count)
    index = next((at for at, one in enumerate(entries, stretch.first) if one.startswith(prefix)), None)
    entry = entry_of(kind, number, stretch.since, stretch.until)
    if index is None or entry is None:
        return None
    return Logged(entry, entry.salt(key), index, note)


def standing(at: datetime | None) -> Standing | None:
    """Of rows that count since then; None where no log is kept."""
    head = Head.objects.first()
    if head is None:
        return None
    if at is None or at >= head.until:
        return Standing.AWAITED
    stretch = _stretch(at)
    if stretch is None:
        return Standing.BEFORE
    try:
        note = sequencer.files().provable()
    except OSError:
        log.exception("the public log cannot be read")
        return Standing.UNKNOWN
    return Standing.INCLUDED if _has(note, stretch) else Standing.AWAITED


def address() -> str | None:
    """Where the files of the log are served; None where none is kept."""
    return reverse("log_checkpoint").removesuffix("checkpoint") if Head.objects.exists() else None


def part_of_receipt(table: int, event: int, ended: datetime | None) -> dict[str, str]:
    """What a receipt says of the log about its event, whose round ended then: that it has it, with the proof,
    or why there is none. Nothing where no log is kept.
    """
    state = standing(ended)
    if state is None:
        return {}
    if state is Standing.INCLUDED and ended is not None:
        try:
            logged = find("event", f"{table}:{event}", ended)
            if logged is not None:
                return {"status": state, "content": logged.entry.content, "proof": logged.proof()}
            state = Standing.BEFORE
        except (OSError, SaltUnknown):
            log.exception("a receipt goes out without its proof", table=table, seq=event)
            state = Standing.UNKNOWN
    return {"status": state}


def _stretch(at: datetime) -> Stretch | None:
    """The stretch of the log with rows of then. Stretches do not overlap."""
    after = Stretch.objects.filter(until__gt=at).order_by("until").first()
    return after if after is not None and after.since <= at else None


def _has(note: str, stretch: Stretch) -> bool:
    return bool(note) and read_checkpoint(note).size >= stretch.first + stretch.count
