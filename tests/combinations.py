"""Every pair of two circumstances: what a rule depends on, and what can happen meanwhile.

A table of a package names both as data. A pair that cannot exist stands in `impossible` with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import pytest

Pair = tuple[str, str]


def pairs(
    circumstances: Iterable[str], occurrences: Iterable[str], impossible: Mapping[Pair, str] | None = None
) -> list[object]:
    """The parameters of a test, one for each pair, and its name. A reason without a pair is an error."""
    reasons = dict(impossible or {})
    found = [pair for pair in product(circumstances, occurrences) if not reasons.pop(pair, "")]
    if reasons:
        raise ValueError(f"no pair is left out by {sorted(reasons)}")
    if not found:
        raise ValueError("there is no pair")
    return [pytest.param(*pair, id=f"{pair[0]} × {pair[1]}") for pair in found]


def broken(invariants: Mapping[str, tuple[object, object]]) -> Iterator[str]:
    """The named invariants whose two sides differ, with both."""
    for name, (found, due) in invariants.items():
        if found != due:
            yield f"{name}: {found} instead of {due}"
