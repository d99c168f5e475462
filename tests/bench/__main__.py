"""`python -m tests.bench [name …]`: each against its baseline in the same run. Exit code 1 where a goal is missed."""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import time

BENCHES = {
    "bets": "tests.bench.bets",
    "settle": "tests.bench.settle",
    "fanout": "tests.bench.fanout",
    "slow": "tests.bench.fanout",
    "table": "tests.bench.table",
    "memory": "tests.bench.memory",
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(BENCHES))
    parser.add_argument("--here", action="store_true", help="run the one named in this very process")
    asked = parser.parse_args()
    names = asked.names or list(BENCHES)
    if unknown := set(names) - BENCHES.keys():
        parser.error(f"there is no bench named {', '.join(sorted(unknown))}")
    if asked.here:
        getattr(importlib.import_module(BENCHES[names[0]]), names[0])()
        from tests.bench.measure import missed

        return 1 if missed else 0
    failed = []
    for name in names:
        begun = time.monotonic()
        print(f"{name}:", flush=True)
        # Each in a process of its own: what one leaves in memory is no weight on the next.
        if subprocess.run([sys.executable, "-m", "tests.bench", "--here", name], check=False).returncode:
            failed.append(name)
        print(f"  ({time.monotonic() - begun:.0f} s)", flush=True)
    if failed:
        print(f"goals missed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
