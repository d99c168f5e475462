"""The tree of the public log, beside one that others wrote (locks/witness.txt)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from random import Random

import pytest

from casino.public_log.tree import EMPTY_ROOT, BrokenTile, Tree, read_bundle, tile_name
from casino.services.folder import PROJECT

for wheel in sorted((PROJECT / ".venv" / "witness").glob("*.whl")):
    sys.path.append(str(wheel))

import aics_tlog as others  # noqa: E402


class Memory:
    """Files that are written once, or again with the same content."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def read(self, name: str) -> bytes:
        return self.files[name]

    def write_all(self, files: Mapping[str, bytes]) -> None:
        for name, content in files.items():
            assert self.files.setdefault(name, content) == content, name


def grown(store: Memory, sizes: list[int]) -> list[Tree]:
    tree, trees = Tree(store, 0), []
    for size in sizes:
        tree = tree.append([f"entry {number}".encode() for number in range(tree.size, size)])
        trees.append(tree)
    return trees


@pytest.mark.parametrize("most", [1, 2, 255, 256, 257, 70_000])
def test_roots_and_files_are_those_of_others(most: int) -> None:
    chance, ours, theirs = Random(most), Memory(), others.MemoryTileStore()
    sizes = sorted({*(chance.randint(1, most) for _ in range(12)), most})
    writer = others.IncrementalTileWriter(theirs, prune_partials=False)
    for tree, before in zip(grown(ours, sizes), [0, *sizes], strict=False):
        writer.append([f"entry {number}".encode() for number in range(before, tree.size)])
        assert tree.root() == Tree(ours, tree.size).root() == writer.root()
    assert all(theirs.read(name) == content for name, content in ours.files.items())


def test_proofs_are_those_of_others() -> None:
    store, size = Memory(), 700
    grown(store, [100, 256, 300, 700])
    reference = others.MerkleTree([f"entry {number}".encode() for number in range(size)])
    tree = Tree(store, size)
    for index in (0, 1, 255, 256, 511, 512, 698, 699):
        assert tree.inclusion_proof(index) == list(reference.inclusion_proof(index, size))
        assert tree.entry(index) == f"entry {index}".encode()
    for old in range(1, size + 1):
        assert tree.consistency_proof(old) == list(reference.consistency_proof(old, size))
    assert tree.consistency_proof(0) == []


def test_an_older_tree_can_be_read_after_it_has_grown() -> None:
    store = Memory()
    trees = grown(store, [10, 300, 70_000])
    assert [Tree(store, tree.size).root() for tree in trees] == [tree.root() for tree in trees]
    assert Tree(store, 0).root() == EMPTY_ROOT


def test_a_file_that_is_too_short_is_no_tile() -> None:
    store = Memory()
    grown(store, [10])
    store.files[tile_name(0, 0, 10)] = store.files[tile_name(0, 0, 10)][:-1]
    with pytest.raises(BrokenTile):
        Tree(store, 10).root()


def test_names_of_tiles() -> None:
    assert tile_name(0, 1_234_067) == "tile/0/x001/x234/067"
    assert tile_name("entries", 5, 3) == "tile/entries/005.p/3"
    assert read_bundle(b"\x00\x02ab\x00\x00") == [b"ab", b""]
