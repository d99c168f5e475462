"""The generator before the suite of NIST SP 800-22: `python -m tests.proofs.nist_suite [--sequences 100]`.

Each sequence has 10⁶ bits (`generator_bytes`). The tests are those of the package sp80022suite, which wraps
the program that NIST published; it is not among the locked requirements, because it is compiled where it is
installed: `uv pip install sp80022suite==0.0.8`. The parameters are NIST's own. As its section 4.2 says, of
each test so many sequences must pass at 1 %, and the values of all sequences must be spread evenly.

Five tests have several values: one for each template, state or direction. The package returns the lowest of
them alone. A sequence then passes if the lowest of k values is at least 1 % / k. Their spread is not judged,
because lowest values are not spread evenly.

Sequences can be tested in parts: each part adds its values to the same `--record FILE`, and `--sum FILE`
judges them together.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import islice, product
from pathlib import Path
from typing import Any

from tests.games.draw.test_draw_statistics import evenly
from tests.proofs.generator_bytes import OF_A_ROUND, rounds

BITS = 1_000_000
ALPHA = 0.01
LEAST_TO_SPREAD = 55  # sequences, as NIST's section 4.2.2 says
LEAST_EVEN = 0.0001  # the chance of values that are spread so unevenly
# By the name of the test: its parameter, as NIST's program has it for such sequences.
TESTS: dict[str, tuple[int, ...]] = {
    "frequency": (), "block_frequency": (128,), "cumulative_sums": (), "runs": (), "longest_run_of_ones": (),
    "rank": (), "discrete_fourier_transform": (), "non_overlapping_template_matchings": (9,),
    "overlapping_template_matchings": (9,), "universal": (), "approximate_entropy": (10,), "serial": (16,),
    "linear_complexity": (500,), "random_excursions": (), "random_excursions_variant": (),
}  # fmt: skip
TEMPLATE_BITS = 9
# Of how many values of a sequence the package returns the lowest, where it is not one.
LOWEST_OF = {
    "cumulative_sums": 2, "non_overlapping_template_matchings": 148, "serial": 2, "random_excursions": 8,
    "random_excursions_variant": 18,
}  # fmt: skip
Values = Mapping[str, Sequence[float]]


def bits_of(data: bytes) -> bytes:
    """One byte of 0 or 1 for each bit, the highest first."""
    return b"".join(BITS_OF_BYTE[byte] for byte in data)


BITS_OF_BYTE = [bytes(byte >> place & 1 for place in range(7, -1, -1)) for byte in range(256)]


def templates() -> list[tuple[int, ...]]:
    """The words of nine bits that cannot overlap with themselves, which NIST's program reads from a file."""
    return [
        word
        for word in product((0, 1), repeat=TEMPLATE_BITS)
        if not any(word[:length] == word[-length:] for length in range(1, TEMPLATE_BITS))
    ]


def write_templates(folder: Path) -> None:
    path = folder / "templates" / f"template{TEMPLATE_BITS}"
    path.parent.mkdir()
    path.write_text("".join(" ".join(map(str, word)) + "\n" for word in templates()))


def next_sequence() -> bytes:
    parts = islice(rounds(), -(-BITS // 8 // OF_A_ROUND))
    return bits_of(b"".join(parts)[: BITS // 8])


def values_of(suite: Any, bits: bytes) -> dict[str, float]:
    """The value of each test; without those that do not apply, as NIST's excursions need 500 cycles."""
    values = {}
    for name, parameters in TESTS.items():
        try:
            values[name] = float(getattr(suite, name)(*parameters, bits))
        except ValueError:
            continue
    return values


def least_passing(sequences: int) -> int:
    """How many sequences must pass, three standard deviations below what is expected."""
    passing = 1 - ALPHA
    return math.floor(sequences * (passing - 3 * math.sqrt(passing * ALPHA / sequences)))


def judge(values: Values) -> list[tuple[str, bool]]:
    """A line for each test, and whether it is good."""
    lines = []
    for name in TESTS:
        own = values.get(name, ())
        count = LOWEST_OF.get(name, 1)
        passed = sum(value >= ALPHA / count for value in own)
        least = least_passing(len(own)) if own else 0
        is_good = bool(own) and passed >= least
        if count > 1:
            spread = f"the lowest of {count} values"
        elif len(own) < LEAST_TO_SPREAD:
            spread = "too few for their spread"
        else:
            tenths = Counter(min(9, int(10 * value)) for value in own)
            even = evenly([tenths[part] for part in range(10)])
            is_good = is_good and even >= LEAST_EVEN
            spread = f"evenly spread: {even:.4f}"
        lines.append((f"{name:36} {passed} of {len(own)} pass, at least {least}; {spread}", is_good))
    return lines


def read_record(path: Path) -> tuple[Values, float]:
    values: dict[str, list[float]] = defaultdict(list)
    seconds = 0.0
    for row in path.read_text().splitlines():
        sequence = json.loads(row)
        seconds += sequence.pop("seconds")
        for name, value in sequence.items():
            values[name].append(value)
    return values, seconds


def run(sequences: int, record: Path) -> None:
    suite, record = import_module("sp80022suite"), record.resolve()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_templates(Path(folder))
        for number in range(sequences):
            begun = time.process_time()
            values = values_of(suite, next_sequence())
            seconds = round(time.process_time() - begun, 3)
            with record.open("a") as file:
                file.write(json.dumps({**values, "seconds": seconds}) + "\n")
            print(f"\r{number + 1} of {sequences} sequences", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--record", type=Path, default=Path("nist-values.jsonl"))
    parser.add_argument("--sum", type=Path, help="judge the values in that file, and test nothing")
    options = parser.parse_args(arguments)
    if not options.sum:
        run(options.sequences, options.record)
    values, seconds = read_record(options.sum or options.record)
    good = True
    for text, is_good in judge(values):
        print(text if is_good else f"{text}  NOT GOOD")
        good = good and is_good
    count = len(values["frequency"])
    print(
        f"{count} sequences of {BITS:,} bits, {count * BITS // 8:,} bytes, {seconds:,.0f} s of one processor"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
