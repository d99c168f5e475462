"""The output of a benchmark: details first, then two lines for each goal: what it stands beside, and its
value.

A goal is missed if the interval of the median lies wholly on its wrong side: a difference within the spread
of the runs is none. A bound that is a time or a rate, and no ratio, belongs to the machine of
`docs/operating/capacity.md`, and moves with the factor of this one (`machine.py`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import version
from itertools import accumulate
from math import comb
from statistics import median
from typing import TypeVar

from msgspec import Struct

missed: list[str] = []
# How fast this machine is by its processor alone and by the clock, with all that it does besides.
PROCESSOR, CLOCK = (float(os.environ.get(f"BENCH_{name}", "1")) for name in ("PROCESSOR", "CLOCK"))
QUICK = os.environ.get("BENCH_QUICK") == "1"
T = TypeVar("T")


def quickly(short: T, usual: T) -> T:
    """What `make bench QUICK=1` takes, and what every other run takes."""
    return short if QUICK else usual


def detail(text: str) -> None:
    print(f"  {text}", flush=True)


def library(name: str) -> str:
    """A library as a peer: its name and version."""
    return f"{name} {version(name)}"


class Interval(Struct, frozen=True):
    """Where the median of all possible runs lies, so probably."""

    low: float
    high: float
    probability: float


# More than this would be a chance of more than 5 % that the median lies outside. Five runs cannot show that.
DOUBT, FEWEST = 0.05, 6


def interval_of_median(runs: Sequence[float]) -> Interval:
    """From the k-th smallest run to the k-th largest, with the largest k that leaves 95 %: the median lies
    outside if fewer than k of the runs lie on one side of it (sign test), whatever their distribution is. Of
    few runs it is the smallest and the largest, which is less certain.
    """
    count = len(runs)
    # The doubts of k = 1, 2, ...: twice the probability of fewer than k heads of so many coins.
    doubts = [2 * ways / 2**count for ways in accumulate(comb(count, heads) for heads in range(count // 2))]
    k = max(1, sum(doubt <= DOUBT for doubt in doubts))
    ordered = sorted(runs)
    return Interval(ordered[k - 1], ordered[-k], 1 - doubts[k - 1] if doubts else 0.0)


def goal(
    name: str,
    values: float | Sequence[float],
    *,
    least: float | None = None,
    most: float | None = None,
    beside: str,
    machine: float = 1.0,
) -> None:
    """Prints the lines of one goal, and remembers a missed one.

    `values` are those of its runs, `beside` is the peer or what else the bound comes from, `machine` the
    factor that the bound moves with.
    """
    runs = [values] if isinstance(values, int | float) else list(values)
    value, interval = median(runs), interval_of_median(runs)
    if least is not None:
        least *= machine
        bound, met = f"goal>={least:.4g}", interval.high >= least
    else:
        assert most is not None
        most /= machine
        bound, met = f"goal<={most:.4g}", interval.low <= most
    if not met:
        missed.append(name)
    detail(f"{name}: beside {beside}; {_ran(runs, interval)}; machine {CLOCK:.2f}")
    print(f"bench {name} value={value:.4g} {bound}", flush=True)


def _ran(runs: Sequence[float], interval: Interval) -> str:
    if len(runs) == 1:
        return "one run"
    few = "few runs, " if len(runs) < FEWEST else ""
    return (
        f"{len(runs)} runs from {min(runs):.4g} to {max(runs):.4g}, "
        f"median between {interval.low:.4g} and {interval.high:.4g} ({few}{interval.probability:.0%})"
    )


def percentile(values: Sequence[float], of: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * of))] if ordered else float("nan")


def spread(values: Sequence[float]) -> str:
    """The median and all values."""
    return f"{median(values):,.4g} ({', '.join(f'{value:,.4g}' for value in values)})"
