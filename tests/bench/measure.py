"""The output of a benchmark: details first, then one line for each goal."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

missed: list[str] = []


def detail(text: str) -> None:
    print(f"  {text}", flush=True)


def goal(name: str, value: float, *, least: float | None = None, most: float | None = None) -> None:
    """Prints one line, and remembers a missed goal."""
    bound, met = (
        (f"goal>={least:g}", value >= least)
        if least is not None
        else (f"goal<={most:g}", value <= (most or 0))
    )
    if not met:
        missed.append(name)
    print(f"bench {name} value={value:.4g} {bound}", flush=True)


def percentile(values: Sequence[float], of: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * of))] if ordered else float("nan")


def spread(values: Sequence[float]) -> str:
    """The median and all values."""
    return f"{median(values):,.4g} ({', '.join(f'{value:,.4g}' for value in values)})"
