"""How far the simulated past of an open demonstration is, for the back office and `/readyz`."""

from __future__ import annotations

import threading
from types import TracebackType

from django.db import connection
from msgspec import Struct

from casino.record_checks.check_states import store_state
from casino.record_checks.models import State
from players.audit.simulated_past import is_past_awaited

NAME = "simulated-past"
ROUNDS = 3_000
STORE_SECONDS = 0.5


class PastProgress(Struct, frozen=True):
    written: int
    total: int = ROUNDS


def awaited_past() -> PastProgress | None:
    """How much of the past is played; None if none is awaited."""
    if not is_past_awaited():
        return None
    details = State.objects.filter(pk=NAME).values_list("details", flat=True).first() or {}
    return PastProgress(int(details.get("rounds", 0)))


class ProgressStore:
    """Stores how far the past is, on a connection of its own: the play is not committed before its end."""

    def __init__(self) -> None:
        self.rounds = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._work, name="past-progress", daemon=True)

    def __enter__(self) -> ProgressStore:
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended.set()
        self.thread.join()

    def _work(self) -> None:
        try:
            while True:
                is_last = self.ended.wait(STORE_SECONDS)
                store_state(NAME, None, rounds=self.rounds)
                if is_last:
                    return
        finally:
            connection.close()
