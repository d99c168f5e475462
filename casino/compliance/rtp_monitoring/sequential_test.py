"""A test that may be looked at every day, for ever, without finding more than it should on honest play.

What came back, less what was expected, is a fair walk: whatever was bet, its next step is nought on average, and its variance is known.
Against a walk that leans to one side, by how much nobody knows, all leans are weighed together: small ones and large ones, as a bell
whose width is fixed by the turnover of the first rounds and by no result. The weight of that mixture against the fair walk is the
`evidence`. On honest play its mean is one and stays one however often one looks, so that it ever passes 1000 with a chance of at most
one in a thousand. When it has passed, honest play is not a good explanation any more.
"""

from __future__ import annotations

import math

LEVEL = 0.001  # how likely one chart of honest play ever raises an alarm
# Before so many rounds of equal weight no chart is judged: the walk is taken for a sum of many small steps.
LEAST_ROUNDS = 1000
# How many standard deviations hold so many per cent of the days.
BANDS = ((1.959964, 95.0), (2.999977, 99.73))


def evidence(difference: float, variance: float, width: float) -> float:
    """How much better a lean of some size explains that difference than luck does; in the logarithm, as it grows without bound."""
    if variance <= 0:
        return 0.0
    return 0.5 * math.log(width / (variance + width)) + difference * difference / (2 * (variance + width))


def bound(variance: float, width: float, level: float = LEVEL) -> float:
    """The difference at which the evidence passes, after so much variance."""
    return math.sqrt((variance + width) * (2 * math.log(1 / level) + math.log((variance + width) / width)))


def weight(variance: float, spread: float) -> float:
    """So many rounds of one size would carry as much luck as these of many sizes do: `spread` sums the squares of their variances."""
    return variance * variance / spread if spread > 0 else 0.0


def rounds_to_see(lean: float, variance: float, level: float = LEVEL) -> int:
    """After how many rounds of one size a lean is expected to be seen; both in parts of the stake, the variance of one round."""
    width, low, high = variance * LEAST_ROUNDS, LEAST_ROUNDS, 1 << 40
    while low < high:
        middle = (low + high) // 2
        if middle * abs(lean) >= bound(middle * variance, width, level):
            high = middle
        else:
            low = middle + 1
    return low
