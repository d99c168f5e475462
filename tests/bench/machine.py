"""How fast this machine is: a fixed piece of work before the first benchmark.

It is the kind of work that a croupier does: objects of Python, JSON and digests. A factor of 1 is the machine
of `docs/operating/capacity.md` with nothing else to do. No goal moves with the disk, but each commit waits
for it, so the head of a run says how long.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from statistics import median, quantiles

from tests.bench.measure import spread

RUNS, PIECES = 5, 60_000
USUAL_SECONDS = 0.205
SYNCS, PAGE = 200, bytes(8192)  # a page of PostgreSQL's journal


def work() -> bytes:
    chained, balances = b"", dict.fromkeys(range(300), 0)
    for number in range(PIECES):
        balances[number % 300] += number
        event = {"kind": "bet-placed", "player": number % 300, "on": {"red": 50, "even": number}, "v": number}
        chained = hashlib.sha256(chained + json.dumps(event).encode()).digest()
    return chained


def sync_milliseconds() -> list[float]:
    """How long each of some writes takes until the disk has it."""
    taken = []
    with tempfile.TemporaryFile() as file:
        for _ in range(SYNCS):
            begun = time.perf_counter()
            file.write(PAGE)
            file.flush()
            os.fdatasync(file.fileno())
            taken.append(1000 * (time.perf_counter() - begun))
    return taken


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
    synced = sync_milliseconds()
    print(
        f"disk: {median(synced):.2f} ms until it has a write, p95 {quantiles(synced, n=20)[-1]:.2f}",
        flush=True,
    )
    return median(processor), median(clock)
