"""The tree over balances: everybody's parts lead to the total, and each lie is found by its owner."""

from __future__ import annotations

import hashlib
import sys
from typing import Any

import numpy as np
import pytest

from casino.players_funds.statements import statement_of
from casino.players_funds.tree import (
    MOST_CENTS,
    TILE,
    Leaves,
    Node,
    Part,
    Tree,
    node_above,
    path_of,
    root_of,
    spread,
)
from casino.services.folder import PROJECT

sys.path.append(str(PROJECT / "verify"))

from feltro_verify import funds as outsider

TREE = Tree("2026-11-29", "EUR", b"a secret of these tests, 32 bytes")
BALANCES = {number: number * number * 37 % 90_001 for number in range(1, 41)}


def leaves_of(balances: dict[int, int], secret: bytes = TREE.secret) -> Leaves:
    return spread(np.array(list(balances)), np.array(list(balances.values())), secret)


def statement(leaves: Leaves, player: int) -> Any:
    tops = list(TREE.tile_roots(leaves))
    parts: list[Part] = []
    for tile, begin in enumerate(range(0, leaves.count, TILE)):
        content = Leaves(leaves.players[begin : begin + TILE], leaves.cents[begin : begin + TILE])
        parts += TREE.parts_in(tile, content, player, tops)
    facts = {"instant": 0, "leaves": leaves.count, "jackpots": 0}
    return statement_of(TREE, facts, root_of(tops), player, parts)


def failing(told: Any, balance: int | None) -> list[str]:
    """What an outsider's program finds wrong."""
    return [check.code for check in outsider.check_money(told, balance) if check.good is False]


@pytest.mark.parametrize("number", [1, 2, 3, 500, 1_500])
def test_everybody_finds_all_of_their_money_in_the_total(number: int) -> None:
    balances = {10 * player: player * 7_919 % 100_000 for player in range(1, number + 1)}
    leaves = leaves_of(balances)
    assert leaves.count & (leaves.count - 1) == 0 and leaves.count >= 2 * number
    for player in list(balances)[:: max(1, number // 20)]:
        told = statement(leaves, player)
        assert failing(told, balances[player]) == []
        assert told["total"] == sum(balances.values()) and len(told["parts"]) >= 2


def test_parts_are_whole_never_negative_and_add_up_to_each_balance() -> None:
    for secret in (bytes([number]) * 32 for number in range(50)):
        leaves = leaves_of(BALANCES, secret)
        assert int(leaves.cents.min()) >= 0
        sums = {player: int(leaves.cents[leaves.players == player].sum()) for player in BALANCES}
        assert sums == BALANCES


def test_places_and_parts_are_others_with_each_secret_and_anywhere() -> None:
    first = leaves_of(BALANCES)
    assert (first.players == leaves_of(BALANCES).players).all(), "the same secret gives the same tree"
    other = leaves_of(BALANCES, b"x" * 32)
    assert (first.players != other.players).any() and (first.cents != other.cents).any()
    seen = {int(np.argmax(leaves_of(BALANCES, bytes([n]) * 32).players == 7)) for n in range(200)}
    assert len(seen) > 20, "the first part of a player is anywhere"


def test_nobody_is_an_empty_tree_and_too_much_is_refused() -> None:
    empty = leaves_of({})
    assert (empty.count, root_of(list(TREE.tile_roots(empty)))) == (0, Node(0, hashlib.sha256(b"").digest()))
    for wrong in (-1, MOST_CENTS + 1):
        with pytest.raises(ValueError, match="below zero"):
            leaves_of({1: wrong})


def test_places_by_player_are_found_in_their_order() -> None:
    leaves = leaves_of(BALANCES)
    players, places = leaves.places_by_player()
    assert (np.diff(players) >= 0).all()
    assert (leaves.players[places] == players).all()


# --- what a house could do; 12 is whom it lies to, or about


def test_a_balance_that_is_left_out_is_found_by_its_owner() -> None:
    leaves = leaves_of({player: cents for player, cents in BALANCES.items() if player != 12})
    assert failing(statement(leaves, 12), BALANCES[12]) == ["funds-balance"]
    part = statement(leaves, 13)["parts"]
    assert failing(statement(leaves, 12) | {"parts": part}, BALANCES[13]) == ["funds-parts"]


def test_a_balance_that_is_lowered_is_found_by_its_owner() -> None:
    leaves = leaves_of(BALANCES | {12: BALANCES[12] - 1})
    told = statement(leaves, 12)
    assert failing(told, BALANCES[12]) == ["funds-balance"]
    told["parts"][0]["cents"] += 1
    assert "funds-parts" in failing(told, BALANCES[12]), "the file cannot say more than the tree has"
    told = statement(leaves, 12)
    assert failing(told | {"parts": [*told["parts"], told["parts"][0]]}, None) == ["funds-places"]


def test_one_leaf_cannot_be_shown_to_two_owners() -> None:
    balances = BALANCES | {11: 5_000, 12: 5_000}
    leaves = leaves_of({player: cents for player, cents in balances.items() if player != 12})
    copied = statement(leaves, 11) | {"player": 12}
    assert failing(copied, 5_000) == ["funds-parts"]


def paths_with(nodes: list[Node], above: Any) -> tuple[Node, list[list[Node]]]:
    """Root and paths of a tree whose nodes the house makes by a rule of its own."""
    paths: list[list[Node]] = [[] for _ in nodes]
    level, width = nodes, 1
    while len(level) > 1:
        for place, path in enumerate(paths):
            path.append(level[(place // width) ^ 1])
        level = [above(level[at], level[at + 1]) for at in range(0, len(level), 2)]
        width *= 2
    return level[0], paths


def told_by(leaves: Leaves, player: int, root: Node, paths: list[list[Node]]) -> Any:
    salts = TREE.salts(0)
    parts = [
        Part(place, int(leaves.cents[place]), salts[place], paths[place])
        for place in range(leaves.count)
        if leaves.players[place] == player
    ]
    return statement_of(TREE, {"instant": 0, "leaves": leaves.count, "jackpots": 0}, root, player, parts)


def signed_above(left: Node, right: Node) -> Node:
    """As the house's own, for sums below zero too."""
    content = b"".join(node.cents.to_bytes(8, signed=True) + node.digest for node in (left, right))
    return Node(left.cents + right.cents, hashlib.sha256(b"\x01" + content).digest())


def test_a_leaf_below_zero_is_found_by_whoever_is_beside_it() -> None:
    leaves = leaves_of(BALANCES)
    nodes = TREE.leaf_nodes(0, leaves.players.tolist(), leaves.cents.tolist())
    for place in range(0, leaves.count, 7):
        lying = [*nodes]
        lying[place] = Node(-400, hashlib.sha256(b"whatever").digest())
        root, paths = paths_with(lying, signed_above)
        beside = int(leaves.players[place ^ 1])
        assert failing(told_by(leaves, beside, root, paths), BALANCES[beside]) == ["funds-shape"]
        # Written as a large number, as unsigned bytes would have it.
        shown = [[Node(node.cents % 2**64, node.digest) for node in path] for path in paths]
        assert failing(told_by(leaves, beside, root, shown), BALANCES[beside]) == ["funds-shape"]


def test_a_sum_that_is_lower_than_its_children_is_found_by_everybody_below() -> None:
    leaves = leaves_of(BALANCES)
    nodes = TREE.leaf_nodes(0, leaves.players.tolist(), leaves.cents.tolist())
    width = leaves.count // 4
    for lowered in range(4):
        wanted = root_of(nodes[lowered * width : (lowered + 1) * width])

        def lying(left: Node, right: Node, wanted: Node = wanted) -> Node:
            node = node_above(left, right)
            return Node(node.cents - 1_000, node.digest) if node == wanted else node

        root, paths = paths_with(nodes, lying)
        assert root.cents == sum(BALANCES.values()) - 1_000
        below = {int(player) for player in leaves.players[lowered * width : (lowered + 1) * width]}
        for player in below:
            assert failing(told_by(leaves, player, root, paths), BALANCES[player]) == ["funds-parts"]


def test_paths_of_the_house_are_those_of_this_test() -> None:
    leaves = leaves_of(BALANCES)
    nodes = TREE.leaf_nodes(0, leaves.players.tolist(), leaves.cents.tolist())
    root, paths = paths_with(nodes, node_above)
    assert root == root_of(nodes) and paths == [path_of(nodes, place) for place in range(leaves.count)]
