"""Tables played at random for as many deeds as are asked for, with a seed that is printed and gives the same again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

TABLES = 50  # between two looks at the count


def at_length(
    game: str,
    deeds: int,
    play: Callable[..., int],
    *drawn: st.SearchStrategy[Any],
    say: pytest.CaptureFixture[str] | None = None,
) -> None:
    """`play` gets what is drawn and says how many deeds that was. The seed is said at once, or with what failed."""
    number = Random().getrandbits(32)
    with say.disabled() if say else nullcontext():
        print(f"\n{game}: {deeds:,} deeds, seed {number}", flush=True)
    done = 0
    while done < deeds:

        @seed(number)
        @settings(
            max_examples=TABLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        )
        @given(st.tuples(*drawn))
        def some(found: tuple[Any, ...]) -> None:
            nonlocal done
            done += play(*found)

        some()
        number += 1
