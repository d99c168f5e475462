"""The exact bounds of a rate (Clopper and Pearson 1934), for figures of how many were found or flagged."""

from __future__ import annotations

import math


def upper_bound(found: int, of: int, confidence: float = 0.95) -> float:
    """The one-sided upper bound: a higher true rate would show so few in less than one sample of twenty."""
    if found >= of:
        return 1.0
    low, high = found / of, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if at_most(found, of, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def at_most(found: int, of: int, rate: float) -> float:
    """The chance of so many or fewer, each with this rate."""
    if rate <= 0:
        return 1.0
    if rate >= 1:
        return float(found >= of)
    logs = (
        math.lgamma(of + 1) - math.lgamma(one + 1) - math.lgamma(of - one + 1)
        + one * math.log(rate) + (of - one) * math.log1p(-rate)
        for one in range(found + 1)
    )  # fmt: skip
    return math.fsum(math.exp(log) for log in logs)
