"""Parameters of a test that has several: every run takes each value, and `make long` every combination.

For what depends on one value at a time. Where two decide together, `tests/combinations.py` lists pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest


def spread(*axes: Sequence[Any], also: Sequence[tuple[Any, ...]] = ()) -> list[Any]:
    """All combinations. Those on the diagonal, and those in `also`, are in every run.

    A value that is a tuple is several parameters.
    """
    every_run = {tuple(number % len(axis) for axis in axes) for number in range(max(map(len, axes)))}
    every_run |= {tuple(axis.index(value) for axis, value in zip(axes, one, strict=True)) for one in also}
    return [
        pytest.param(
            *flat(axis[place] for axis, place in zip(axes, places, strict=True)),
            marks=() if places in every_run else pytest.mark.long,
        )
        for places in product(*(range(len(axis)) for axis in axes))
    ]


def flat(values: Any) -> list[Any]:
    return [part for value in values for part in (value if isinstance(value, tuple) else (value,))]
