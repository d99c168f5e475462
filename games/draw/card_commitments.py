"""Commitments to single cards: before a deal one hash is published that binds the house to the whole pack and
reveals nothing.

Every place of the pack is a leaf, the hash of its card and of 32 secret bytes of its own; the leaves make a
tree, and what is published is the hash of the tree's top with the table, the round, the promise of the seed
and the browsers' shares. A card is opened by its secret and the six hashes on its path to the top, which
reveals no other card: a hash is useless without its 32 secret bytes. With the seed all cards can be opened
and the tree can be computed again.

    salt i  = HMAC-SHA-256(HMAC-SHA-256(seed, "feltro/salts/v1|table|round|shares"), i)
    leaf i  = SHA-256("feltro/card/v1|table|round|i|card|" ‖ salt i);
              places 52 to 63 hold SHA-256("feltro/none/v1")
    node    = SHA-256("feltro/node/v1|" ‖ left ‖ right)
    root    = SHA-256("feltro/root/v1|table|round|commitment|shares|" ‖ top)

Where the pack depends on a beacon, the root is published once the value has come, and covers it:

    root    = SHA-256("feltro/root/v2|table|round|commitment|shares|chain hash|number|value|" ‖ top)
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from games.draw import generator
from games.draw.beacon import BeaconUse
from games.rules.shared.cards import NAMES, PACK

LEAVES = 64  # the pack's places, filled up to a whole tree
DEPTH = 6
SALT = 32
NONE = hashlib.sha256(b"feltro/none/v1").digest()


class Opening(Struct, frozen=True):
    """One opened card: its position in the pack, its secret, and the sibling hashes on its path, from the
    bottom.
    """

    position: int
    card: str
    salt: str
    path: tuple[str, ...]


class Pack(Struct, frozen=True):
    """A whole pack in its order, with its secrets and its tree, for the house and for auditors."""

    order: tuple[int, ...]
    salts: tuple[bytes, ...]
    levels: tuple[tuple[bytes, ...], ...]

    @property
    def top(self) -> str:
        return self.levels[-1][0].hex()


def pack(
    seed: bytes, table: int, round_number: int, nonces: Mapping[int, str], beacon: BeaconUse | None = None
) -> Pack:
    """The pack of one round, from its seed, its shares and the value of its beacon."""
    order = generator.Draw(generator.key(seed, table, round_number, nonces, beacon)).shuffled(PACK)
    return planted(order, salts(seed, table, round_number, nonces), table, round_number)


def salts(seed: bytes, table: int, round_number: int, nonces: Mapping[int, str]) -> tuple[bytes, ...]:
    """The secret of each position, derived from the seed. None reveals another."""
    key = hmac.digest(
        seed, f"feltro/salts/v1|{table}|{round_number}|{generator.shares(nonces)}".encode(), "sha256"
    )
    keyed = hmac.new(key, digestmod="sha256")
    return tuple(_salt(keyed, position) for position in range(PACK))


def _salt(keyed: hmac.HMAC, position: int) -> bytes:
    own = keyed.copy()
    own.update(b"%d" % position)
    return own.digest()


def planted(order: Sequence[int], salts: Sequence[bytes], table: int, round_number: int) -> Pack:
    """The tree over a pack in this order, with these secrets."""
    if sorted(order) != list(range(PACK)) or [len(salt) for salt in salts] != [SALT] * PACK:
        raise ValueError("a pack is 52 cards, each with its secret")
    row = tuple(
        leaf(table, round_number, position, NAMES[order[position]], salts[position])
        for position in range(PACK)
    ) + (NONE,) * (LEAVES - PACK)
    levels = [row]
    while len(row) > 1:
        row = tuple(node(row[at], row[at + 1]) for at in range(0, len(row), 2))
        levels.append(row)
    return Pack(tuple(order), tuple(salts), tuple(levels))


def leaf(table: int, round_number: int, position: int, card: str, salt: bytes) -> bytes:
    return hashlib.sha256(
        f"feltro/card/v1|{table}|{round_number}|{position}|{card}|".encode() + salt
    ).digest()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"feltro/node/v1|" + left + right).digest()


def root(
    top: str,
    table: int,
    round_number: int,
    commitment: str,
    nonces: Mapping[int, str],
    beacon: BeaconUse | None = None,
) -> str:
    """The hash published before the deal: it binds the pack to the promise of the seed, to the shares and to
    the value of the beacon.
    """
    facts = f"{table}|{round_number}|{commitment}|{generator.shares(nonces)}|"
    label = f"feltro/root/v1|{facts}"
    if beacon is not None:
        label = f"feltro/root/v2|{facts}{beacon.chain.hash}|{beacon.number}|{beacon.value}|"
    return hashlib.sha256(label.encode() + bytes.fromhex(top)).hexdigest()


def opened(pack: Pack, positions: Iterable[int]) -> tuple[Opening, ...]:
    """The cards at these positions of the pack with their proofs, and nothing about any other card."""
    return tuple(
        Opening(position, NAMES[pack.order[position]], pack.salts[position].hex(), _path(pack, position))
        for position in positions
    )


def _path(pack: Pack, position: int) -> tuple[str, ...]:
    return tuple(level[(position >> depth) ^ 1].hex() for depth, level in enumerate(pack.levels[:DEPTH]))


def opened_right(opening: Opening, top: str, table: int, round_number: int) -> bool:
    """Whether the tree with this top has the card at the stated position."""
    if not 0 <= opening.position < PACK or opening.card not in NAMES or len(opening.path) != DEPTH:
        return False
    here = leaf(table, round_number, opening.position, opening.card, bytes.fromhex(opening.salt))
    for depth, beside in enumerate(map(bytes.fromhex, opening.path)):
        here = node(beside, here) if opening.position >> depth & 1 else node(here, beside)
    return here.hex() == top
