"""A thread of the croupier that writes what no turn waits for."""

from __future__ import annotations

import queue
import threading
import time
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

import structlog
from django.db import Error, connection

log = structlog.get_logger("croupier")
Item = TypeVar("Item")


class LateWriter(threading.Thread, ABC, Generic[Item]):
    """The threads that decide commands hand it what is to be written, after their commit."""

    renewal_seconds: float

    def __init__(self, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._waiting: queue.SimpleQueue[Item | None] = queue.SimpleQueue()

    @abstractmethod
    def renew(self) -> None:
        """At the start, and again every `renewal_seconds`."""

    @abstractmethod
    def write(self, item: Item) -> None:
        """In this thread, one after the other."""

    def run(self) -> None:
        renewed = -self.renewal_seconds
        while True:
            if time.monotonic() - renewed >= self.renewal_seconds:
                self.renew()
                renewed = time.monotonic()
            try:
                item = self._waiting.get(timeout=self.renewal_seconds)
            except queue.Empty:
                continue
            if item is None:
                connection.close()
                return
            try:
                self.write(item)
            except Error as error:
                log.warning("not written", thread=self.name, error=type(error).__name__)
                connection.close()

    def stop(self) -> None:
        self._waiting.put(None)
