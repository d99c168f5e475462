"""The generator at peak load: `python -m tests.proofs.generator_load [--processes 32] [--seconds 20]`.
[903-B 6.7.1.7]

Many more processes than the machine has processors draw rounds as a croupier does, each with a new seed of
the operating system, shares, and in every second round the value of a beacon. A draw then waits many times as
long as alone, which is the load at which players get no answer any more. Every number that was drawn
meanwhile is put before the battery of tests at 99 % (`tests/games/draw/test_draw_battery.py`): numbers of a
wheel, one for each round, and packs. No key may come twice, and each round must be the same when it is drawn
again without load.

A fair draw fails a battery about once in thirty times. One that fails is drawn once more, and must pass then.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from statistics import quantiles

from msgspec import Struct

from games.draw.generator import Draw
from tests.games.draw.test_draw_battery import NUMBERS, PACK, WHEEL, allowed, even, evenly
from tests.proofs.generator_bytes import key_of_round

LEAST_SLOWER = 4.0  # times: less is no load
KEPT = 1_000_000  # rounds of one process, so that its memory has a bound
PACK_EVERY = 8  # rounds; a pack costs as much as many numbers
PLACES = (0, 25, 51)
LEAST_ROUNDS = 40_000  # for the battery


class Drawn(Struct):
    """What one process drew, in order."""

    keys: list[bytes]
    numbers: list[int]
    packs: list[tuple[int, ...]]
    waits: list[float]  # seconds of a round


def of_round(key: bytes, number: int) -> tuple[int, tuple[int, ...]]:
    """What a round draws: a number of a wheel, and in some rounds a pack."""
    return Draw(key).below(WHEEL), Draw(key).shuffled(PACK) if number % PACK_EVERY == 0 else ()


def draw_rounds(seconds: float, most: int = KEPT) -> Drawn:
    drawn, number = Drawn([], [], [], []), 0
    ends = time.monotonic() + seconds
    while (begun := time.monotonic()) < ends and number < most:
        number += 1
        key = key_of_round(number)
        spun, pack = of_round(key, number)
        drawn.waits.append(time.monotonic() - begun)
        drawn.keys.append(key)
        drawn.numbers.append(spun)
        if pack:
            drawn.packs.append(pack)
    return drawn


def under_load(processes: int, seconds: float) -> list[Drawn]:
    """Forked, as the processes of a croupier are."""
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        return list(pool.map(draw_rounds, [seconds] * processes))


# --- what must hold


def faults_of(drawn: Sequence[Drawn]) -> list[str]:
    """Keys that come twice, and rounds that are others when they are drawn again."""
    keys = Counter(key for one in drawn for key in one.keys)
    faults = [f"a key came {times} times" for times in keys.values() if times > 1]
    for at, one in enumerate(drawn):
        packs = iter(one.packs)
        for number, (key, spun) in enumerate(zip(one.keys, one.numbers, strict=True), start=1):
            again = of_round(key, number)
            if again != (spun, next(packs, ()) if again[1] else ()):
                faults.append(f"process {at}, round {number}: another result when it is drawn again")
                break
    return faults


def battery(drawn: Sequence[Drawn]) -> Iterator[tuple[str, float]]:
    """The chances of the numbers of all rounds in parts, and of the packs."""
    numbers = [number for one in drawn for number in one.numbers]
    for part in range(len(numbers) // LEAST_ROUNDS):
        of_part = numbers[part * LEAST_ROUNDS : (part + 1) * LEAST_ROUNDS]
        for name, test in NUMBERS.items():
            yield f"part {part}: {name}", test(of_part, WHEEL)
    packs = [pack for one in drawn for pack in one.packs]
    for place in PLACES:
        counted = Counter(pack[place] for pack in packs)
        yield f"place {place}", evenly([counted[card] for card in range(PACK)])
    beside = Counter((other - one) % PACK for pack in packs for one, other in (pack[:2],))
    yield "neighbours", evenly([beside[step] for step in range(1, PACK)])
    follows = Counter((pack[0] // 13, after[0] // 13) for pack, after in pairwise(packs))
    yield "first of the next pack", evenly([follows[one, other] for one in range(4) for other in range(4)])


def is_fair(results: Sequence[tuple[str, float]]) -> bool:
    chances = [chance for _name, chance in results]
    failed = sum(chance < 0.01 for chance in chances)
    return failed <= allowed(len(chances)) and min(chances) > 0.01 / len(chances) and even(chances) > 0.01


def attempt(processes: int, seconds: float, alone: float) -> tuple[bool, bool]:
    """Whether nothing was wrong, and whether the battery passed."""
    drawn = under_load(processes, seconds)
    rounds = sum(len(one.numbers) for one in drawn)
    per_process = rounds / processes / seconds
    slower = alone / per_process if per_process else float("inf")
    waits = quantiles([wait for one in drawn for wait in one.waits], n=1000)
    print(
        f"{rounds:,} rounds drawn by {processes} processes on {os.cpu_count()} processors in "
        f"{seconds:.0f} s: each {slower:.1f} times as slow as alone; a round took {waits[499] * 1e6:.0f} µs, "
        f"one in a thousand more than {waits[998] * 1e3:.1f} ms"
    )
    faults = faults_of(drawn)
    if slower < LEAST_SLOWER:
        faults.append(f"{slower:.1f} times as slow is no load: more processes are needed")
    if rounds < LEAST_ROUNDS:
        faults.append(f"{rounds:,} rounds are too few for the battery: more seconds are needed")
        print("\n".join(faults))
        return False, False
    results = list(battery(drawn))
    low = ", ".join(f"{name} {chance:.4f}" for name, chance in results if chance < 0.01)
    failed = sum(chance < 0.01 for _name, chance in results)
    print(f"{len(results)} tests, {failed} below 1 %, {allowed(len(results))} allowed: {low or 'none'}")
    print("\n".join(faults[:20]) or "no key came twice, and every round is the same when it is drawn again")
    return not faults, is_fair(results)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--processes", type=int, default=16 * (os.cpu_count() or 1))
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args(arguments)
    begun = time.process_time()  # of the processor: the machine may have other work
    once = draw_rounds(2.0)
    alone = len(once.numbers) / (time.process_time() - begun)
    print(f"alone: {alone:,.0f} rounds a second")
    for _ in range(2):
        is_right, passes = attempt(options.processes, options.seconds, alone)
        if passes or not is_right:
            break
    print("the generator passes at peak load" if is_right and passes else "NOT passed")
    return 0 if is_right and passes else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
