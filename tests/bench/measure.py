"""The output of a benchmark: details first, then two lines for each goal: what it stands beside, and its
value.

A goal is missed if no run met it: a difference within the spread of the runs is none. A bound that is a time
or a rate, and no ratio, belongs to the machine of `docs/operating/capacity.md`, and moves with the factor of
this one (`machine.py`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import version
from statistics import median
from typing import TypeVar

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
    value = median(runs)
    if least is not None:
        least *= machine
        bound, met = f"goal>={least:.4g}", max(runs) >= least
    else:
        assert most is not None
        most /= machine
        bound, met = f"goal<={most:.4g}", min(runs) <= most
    if not met:
        missed.append(name)
    ran = f"{len(runs)} runs from {min(runs):.4g} to {max(runs):.4g}" if len(runs) > 1 else "one run"
    detail(f"{name}: beside {beside}; {ran}; machine {CLOCK:.2f}")
    print(f"bench {name} value={value:.4g} {bound}", flush=True)


def percentile(values: Sequence[float], of: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * of))] if ordered else float("nan")


def spread(values: Sequence[float]) -> str:
    """The median and all values."""
    return f"{median(values):,.4g} ({', '.join(f'{value:,.4g}' for value in values)})"
