"""A tree over what the house owes its players: every node says the sum below it, and its hash covers both.

A balance is cut into random parts, which lie at random places of the tree, other ones each day. A part's leaf
is salted. So the owner can follow each part up to the published root, and a neighbour learns the amount of a
part and not whose it is.

Leaf: SHA-256 of 0, the salt, the cents and the text of its owner. Node: SHA-256 of 1 and, of the left and the
right child, the sum and the hash. Sums are eight bytes, the highest first, and never negative. The number of
leaves is a power of two: what is missing to it are further parts, so that the number of players is not told.

Pure. Leaves are kept in tiles; the salts of a tile follow from the secret of the day.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256, shake_256

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

FORMAT = "feltro/funds/v1"
TILE = 1024  # leaves
SALT_BYTES, SUM_BYTES = 32, 8
LEAST_PARTS = 2
MOST_CENTS = 2**53 - 1  # what a browser counts exactly
EMPTY_ROOT = sha256(b"").digest()
WholeNumbers = NDArray[np.int64]


class Node(Struct, frozen=True):
    cents: int
    digest: bytes


class Leaves(Struct, frozen=True):
    """The parts of all balances in the order of their places."""

    players: WholeNumbers
    cents: WholeNumbers

    @property
    def count(self) -> int:
        return len(self.players)

    def places_by_player(self) -> tuple[WholeNumbers, WholeNumbers]:
        """The players of all leaves in order, and beside each the place of the leaf."""
        places = np.argsort(self.players, kind="stable")
        return self.players[places], places


class Part(Struct, frozen=True):
    """One leaf of a player, and its way to the root."""

    place: int
    cents: int
    salt: bytes
    path: list[Node]


class Tree(Struct, frozen=True):
    """A day's leaves in one currency, to be hashed tile by tile."""

    day: str
    currency: str
    secret: bytes

    def owner_text(self, player: int) -> bytes:
        return f"{FORMAT}\n{self.day}\n{self.currency}\n{player}\n".encode()

    def salts(self, tile: int) -> list[bytes]:
        content = shake_256(_label(self.secret, f"salts {tile}")).digest(TILE * SALT_BYTES)
        return [content[at : at + SALT_BYTES] for at in range(0, len(content), SALT_BYTES)]

    def leaf_nodes(self, tile: int, players: Sequence[int], cents: Sequence[int]) -> list[Node]:
        return [
            leaf_node(salt, part, self.owner_text(player))
            for salt, player, part in zip(self.salts(tile), players, cents, strict=False)
        ]

    def tile_roots(self, leaves: Leaves) -> Iterator[Node]:
        """One after another: no more than a tile of nodes is in memory."""
        for tile, begin in enumerate(range(0, leaves.count, TILE)):
            players = leaves.players[begin : begin + TILE].tolist()
            yield root_of(self.leaf_nodes(tile, players, leaves.cents[begin : begin + TILE].tolist()))

    def parts_in(self, tile: int, content: Leaves, player: int, tops: Sequence[Node]) -> Iterator[Part]:
        """The player's parts in a tile. `tops` are the roots of all tiles."""
        owners, cents = content.players.tolist(), content.cents.tolist()
        nodes, salts = self.leaf_nodes(tile, owners, cents), self.salts(tile)
        above = path_of(tops, tile)
        for at, owner in enumerate(owners):
            if owner == player:
                yield Part(tile * TILE + at, cents[at], salts[at], path_of(nodes, at) + above)


def leaf_node(salt: bytes, cents: int, owner: bytes) -> Node:
    return Node(cents, sha256(b"\x00" + salt + cents.to_bytes(SUM_BYTES) + owner).digest())


def node_above(left: Node, right: Node) -> Node:
    digest = sha256(
        b"\x01"
        + left.cents.to_bytes(SUM_BYTES)
        + left.digest
        + right.cents.to_bytes(SUM_BYTES)
        + right.digest
    ).digest()
    return Node(left.cents + right.cents, digest)


def root_of(nodes: Sequence[Node]) -> Node:
    """Of as many nodes as a power of two, or of none."""
    level = list(nodes)
    while len(level) > 1:
        level = _level_above(level)
    return level[0] if level else Node(0, EMPTY_ROOT)


def path_of(nodes: Sequence[Node], place: int) -> list[Node]:
    """The neighbours on the way from the node at this place up to the root."""
    level, path = list(nodes), []
    while len(level) > 1:
        path.append(level[place ^ 1])
        level, place = _level_above(level), place >> 1
    return path


def _level_above(level: list[Node]) -> list[Node]:
    return [node_above(level[at], level[at + 1]) for at in range(0, len(level), 2)]


def spread(players: WholeNumbers, balances: WholeNumbers, secret: bytes) -> Leaves:
    """Cuts each balance at random and lays the parts at random places. All follows from the secret."""
    number = len(players)
    if number == 0:
        return Leaves(players, balances)
    if int(balances.min()) < 0 or int(balances.sum()) > MOST_CENTS:
        raise ValueError("A balance is below zero, or all together are more than a tree can hold.")
    size = 1 << (LEAST_PARTS * number - 1).bit_length()
    spare = _random(secret, "spare parts", size - LEAST_PARTS * number) % np.uint64(number)
    owners = np.sort(np.concatenate([np.repeat(np.arange(number), LEAST_PARTS), spare.astype(np.int64)]))
    whole = balances[owners]
    # The ends of the parts: the balance itself for one part of each player, any amount up to it for the rest.
    ends = (_random(secret, "cuts", size) % (whole + 1).astype(np.uint64)).astype(np.int64)
    is_first = np.ones(size, dtype=bool)
    is_first[1:] = owners[1:] != owners[:-1]
    ends[is_first] = whole[is_first]
    ends = ends[np.lexsort((ends, owners))]
    parts = np.diff(ends, prepend=0)
    parts[is_first] = ends[is_first]
    places = np.argsort(_random(secret, "places", size))
    return Leaves(players[owners[places]], parts[places])


def _random(secret: bytes, purpose: str, count: int) -> NDArray[np.uint64]:
    return np.frombuffer(shake_256(_label(secret, purpose)).digest(8 * count), dtype="<u8")


def _label(secret: bytes, purpose: str) -> bytes:
    return f"{FORMAT} {purpose}\n".encode() + secret
