"""Shows that a row stands in the public log: its entry, its salt, and the path to the root."""

from __future__ import annotations

import base64
from datetime import datetime

from msgspec import Struct

from casino.public_log import sequencer
from casino.public_log.entries import Entry, entries_between
from casino.public_log.models import Stretch
from casino.public_log.notes import LogKey, read_checkpoint
from casino.public_log.tree import Tree

FORMAT = "c2sp.org/tlog-proof@v1"


class Logged(Struct, frozen=True):
    entry: Entry
    salt: bytes
    index: int

    def proof(self) -> str:
        """Against the checkpoint that is published now."""
        return proof_text(self.index, sequencer.files().published(), self.salt + self.entry.content.encode())


def proof_text(index: int, note: str, extra: bytes = b"") -> str:
    """In the form of c2sp.org/tlog-proof, against this checkpoint."""
    tree = Tree(sequencer.files(), read_checkpoint(note).size)
    hashes = "".join(f"{base64.b64encode(one).decode()}\n" for one in tree.inclusion_proof(index))
    line = f"extra {base64.b64encode(extra).decode()}\n" if extra else ""
    return f"{FORMAT}\n{line}index {index}\n{hashes}\n{note}"


def find(kind: str, number: str, at: datetime, key: LogKey) -> Logged | None:
    """The entry of the row that counts since then; None if it is not published yet, or was never logged."""
    stretch = Stretch.objects.filter(until__gt=at, since__lte=at).first()
    if stretch is None or not (note := sequencer.files().published()):
        return None
    if read_checkpoint(note).size < stretch.first + stretch.count:
        return None
    for place, entry in enumerate(entries_between(stretch.since, stretch.until)):
        if (entry.kind, entry.id) == (kind, number):
            return Logged(entry, entry.salt(key), stretch.first + place)
    return None
