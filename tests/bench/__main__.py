"""`python -m tests.bench [name …]`: every figure beside its peer, measured in the same run, after a fixed
piece of work that says how fast this machine is. Exits with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import traceback
from functools import partial

from tests.bench import machine, measure

# Those of one line share a process and what it opens; what one line leaves in memory is no weight on the
# next.
GROUPS = (
    ("bets",),
    ("settle",),
    ("fanout", "slow", "table", "every", "watchers"),
    ("memory",),
    ("crowd",),
    ("audience",),
    ("games",),
    ("sizes",),
    ("pages",),
)
# What a change may have made slower, in three minutes.
QUICKLY = ("bets", "settle", "fanout", "table", "games")
# What is about one part of the house, takes longer than all others together, or needs a machine that does
# nothing else: it runs when it is named, or with --all.
APART = (
    ("takeover",),
    ("second-croupier",),
    ("beacon-sandbox",),
    ("beacon-bets",),
    ("account-pages",),
    ("office-pages",),
    ("monitoring",),
    ("payouts",),
    ("balances",),
    ("logged",),
    ("beacon-quicknet",),
    ("office",),
    ("regulator-day",),
    ("reports",),
    ("traces",),
    ("bounded",),
    ("sealed",),
    ("monitoring-play",),
    ("history",),
)
MOST_SECONDS = {False: 900, True: 180}  # of all usual ones, and of the quick ones
NAMES = tuple(name for group in GROUPS + APART for name in group)
USUAL = tuple(name for group in GROUPS for name in group)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(NAMES))
    parser.add_argument(
        "--here", action="store_true", help="in this very process; the names must go together"
    )
    parser.add_argument("--quick", action="store_true", help=f"short runs of {', '.join(QUICKLY)}")
    parser.add_argument("--all", action="store_true", help="also those that run only when they are named")
    options = parser.parse_args()
    usual = NAMES if options.all else QUICKLY if options.quick else USUAL
    names = options.names or list(usual)
    if unknown := set(names) - set(NAMES):
        parser.error(f"there is no bench named {', '.join(sorted(unknown))}")
    if options.here:
        return run_benches(names)
    processor, clock = machine.factors()
    os.environ |= {"BENCH_PROCESSOR": f"{processor:.3f}", "BENCH_CLOCK": f"{clock:.3f}"}
    os.environ["BENCH_QUICK"] = str(int(options.quick))
    begun, failed = time.monotonic(), False
    for group in GROUPS + APART:
        if chosen := [name for name in group if name in names]:
            started = time.monotonic()
            failed |= (
                subprocess.run(
                    [sys.executable, "-m", "tests.bench", "--here", *chosen], check=False
                ).returncode
                != 0
            )
            print(f"  {', '.join(chosen)}: {time.monotonic() - started:.0f} s", flush=True)
    seconds = time.monotonic() - begun
    if not options.names and not options.all:
        measure.CLOCK = clock
        most = MOST_SECONDS[options.quick]
        measure.goal("bench-seconds", seconds, most=most, beside="how long one waits for it", machine=clock)
        failed |= bool(measure.missed)
    print(f"{seconds:.0f} s; {'a goal was missed' if failed else 'every goal was met'}", flush=True)
    return 1 if failed else 0


def run_benches(names: list[str]) -> int:
    from tests.bench import (
        account_pages,
        audience,
        balances,
        beacon,
        bets,
        bounded,
        crowd,
        environment,
        every,
        fanout,
        games,
        history,
        logged,
        memory,
        monitoring,
        monitoring_play,
        office,
        office_pages,
        payouts,
        phone_pages,
        regulator_day,
        reports,
        sealed,
        settle,
        sizes,
        table,
        takeover,
        traces,
        watchers,
    )

    # These start the servers that they need themselves, and have a process each.
    on_their_own = {
        "account-pages": account_pages.account_pages,
        "balances": balances.balances,
        "beacon-quicknet": partial(beacon.beacon, "quicknet"),
        "beacon-sandbox": partial(beacon.beacon, "sandbox"),
        "bets": bets.bets,
        "bounded": bounded.bounded,
        "games": games.games,
        "history": history.history,
        "logged": logged.logged,
        "memory": memory.memory,
        "monitoring": monitoring.monitoring,
        "office": office.office,
        "office-pages": office_pages.office_pages,
        "pages": phone_pages.phone_pages,
        "payouts": payouts.payouts,
        "regulator-day": regulator_day.regulator_day,
        "reports": reports.reports,
        "sealed": sealed.sealed,
        "settle": settle.settle,
        "sizes": sizes.sizes,
        "traces": traces.traces,
    }
    if names[0] in on_their_own:
        on_their_own[names[0]]()
    elif "beacon-bets" in names:
        with environment.house() as running:
            beacon.bets(running.url)
    elif "audience" in names:
        with environment.house() as running:
            audience.audience(running)
    elif "second-croupier" in names:
        with environment.house() as running:
            crowd.second_croupier(running)
    elif "takeover" in names:
        with environment.house() as running:
            takeover.takeover(running)
    elif "monitoring-play" in names:
        with environment.house() as running:
            monitoring_play.monitoring_play(running)
    elif "crowd" in names:
        with (
            environment.house() as running,
            environment.plain_server() as plain,
        ):
            crowd.crowd(running, plain)
    else:
        live = {
            "fanout": fanout.fanout,
            "slow": fanout.slow,
            "table": table.table,
            "every": every.every,
            "watchers": watchers.watchers_bench,
        }
        with (
            environment.house() as running,
            environment.plain_server() as plain,
        ):
            for name in names:
                try:
                    live[name](running.url, plain)
                except Exception:  # a bench that breaks is a failure, and does not silence the next one
                    traceback.print_exc()
                    measure.missed.append(name)
    return 1 if measure.missed else 0


if __name__ == "__main__":
    sys.exit(main())
