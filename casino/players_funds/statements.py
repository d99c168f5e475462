"""What a player gets to check: the parts of the balance, each with its way to the published root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from casino.players_funds.models import DayTotal, DayTree, LeafTile, PlaceTile
from casino.players_funds.publishing import PURPOSE
from casino.players_funds.tree import FORMAT, SUM_BYTES, TILE, Leaves, Node, Part, Tree
from casino.public_log import proofs, sequencer
from casino.public_log import tree as log_tree
from casino.public_log.notes import read_checkpoint
from players.shared import sealing

NODE_BYTES = SUM_BYTES + 32
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def statement_for(total: DayTotal, player: int) -> dict[str, Any] | None:
    """None where the tree of the day is deleted."""
    stored = DayTree.objects.filter(pk=total.pk).first()
    if stored is None:
        return None
    secret = bytes.fromhex(sealing.unseal(PURPOSE, bytes(stored.secret)))
    tree, tops = Tree(total.day.isoformat(), total.currency, secret), _nodes(bytes(stored.tops))
    places = _places_of(total, player)
    tiles = LeafTile.objects.filter(tree=total.pk, number__in={place // TILE for place in places})
    parts = [
        part
        for tile in tiles.order_by("number")
        for part in tree.parts_in(tile.number, _leaves(bytes(tile.content)), player, tops)
    ]
    root = Node(total.cents, bytes.fromhex(total.root))
    facts = {
        "instant": (total.instant - EPOCH) // timedelta(microseconds=1),
        "leaves": total.leaves,
        "jackpots": total.jackpots,
    }
    statement = statement_of(tree, facts, root, player, parts)
    proof = log_proof(total)
    return statement | ({"log": proof} if proof else {})


def statement_of(
    tree: Tree, facts: Mapping[str, int], root: Node, player: int, parts: Sequence[Part]
) -> dict[str, Any]:
    """As docs/reference/proofs.md has it."""
    return {
        "format": FORMAT,
        "day": tree.day,
        "currency": tree.currency,
        **facts,
        "total": root.cents,
        "root": root.digest.hex(),
        "player": player,
        "parts": [
            {
                "place": part.place,
                "cents": part.cents,
                "salt": part.salt.hex(),
                "path": [[node.cents, node.digest.hex()] for node in part.path],
            }
            for part in parts
        ],
    }


def log_proof(total: DayTotal) -> str:
    """That the total stands in the public log: by a checkpoint that a witness signed, else by the present
    one; nothing before it does.
    """
    if total.entry is None:
        return ""
    files = sequencer.files()
    for note in (files.provable(), files.published()):
        if note and (size := read_checkpoint(note).size) > total.entry:
            return proofs.proof_text(log_tree.Tree(files, size), total.entry, b"", note)
    return ""


def _places_of(total: DayTotal, player: int) -> list[int]:
    places: list[int] = []
    tiles = PlaceTile.objects.filter(tree=total.pk, last__gte=player, first__lte=player)
    for content in tiles.values_list("content", flat=True):
        packed = bytes(content)
        count = len(packed) // 12
        players = np.frombuffer(packed, dtype="<i8", count=count)
        places += np.frombuffer(packed, dtype="<u4", offset=8 * count)[players == player].tolist()
    return places


def _leaves(content: bytes) -> Leaves:
    both = np.frombuffer(content, dtype="<i8")
    middle = len(both) // 2
    return Leaves(both[:middle], both[middle:])


def _nodes(content: bytes) -> list[Node]:
    return [
        Node(int.from_bytes(content[at : at + SUM_BYTES]), content[at + SUM_BYTES : at + NODE_BYTES])
        for at in range(0, len(content), NODE_BYTES)
    ]
