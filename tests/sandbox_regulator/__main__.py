"""`python -m tests.sandbox_regulator --keys KEYS --memory FOLDER --port 2121`: collect and answer once."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.sandbox_regulator.collection import Badly, Regulator
from tests.sandbox_regulator.reading import Licensee


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=Path, required=True, help="regulator.key, house.pem and door.pem")
    parser.add_argument("--memory", type=Path, required=True, help="what it remembers between two runs")
    parser.add_argument("--vault", default="1AA")
    parser.add_argument("--entity", default="1")
    parser.add_argument("--licence", default="")
    parser.add_argument(
        "--since-begin", action="store_true",
        help="it remembers every file of the house: accounts were empty before the first one",
    )  # fmt: skip
    parser.add_argument("--port", type=int, default=2121)
    parser.add_argument("--password", default="sandbox")
    parser.add_argument("--badly", type=Badly, choices=list(Badly), help="how to answer wrongly")
    options = parser.parse_args()
    licensee = Licensee(options.entity, options.vault, options.licence)
    regulator = Regulator(
        options.keys, options.memory, licensee, since_begin=options.since_begin, badly=options.badly
    )
    for line in regulator.collect(options.port, options.password):
        print(line)


if __name__ == "__main__":
    main()
