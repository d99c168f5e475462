"""Tells the officers that two players of one device met at a table between players.  [903-B 6.6.1.3]

The audit line is written in the transaction that refuses or accepts the seat. `collusion` makes a case of it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from players.audit import note

KIND = "tables.device-shared"
# Whoever presses again is not written down again. Lost with the process, which costs a line.
NOTED_AGAIN_AFTER = 600.0  # seconds
_noted: dict[tuple[int, int, tuple[int, ...]], float] = {}


def note_shared_device(table: int, player: int, others: Sequence[int], *, refused: bool) -> None:
    now, key = time.monotonic(), (table, player, tuple(others))
    for old in [old for old, at in _noted.items() if now - at >= NOTED_AGAIN_AFTER]:
        del _noted[old]
    if key in _noted:
        return
    _noted[key] = now
    note(KIND, player=player, about=f"table:{table}", players=list(others), refused=refused)
