"""How fast this machine is: a fixed piece of work before the first benchmark.

It is the kind of work that a croupier does: objects of Python, JSON and digests. A factor of 1 is the machine
of `docs/operating/capacity.md` with nothing else to do.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from statistics import median

from tests.bench.measure import spread

RUNS, PIECES = 5, 60_000
USUAL_SECONDS = 0.205


def work() -> bytes:
    chained, balances = b"", dict.fromkeys(range(300), 0)
    for number in range(PIECES):
        balances[number % 300] += number
        event = {"kind": "bet-placed", "player": number % 300, "on": {"red": 50, "even": number}, "v": number}
        chained = hashlib.sha256(chained + json.dumps(event).encode()).digest()
    return chained


def factors() -> tuple[float, float]:
    """By the processor's time and by the clock: above 1 is faster. Prints the head of a run."""
    processor, clock = [], []
    for _ in range(RUNS):
        worked, begun = time.process_time(), time.perf_counter()
        work()
        processor.append(USUAL_SECONDS / (time.process_time() - worked))
        clock.append(USUAL_SECONDS / (time.perf_counter() - begun))
    print(
        f"machine: {spread(clock)} by the clock, {median(processor):.4g} by the processor alone; "
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return median(processor), median(clock)
