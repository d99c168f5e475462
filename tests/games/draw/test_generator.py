"""The draw is unbiased: every word is rejected or counts equally often for each number; and one key gives
the same draw everywhere.
"""

from __future__ import annotations

import ast
import itertools
import math
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.draw import generator
from games.rules.roulette.layout import WHEELS
from tests.sources import nodes, text

HOUSE = Path(__file__).parents[3]


# The sizes that are drawn: two wheels, what is left of a pack, and one to eight packs. `make long` tries all.
DRAWN = sorted({37, 38, 64, *range(1, 53), *range(52, 417, 52), 511, 512})


@pytest.mark.parametrize(
    "sizes", [DRAWN, pytest.param(range(1, 513), marks=pytest.mark.long)], ids=["drawn", "all up to 512"]
)
def test_below_n_is_unbiased_over_every_word_there_is(sizes: Sequence[int]) -> None:
    """Every word counts for one number or is rejected; each number has equally many words."""
    evens = {size: even for _, size, even in generator._places(512)}
    for n in sizes:
        share = generator.WORDS // n
        values = [generator.unbiased(word, n) for word in range(generator.WORDS)]
        assert values == [*range(n)] * share + [None] * (generator.WORDS - n * share)
        assert values.count(0) == values.count(n - 1) == share
        # The shuffle throws away the same words.
        assert n == 1 or evens[n] == generator.WORDS - values.count(None)


def test_below_n_rejects_exactly_the_uneven_rest_for_all_n_up_to_512() -> None:
    """At the words where a number, or the rest, begins and ends."""
    evens = {size: even for _, size, even in generator._places(512)}
    for n in range(1, 513):
        whole = generator.WORDS // n * n
        assert n == 1 or evens[n] == whole
        for word in {0, n - 1, n, 2 * n - 1, whole - n, whole - 1}:
            assert generator.unbiased(word, n) == word % n
        assert [generator.unbiased(word, n) for word in range(whole, generator.WORDS)] == [None] * (
            generator.WORDS - whole
        )


class Listed(generator.Draw):
    """A draw from a list of words instead of a key, to follow the shuffle through every order. A word below
    n stands for itself.
    """

    def __init__(self, words: tuple[int, ...]) -> None:
        super().__init__(bytes(32))
        self._words = [*reversed(words)]

    def _refill(self) -> None:
        raise AssertionError("the shuffle asks for more words than it has places")


@pytest.mark.parametrize("n", range(1, 8))
def test_the_shuffle_is_a_bijection_between_its_draws_and_the_orders(n: int) -> None:
    ways = itertools.product(*(range(k) for k in range(n, 1, -1)))
    orders = {Listed(way).shuffled(n) for way in ways}
    assert len(orders) == math.factorial(n)


@pytest.mark.parametrize("n", [2, 7, 52, 208, 312, 416, 511])
def test_the_shuffle_draws_each_place_as_below_does(n: int) -> None:
    for seed in range(40):
        key = bytes([seed]) * 32
        order, one = list(range(n)), generator.Draw(key)
        for last in range(n - 1, 0, -1):
            other = one.below(last + 1)
            order[last], order[other] = order[other], order[last]
        shuffled = generator.Draw(key)
        assert list(shuffled.shuffled(n)) == order
        assert shuffled.below(1000) == one.below(1000)


def test_the_shuffle_throws_away_the_words_that_below_throws_away() -> None:
    for n in range(2, 60):
        uneven = range(generator.WORDS - generator.WORDS % n, generator.WORDS)
        least = tuple(range(n - 1))[::-1]  # a number below the size of what is left, for each place
        assert Listed((*uneven, n - 1, *least[1:])).shuffled(n) == Listed((n - 1, *least[1:])).shuffled(n)
        assert Listed((uneven.start - 1, *least[1:])).shuffled(n) == Listed((n - 1, *least[1:])).shuffled(n)


def test_the_same_key_draws_the_same_and_another_does_not() -> None:
    seed = bytes(range(32))
    key = generator.key(seed, 7, 12, {2: "bb" * 16, 1: "aa" * 16})
    assert key == generator.key(seed, 7, 12, {1: "aa" * 16, 2: "bb" * 16})
    first = [generator.Draw(key).below(37) for _ in range(3)]
    assert len(set(first)) == 1
    changed = {
        key,
        generator.key(seed, 8, 12, {}),
        generator.key(seed, 7, 13, {}),
        generator.key(bytes(32), 7, 12, {}),
        generator.key(seed, 7, 12, {1: "aa" * 16}),
    }
    assert len(changed) == 5


def test_known_answers() -> None:
    """Calculated once with another implementation (openssl); the player's browser has the same results."""
    seed = bytes(32)
    assert generator.promise(seed) == "5dc6ebf32dc5b4c1d66ff7b13d7ac01ba61f488ecbd86a615e16df24de8f5d06"
    numbers = generator.Draw(bytes(32))
    # AES-256 of sixteen zero bytes under a zero key begins like this.
    assert [numbers.below(1 << 16) for _ in range(4)] == [0xDC95, 0xC078, 0xA240, 0x8989]


@pytest.mark.parametrize("variant", WHEELS)
def test_AR_20_a_word_gives_a_pocket_of_the_wheel_or_is_drawn_again(variant: str) -> None:
    """[FR-R21] No word of the generator is an invalid number."""
    pockets = len(WHEELS[variant])
    drawn = {generator.unbiased(word, pockets) for word in range(generator.WORDS)}
    assert drawn - {None} == set(range(pockets))
    rejected = [word for word in range(generator.WORDS) if generator.unbiased(word, pockets) is None]
    assert len(rejected) < pockets, "another word is as good as certain"


def test_a_draw_out_of_range_is_a_fault() -> None:
    for n in (0, -1, generator.WORDS + 1):
        with pytest.raises(ValueError, match="below"):
            generator.Draw(bytes(32)).below(n)
    with pytest.raises(ValueError, match="shoe"):
        generator.Draw(bytes(32)).shuffled(generator.WORDS + 1)


def test_seeds_differ_also_across_forks() -> None:
    reader, writer = os.pipe()
    for _ in range(8):
        if os.fork() == 0:
            os.write(writer, b"".join(generator.new_seed() for _ in range(16)))
            os._exit(0)
    for _ in range(8):
        os.wait()
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    seeds = {data[n : n + 32] for n in range(0, len(data), 32)} | {generator.new_seed() for _ in range(1000)}
    assert len(seeds) == 8 * 16 + 1000


def test_nothing_in_the_house_draws_from_anything_else() -> None:
    """No `random`, no `numpy.random`, in any module of the product; `secrets` and `os.urandom` feed only
    seeds and keys.
    """
    for package in ("casino", "games", "players"):
        for path in (HOUSE / package).rglob("*.py"):
            for node in nodes(path) if "random" in text(path) else ():
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not [
                    name
                    for name in names
                    if name.split(".")[0] == "random" or name.startswith("numpy.random")
                ], path
                if isinstance(node, ast.Attribute) and node.attr == "random":
                    raise AssertionError(f"{path}:{node.lineno}")


def test_the_draw_knows_nothing_of_stakes_people_or_history() -> None:
    """Its only inputs are the key, made of a seed, a table, a round, the browsers' shares and the value of a
    beacon, and the cards that a kept shoe no longer contains.
    """
    import inspect

    assert list(inspect.signature(generator.key).parameters) == [
        "seed", "table", "round_number", "nonces", "beacon",
    ]  # fmt: skip
    assert list(inspect.signature(generator.Draw.__init__).parameters) == ["self", "key", "dealt"]
    assert list(inspect.signature(generator.Draw.below).parameters) == ["self", "n"]
