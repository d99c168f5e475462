"""How long work takes on whatever machine runs the tests: as a number of hashes, measured beside the work."""

from __future__ import annotations

import hashlib
import timeit
from collections.abc import Callable

HASHED = bytes(64)


def hashes_for(work: Callable[[], object], *, times: int = 1, looks: int = 5) -> float:
    """How many SHA-256 hashes of 64 bytes take as long as the work does. The best of a few looks: each
    measures both, one after the other, so that a slow machine slows both.
    """
    ratios = []
    for _ in range(looks):
        taken = timeit.timeit(work, number=times) / times
        hashes = 2_000
        while (one := timeit.timeit(_hash, number=hashes)) < taken and hashes < 200_000:
            hashes *= 5
        ratios.append(taken / (one / hashes))
    return min(ratios)


def _hash() -> None:
    hashlib.sha256(HASHED).digest()
