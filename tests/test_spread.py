"""Every value is in every run, and every combination in one of the two."""

from __future__ import annotations

from typing import Any

from tests.spread import spread


def split(parameters: list[Any]) -> tuple[set[tuple[Any, ...]], set[tuple[Any, ...]]]:
    kept = {one.values for one in parameters if not one.marks}
    return kept, {one.values for one in parameters} - kept


def test_each_value_is_in_every_run_and_each_combination_in_the_long_one() -> None:
    kept, rest = split(spread("abc", (1, 2)))
    assert kept == {("a", 1), ("b", 2), ("c", 1)} and len(kept | rest) == 6


def test_a_combination_that_matters_is_named_and_a_tuple_is_several_parameters() -> None:
    kept, rest = split(spread("ab", ((1, 2), (3, 4)), also=[("b", (1, 2))]))
    assert kept == {("a", 1, 2), ("b", 3, 4), ("b", 1, 2)} and rest == {("a", 3, 4)}
