"""What a player gets to check: the parts of the balance, each with its way to the published root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from casino.players_funds.tree import FORMAT, Node, Part, Tree


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
