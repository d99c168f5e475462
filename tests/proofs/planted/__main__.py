"""Plants small faults in a copy of the code, one at a time, and checks that the test suite catches each of
them.

Every fault names the tests that must fail while it is in place. First all these tests run without a fault and
must pass. The last line says how many faults were planted and how many were caught. A fault that no longer
applies to the code counts as a failure. The whole run takes about half an hour on two free cores with --jobs
2. Ctrl-C ends it and prints the result so far.

Exit code: 0 if every fault was caught, 1 if not, 2 if the tests fail without a fault, 130 if it was
interrupted.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence

from tests import browser
from tests.proofs.planted.catalogue import Fault, load, problems
from tests.proofs.planted.runner import Runner


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.proofs.planted",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        default=[],
        help="only faults whose name or file contains NAME; repeatable",
    )
    parser.add_argument("--list", action="store_true", help="print the faults and plant none")
    parser.add_argument(
        "--check-apply",
        action="store_true",
        help="only check that every fault still applies; takes about a second",
    )
    parser.add_argument("--jobs", type=int, default=1, help="copies of the code that are tested in parallel")
    parser.add_argument(
        "--no-clean-run", action="store_true", help="do not run the tests without a fault first"
    )
    return parser.parse_args()


def chosen(names: Sequence[str]) -> list[Fault]:
    return [
        fault
        for fault in load()
        if not names or any(name in fault.name or name in fault.file for name in names)
    ]


def main() -> int:
    options = arguments()
    faults = chosen(options.only)
    if not faults:
        print(f"No fault has a name or a file that contains {' or '.join(options.only)}.", file=sys.stderr)
        return 1
    if options.list:
        for fault in faults:
            print(f"{fault.name:44} {fault.file:52} {fault.why}")
        return 0
    if wrong := problems(faults):
        print("\n".join(wrong), file=sys.stderr)
        return 1
    if options.check_apply:
        print(f"{len(faults)} faults apply")
        return 0
    if browser.find() is None and any(fault.needs_browser for fault in faults):
        print("Some faults are caught only with a browser: install Chromium or set BROWSER.", file=sys.stderr)
        return 2
    return plant(faults, Runner(options.jobs), clean_run=not options.no_clean_run)


def plant(faults: Sequence[Fault], runner: Runner, *, clean_run: bool) -> int:
    previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
    planted = caught = 0
    code = 0
    try:
        if clean_run:
            print("Running the named tests without a fault ...", flush=True)
            if failed := runner.clean_run(faults):
                print(failed, "\nThe tests fail without a fault.", sep="\n", file=sys.stderr)
                return 2
        for outcome in runner.outcomes(faults):
            planted, caught = planted + 1, caught + outcome.caught
            word = "caught by" if outcome.caught else "NOT CAUGHT:"
            print(
                f"[{planted:3}/{len(faults)}] {outcome.fault.name}: {word} {outcome.reason} "
                f"({outcome.seconds:.0f} s)",
                flush=True,
            )
        code = 0 if planted == caught == len(faults) else 1
    except KeyboardInterrupt:
        runner.stop()
        code = 130
    finally:
        signal.signal(signal.SIGTERM, previous)
    print(f"{planted} planted, {caught} caught")
    return code


if __name__ == "__main__":
    sys.exit(main())
