"""Follows a log from outside: what it served before, it must serve for ever.

A reader remembers the last checkpoint that it saw. It demands that the next one is signed, continues the one
before, that the new entries are those of the tree, and that a witness saw it. It needs nothing but the files
that the log serves (c2sp.org/tlog-tiles), and speaks with nobody else.
"""

from __future__ import annotations

import struct
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException, IncompleteRead

from feltro_verify import log
from feltro_verify.checks import Check, UnreadableInput, agree
from feltro_verify.log import NOTE, Checkpoint, InclusionProof, Key, Note, UnreadableLog, node_hash

WIDTH = 256
MOST_BYTES = 20_000_000  # of a file
SECONDS = 20.0  # until an answer is given up
# A file of the log by its name; None if there is none.
Load = Callable[[str], bytes | None]


def load_from(url: str) -> Load:
    """The files of a log below this address."""
    base = url.rstrip("/")
    if not base.startswith(("https://", "http://")):
        raise UnreadableInput("input.url", url=url)

    def load(name: str) -> bytes | None:
        try:
            request = urllib.request.Request(f"{base}/{name}", headers={"Cache-Control": "no-cache"})
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                content = bytes(answer.read(MOST_BYTES))
                if answer.length:  # what was cut off on the way says nothing about the log
                    raise IncompleteRead(content, answer.length)
                return content
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 404:
                    return None
            raise UnreadableInput("input.unreadable", path=f"{base}/{name}", reason=error) from error
        except (OSError, ValueError, HTTPException) as error:
            raise UnreadableInput("input.unreadable", path=f"{base}/{name}", reason=error) from error

    return load


def read_policy(text: str) -> tuple[list[Key], list[Key]]:
    """The keys of logs and of witnesses that a policy names (c2sp.org/tlog-policy)."""
    lines = [line.split() for line in text.splitlines()]
    logs = [log.read_key(words[1]) for words in lines if words[:1] == ["log"] and len(words) > 1]
    return logs, [log.read_key(words[2]) for words in lines if words[:1] == ["witness"] and len(words) > 2]


def reader_of(
    load: Load, memory: Mapping[str, str], logs: Sequence[Key] = (), witnesses: Sequence[Key] = ()
) -> Reader:
    """Somebody who goes on from this memory. Keys that are not given are those of the first look, whatever is
    served later: a house could name a witness of its own.
    """
    policy = memory.get("policy") or (load("policy") or b"").decode(errors="replace")
    known_logs, known_witnesses = read_policy(policy)
    return Reader(load, logs or known_logs, witnesses or known_witnesses, memory.get("seen", ""), policy)


class TileTree:
    """The nodes of the tree of so many entries, from its tiles."""

    def __init__(self, load: Load, size: int) -> None:
        self.load = load
        self.size = size
        self._tiles: dict[tuple[int, int], bytes] = {}

    def hash_of(self, begin: int, end: int) -> bytes:
        count = end - begin
        if count & (count - 1) == 0 and begin % count == 0:
            return self._node(count.bit_length() - 1, begin // count)
        middle = begin + _power_below(count)
        return node_hash(self.hash_of(begin, middle), self.hash_of(middle, end))

    def consistency_proof(self, old_size: int) -> list[bytes]:
        """From the tree of that size to this one (RFC 6962, 2.1.2)."""
        begin, end, proof, is_whole = 0, self.size, [], True
        while old_size != end:
            middle = begin + _power_below(end - begin)
            if old_size <= middle:
                proof.append(self.hash_of(middle, end))
                end = middle
            else:
                proof.append(self.hash_of(begin, middle))
                begin, is_whole = middle, False
        if not is_whole:
            proof.append(self.hash_of(begin, end))
        return proof[::-1]

    def entries(self, first: int, end: int) -> Iterator[tuple[bytes, bytes]]:
        """Each entry, and the hash that the tree has for it."""
        for number in range(first // WIDTH, -(-end // WIDTH)):
            bundle = _bundle(self._file("entries", number, self._width(0, number)))
            tile, begin = self._tile(0, number), number * WIDTH
            for place in range(max(first - begin, 0), min(end - begin, WIDTH)):
                if place >= len(bundle):
                    raise UnreadableLog("entries")
                yield bundle[place], tile[place * log.HASH_BYTES :][: log.HASH_BYTES]

    def _node(self, height: int, number: int) -> bytes:
        level, above = divmod(height, 8)
        count = 1 << above
        tile, place = divmod(number * count, WIDTH)
        content = self._tile(level, tile)
        row = [content[at * log.HASH_BYTES :][: log.HASH_BYTES] for at in range(place, place + count)]
        while len(row) > 1:
            row = [node_hash(row[at], row[at + 1]) for at in range(0, len(row), 2)]
        return row[0]

    def _tile(self, level: int, number: int) -> bytes:
        if (level, number) not in self._tiles:
            width = self._width(level, number)
            content = self._file(level, number, width)
            if len(content) < width * log.HASH_BYTES:
                raise UnreadableLog("tile")
            self._tiles[level, number] = content
        return self._tiles[level, number]

    def _file(self, level: int | str, number: int, width: int) -> bytes:
        """A partial tile may have been deleted since a full one begins with it."""
        name = tile_name(level, number)
        partial = self.load(f"{name}.p/{width}") if width < WIDTH else None
        content = self.load(name) if partial is None else partial
        if content is None:
            raise UnreadableLog("tile")
        return content

    def _width(self, level: int, number: int) -> int:
        return min(WIDTH, (self.size >> (8 * level)) - number * WIDTH)


def tile_name(level: int | str, number: int) -> str:
    digits = f"{number % 1000:03}"
    while number := number // 1000:
        digits = f"x{number % 1000:03}/{digits}"
    return f"tile/{level}/{digits}"


def _bundle(content: bytes) -> list[bytes]:
    entries, at = [], 0
    while at + 2 <= len(content):
        [length] = struct.unpack_from(">H", content, at)
        entries.append(content[at + 2 : at + 2 + length])
        at += 2 + length
    return entries


def _power_below(count: int) -> int:
    return 1 << ((count - 1).bit_length() - 1)


@dataclass
class Reader:
    """What an outsider knows of a log. `look` compares it with what is served now."""

    load: Load
    logs: Sequence[Key]
    witnesses: Sequence[Key]
    seen: str = ""  # the note of the last checkpoint; nothing before the first look
    policy: str = ""  # whose signatures count, as the first look found it
    served: str = field(default="", init=False)  # what was served last, right or wrong

    def look(self) -> list[Check]:
        """The checks of what is served now. It is remembered unless one of them fails."""
        content = self.load("checkpoint")
        self.served = "" if content is None else content.decode(errors="replace")
        if content is None:
            return [Check("grown", False, {"reason": "gone"} if self.seen else {"reason": "none"})]
        try:
            note = log.read_note(content)
            checkpoint = log.read_checkpoint(note.text)
            checks = [self._signed(note, checkpoint), self._grown(checkpoint)]
            if agree(checks):  # else whoever serves it could go on serving entries for ever
                checks.append(self._covered(checkpoint))
            checks.append(self._witnessed(note))
        except UnreadableLog as error:
            return [Check("grown", False, {"reason": error.figures["reason"]})]
        if all(check.good is not False for check in checks[:-1]):
            self.seen = self.served
        return checks

    @property
    def last(self) -> Checkpoint | None:
        return log.read_checkpoint(log.read_note(self.seen.encode()).text) if self.seen else None

    def holds(self, proof: InclusionProof, entry: bytes) -> bool:
        """Whether the proof shows the entry in the log that this reader follows."""
        shown, last = proof.checkpoint, self.last
        if last is None or not proof.includes(entry) or shown.origin != last.origin:
            return False
        old, new = sorted((shown, last), key=lambda one: one.size)
        tree = TileTree(self.load, new.size)
        try:
            steps = tree.consistency_proof(old.size)
        except UnreadableLog:
            return False
        return log.is_consistent(old.size, old.root, new.size, new.root, steps)

    def _signed(self, note: Note, checkpoint: Checkpoint) -> Check:
        named = [key for key in self.logs if (key.name, key.kind) == (checkpoint.origin, NOTE)]
        return Check("logged", any(log.signed_at(note, key) is not None for key in named))

    def _grown(self, checkpoint: Checkpoint) -> Check:
        last, size = self.last, checkpoint.size
        before = last.size if last else 0
        figures = {"before": before, "size": size}
        if size < max(before, 1) or (last and last.origin != checkpoint.origin):
            return Check("grown", False, figures | {"reason": "fewer"})
        tree = TileTree(self.load, size)
        if last is None:
            return Check("grown", tree.hash_of(0, size) == checkpoint.root, figures)
        steps = tree.consistency_proof(before)
        return Check("grown", log.is_consistent(before, last.root, size, checkpoint.root, steps), figures)

    def _covered(self, checkpoint: Checkpoint) -> Check:
        size, before = checkpoint.size, self.last.size if self.last else 0
        new = TileTree(self.load, size).entries(before, size)
        covered = all(log.leaf_hash(entry) == known for entry, known in new)
        return Check("covered", covered, {"entries": size - before})

    def _witnessed(self, note: Note) -> Check:
        times = [time for key in self.witnesses if (time := log.signed_at(note, key)) is not None]
        if not self.witnesses:
            return Check("witnessed", None, {"missing": "witness"})
        return Check("witnessed", bool(times), {"at": log.moment(max(times))} if times else {})
