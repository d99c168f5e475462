"""Decisions as they are stored: ten bytes each, so about fifteen a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from casino.compliance.bots.play import DAY_HUNDREDTHS, Seen

DECISION: Final = np.dtype(
    [
        ("at", "<u4"),  # hundredths of a second since the midnight of UTC
        ("took", "<u2"),  # the same since the player's turn began
        ("situation", "u1"),
        ("choice", "u1"),
        ("share", "<u2"),  # of the pot, in thousandths; of a raise alone
    ]
)
Decisions = NDArray[Any]  # of the dtype DECISION


def pack(seen: Iterable[Seen]) -> bytes:
    """In their order; all of one day."""
    rows = [
        (one.at // 10 % DAY_HUNDREDTHS, min(one.took // 10, 65_535), one.situation, one.choice, one.share)
        for one in seen
    ]
    return np.array(rows, DECISION).tobytes()


def unpack(packed: bytes) -> Decisions:
    return np.frombuffer(packed, DECISION)
