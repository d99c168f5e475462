"""`python -m tests.sandbox_regulator --keys KEYS --memory FILE --port 2121`: collect and answer once."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.sandbox_regulator.collection import Regulator


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=Path, required=True, help="regulator.key, house.pem and door.pem")
    parser.add_argument("--memory", type=Path, required=True, help="what it remembers between two runs")
    parser.add_argument("--vault", default="1AA")
    parser.add_argument("--port", type=int, default=2121)
    parser.add_argument("--password", default="sandbox")
    options = parser.parse_args()
    regulator = Regulator(options.keys, options.memory, vault=options.vault)
    for line in regulator.collect(options.port, options.password):
        print(line)


if __name__ == "__main__":
    main()
