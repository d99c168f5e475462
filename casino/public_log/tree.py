"""The tree of a log, kept in tiles: c2sp.org/tlog-tiles, with the hashes of RFC 6962.

A tile holds up to 256 hashes of one level; level 0 are the entries. A full tile never changes. The last tile
of a level is partial and lies beside under its width, so that what was published stays as it was.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Protocol

HASH_BYTES, WIDTH = 32, 256
EMPTY_ROOT = sha256(b"").digest()
ENTRIES = "entries"


class Store(Protocol):
    """Files by name. What was written is there whole, or not at all."""

    def read(self, name: str) -> bytes: ...
    def write_all(self, files: Mapping[str, bytes]) -> None: ...


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def tile_name(level: int | str, number: int, width: int = WIDTH) -> str:
    """1234067 is x001/x234/067: no folder gets more than a thousand files."""
    digits = f"{number % 1000:03}"
    while number := number // 1000:
        digits = f"x{number % 1000:03}/{digits}"
    return f"tile/{level}/{digits}" + (f".p/{width}" if width < WIDTH else "")


def full_tiles(before: int, size: int) -> Iterator[str]:
    """The tiles of all levels that became full while the tree grew."""
    level, span = 0, WIDTH
    while size >= span:
        for number in range(before // span, size // span):
            yield tile_name(level, number)
            if level == 0:
                yield tile_name(ENTRIES, number)
        level, span = level + 1, span * WIDTH


class Tree:
    """The tree of the first `size` entries. `append` makes a larger one."""

    def __init__(self, store: Store, size: int) -> None:
        self.store = store
        self.size = size
        self._tiles: dict[tuple[int, int], bytes] = {}

    def append(self, entries: Sequence[bytes]) -> Tree:
        """Writes tiles and entries, all at once. Nothing refers to them before a checkpoint does."""
        if not entries:
            return self
        grown = Tree(self.store, self.size + len(entries))
        files = self._bundles(entries)
        hashes, level, before = b"".join([leaf_hash(entry) for entry in entries]), 0, self.size
        while hashes:
            hashes = self._append_level(level, before, hashes, grown, files)
            level, before = level + 1, before // WIDTH
        self.store.write_all(files)
        return grown

    def _append_level(
        self, level: int, before: int, hashes: bytes, grown: Tree, files: dict[str, bytes]
    ) -> bytes:
        """The roots of the tiles that are full now."""
        number, kept = divmod(before, WIDTH)
        content = (self._tile(level, number)[: kept * HASH_BYTES] if kept else b"") + hashes
        roots = []
        for begin in range(0, len(content), WIDTH * HASH_BYTES):
            tile = content[begin : begin + WIDTH * HASH_BYTES]
            width = len(tile) // HASH_BYTES
            files[tile_name(level, number, width)] = tile
            grown._tiles[level, number] = tile
            if width == WIDTH:
                roots.append(_root(tile))
            number += 1
        return b"".join(roots)

    def _bundles(self, entries: Sequence[bytes]) -> dict[str, bytes]:
        number, kept = divmod(self.size, WIDTH)
        before = read_bundle(self._read(ENTRIES, number, kept))[:kept] if kept else []
        all_of_them, files = [*before, *entries], {}
        for begin in range(0, len(all_of_them), WIDTH):
            bundle = all_of_them[begin : begin + WIDTH]
            content = b"".join([len(entry).to_bytes(2) + entry for entry in bundle])
            files[tile_name(ENTRIES, number, len(bundle))] = content
            number += 1
        return files

    def root(self) -> bytes:
        return self.hash_of(0, self.size)

    def entry(self, index: int) -> bytes:
        return next(self.entries(index, 1))

    def entries(self, first: int, count: int) -> Iterator[bytes]:
        """So many entries from the first one on, each bundle read once."""
        at, end = first, first + count
        while at < end:
            number, place = divmod(at, WIDTH)
            bundle = read_bundle(self._read(ENTRIES, number, self._width(0, number)))
            yield from bundle[place : place + end - at]
            at = (number + 1) * WIDTH

    def _read(self, level: int | str, number: int, width: int) -> bytes:
        """A partial tile may have been deleted since a full one begins with it."""
        try:
            return self.store.read(tile_name(level, number, width))
        except FileNotFoundError:
            if width == WIDTH:
                raise
            return self.store.read(tile_name(level, number))

    def hash_of(self, begin: int, end: int) -> bytes:
        """The hash of the tree of the entries from `begin` to `end`, as RFC 6962 (2.1) divides them."""
        count = end - begin
        if count == 0:
            return EMPTY_ROOT
        if count & (count - 1) == 0 and begin % count == 0:
            return self._node(count.bit_length() - 1, begin // count)
        middle = begin + _largest_power_below(count)
        return node_hash(self.hash_of(begin, middle), self.hash_of(middle, end))

    def inclusion_proof(self, index: int) -> list[bytes]:
        """From the neighbour of the entry up to the root (RFC 6962, 2.1.1)."""
        begin, end, proof = 0, self.size, []
        while end - begin > 1:
            middle = begin + _largest_power_below(end - begin)
            if index < middle:
                proof.append(self.hash_of(middle, end))
                end = middle
            else:
                proof.append(self.hash_of(begin, middle))
                begin = middle
        return proof[::-1]

    def consistency_proof(self, old_size: int) -> list[bytes]:
        """That this tree begins with the one of that size (RFC 6962, 2.1.2); nothing from the empty one."""
        if old_size in (0, self.size):
            return []
        begin, end, proof, is_whole = 0, self.size, [], True
        while old_size != end:
            middle = begin + _largest_power_below(end - begin)
            if old_size <= middle:
                proof.append(self.hash_of(middle, end))
                end = middle
            else:
                proof.append(self.hash_of(begin, middle))
                begin, is_whole = middle, False
        if not is_whole:
            proof.append(self.hash_of(begin, end))
        return proof[::-1]

    def _node(self, height: int, number: int) -> bytes:
        level, above = divmod(height, 8)
        count = 1 << above
        tile, place = divmod(number * count, WIDTH)
        return _root(self._tile(level, tile)[place * HASH_BYTES : (place + count) * HASH_BYTES])

    def _tile(self, level: int, number: int) -> bytes:
        if (level, number) not in self._tiles:
            width = self._width(level, number)
            content = self._read(level, number, width)[: width * HASH_BYTES]
            if len(content) != width * HASH_BYTES:
                raise BrokenTile(tile_name(level, number, width))
            self._tiles[level, number] = content
        return self._tiles[level, number]

    def _width(self, level: int, number: int) -> int:
        return min(WIDTH, (self.size >> (8 * level)) - number * WIDTH)


class BrokenTile(OSError):
    """A file of the log is not as long as it must be."""


def read_bundle(content: bytes) -> list[bytes]:
    entries, at = [], 0
    while at < len(content):
        [length] = struct.unpack_from(">H", content, at)
        entries.append(content[at + 2 : at + 2 + length])
        at += 2 + length
    return entries


def _root(hashes: bytes) -> bytes:
    """Of as many as a power of two."""
    while len(hashes) > HASH_BYTES:
        pairs = [hashes[at : at + 2 * HASH_BYTES] for at in range(0, len(hashes), 2 * HASH_BYTES)]
        hashes = b"".join([sha256(b"\x01" + pair).digest() for pair in pairs])
    return hashes


def _largest_power_below(count: int) -> int:
    return 1 << ((count - 1).bit_length() - 1)
