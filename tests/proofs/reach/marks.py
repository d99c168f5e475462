"""The marks that a running test leaves, and where it is: only what runs inside the live system counts.

A line counts while the croupier serves a table, while a page is answered, while a worker does a task: inside
one of the `ENTRIES`. A unit test that calls an engine by itself leaves no mark. At a table the mark carries
the game, so that a line shared by two regulations is reached for each by itself.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterator
from contextvars import ContextVar

from tests.proofs.reach.places import Mark

ANY_GAME = ""
FOLDER = "REACH_FOLDER"  # the variable that says where the processes of a run leave what they saw


class Where:
    """What runs now: the test, and inside the live system the game that is served."""

    test: str = ""


LIVE: ContextVar[str | None] = ContextVar("LIVE", default=None)  # the game; ANY_GAME on a page; None outside
LEFT: dict[str, set[tuple[Mark, str]]] = defaultdict(set)  # by test: the marks, each with the game


@contextlib.contextmanager
def live(game: str) -> Iterator[None]:
    """The outermost entry says where it is; a table that a page serves is a table."""
    token = LIVE.set(game or LIVE.get() or ANY_GAME)
    try:
        yield
    finally:
        LIVE.reset(token)


def leave(mark: Mark) -> None:
    game = LIVE.get()
    if game is not None and Where.test:
        LEFT[Where.test].add((mark, game))


def note(kind: str, file: str, name: str) -> None:
    if LIVE.get() is not None and Where.test:
        leave(Mark(kind, file, name))
