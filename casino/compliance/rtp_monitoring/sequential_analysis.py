"""A sequential test: it may be evaluated every day without raising the rate of false alarms.

Returns minus expected returns form a martingale: whatever was bet, the next step has mean zero and a known
variance. The alternative is a walk with a bias of unknown size: a normal mixture of biases, whose width is
set by the turnover of the first rounds, never by results. The likelihood ratio of this mixture against the
fair walk is the `evidence`. On honest play its mean is one at any time, so by Ville's inequality it ever
exceeds 1000 with probability at most 0.001.
"""

from __future__ import annotations

import math

LEVEL = 0.001  # the probability that a chart of honest play ever raises an alarm
# A chart is tested after this many rounds of equal weight: the walk is treated as a sum of many small steps.
MINIMUM_ROUNDS = 1000
# Bands: the number of standard deviations, and the percentage of days within them.
BANDS = ((1.959964, 95.0), (2.999977, 99.73))


def evidence(difference: float, variance: float, width: float) -> float:
    """The logarithm of the likelihood ratio of a bias against chance, for a difference with that variance."""
    if variance <= 0:
        return 0.0
    return 0.5 * math.log(width / (variance + width)) + difference * difference / (2 * (variance + width))


def bound(variance: float, width: float, level: float = LEVEL) -> float:
    """The difference at which the evidence reaches the level, for that variance."""
    return math.sqrt((variance + width) * (2 * math.log(1 / level) + math.log((variance + width) / width)))


def weight(variance: float, spread: float) -> float:
    """The effective number of rounds of equal size; `spread` is the sum of their squared variances."""
    return variance * variance / spread if spread > 0 else 0.0


def expected_rounds_to_detect(lean: float, variance: float, level: float = LEVEL) -> int:
    """The rounds after which a bias is expected to be detected; bias and variance are per unit staked."""
    width, low, high = variance * MINIMUM_ROUNDS, MINIMUM_ROUNDS, 1 << 40
    while low < high:
        middle = (low + high) // 2
        if middle * abs(lean) >= bound(middle * variance, width, level):
            high = middle
        else:
            low = middle + 1
    return low
