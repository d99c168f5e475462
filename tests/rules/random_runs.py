"""Random play for a given number of commands, with a printed seed that reproduces it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

TABLES = 50  # between two checks of the count


def play_randomly(
    game: str,
    actions: int,
    play: Callable[..., int],
    *drawn: st.SearchStrategy[Any],
    say: pytest.CaptureFixture[str] | None = None,
) -> None:
    """Plays at random. `play` gets the drawn values and returns the number of actions.

    The seed is printed at once, or with the failure.
    """
    number = Random().getrandbits(32)
    with say.disabled() if say else nullcontext():
        print(f"\n{game}: {actions:,} actions, seed {number}", flush=True)
    done = 0
    while done < actions:

        @seed(number)
        @settings(
            max_examples=TABLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        )
        @given(st.tuples(*drawn))
        def some(arguments: tuple[Any, ...]) -> None:
            nonlocal done
            done += play(*arguments)

        some()
        number += 1
