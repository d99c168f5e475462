"""Figures that the house publishes of itself: counted again after some minutes, however many read them.

In the memory of a process: what is published does not come from a shared cache.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Generic, TypeVar

from players.shared import clock

KEPT_FOR = 300  # seconds
Figure = TypeVar("Figure")


class Published(Generic[Figure]):
    def __init__(self, count: Callable[[datetime], list[Figure]]) -> None:
        self.count = count
        self.figures: list[Figure] = []
        self.until = 0.0

    def read(self) -> list[Figure]:
        if time.monotonic() >= self.until:
            self.figures, self.until = self.count(clock.now()), time.monotonic() + KEPT_FOR
        return self.figures
