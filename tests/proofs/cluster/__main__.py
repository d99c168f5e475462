"""Three hosts on this machine, with the system on them.

    make cluster                          open them, print the address, stay until Ctrl-C
    make cluster DRILL=all                run every drill; ends with the line `N drills, M failed`
    make cluster DRILL="leader,standby"   run the drills whose names begin so

It needs root, for network namespaces, Debian's packages etcd-server etcd-client haproxy pgbouncer nftables
faketime postgresql, and a Valkey with TLS, which deploy/cluster/build-valkey builds. PG_BINDIR and
VALKEY_SERVER name other programs; those that `make run` embeds have no TLS.
`CLUSTER_UPGRADES=50` makes the rolling upgrade longer, as `make long` does.
`CLUSTER_KEEP` names a folder that keeps the logs and the players' journals.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.proofs.cluster import attacks, drills, programs
from tests.proofs.cluster.network import NetworkError
from tests.proofs.cluster.party import join
from tests.proofs.cluster.servers import CannotRunError
from tests.proofs.cluster.system import ClusterError, System, running


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--drill", default="", help="all, or the beginning of names, separated by commas")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    options = parser.parse_args()
    chosen = drills.find(options.drill) if options.drill else []
    if reason := programs.missing():
        return not_run(chosen, reason)
    begun = time.monotonic()
    # A signal to this process also ends the hosts.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
    try:
        with running(options.port, pages=not chosen) as system:
            print(f"{system.url} is open on three hosts after {time.monotonic() - begun:.0f} s.", flush=True)
            print(
                f"{attacks.check(system)} attempts of a stranger on their network were refused.", flush=True
            )
            if not chosen:
                return stay(system)
            join(system)
            failed = sum(not passes(system, drill, number) for number, drill in enumerate(chosen, 1))
            load = os.getloadavg()[0]
            print(f"load {load:.1f} on {os.cpu_count()} processors")
            print(f"{len(chosen)} drills, {failed} failed")
            return 1 if failed else 0
    except KeyboardInterrupt:
        return 130


def not_run(chosen: list[drills.Drill], reason: str) -> int:
    for drill in chosen:
        print(f"{drill.name}: not run: {reason}")
    if chosen:
        print(f"{len(chosen)} drills, {len(chosen)} failed")
    else:
        print(f"The hosts cannot be opened here: {reason}.")
    return 1


def stay(system: System) -> int:
    print(system.sign_ins, flush=True)
    print("Ctrl-C ends the hosts.", flush=True)
    threading.Event().wait()
    return 0


def passes(system: System, drill: drills.Drill, number: int) -> bool:
    with tempfile.TemporaryDirectory() as place:
        try:
            result = drills.run(system, drill, Path(place), number)
        except CannotRunError as error:
            print(f"{drill.name}: not run: {error}", flush=True)
            return False
        except (ClusterError, NetworkError) as error:
            print(f"FAILED {drill.name}: {error}", flush=True)
            return False
        finally:
            if keep := os.environ.get("CLUSTER_KEEP"):
                shutil.copytree(place, keep, dirs_exist_ok=True)
    print(result.line(), flush=True)
    for problem in result.problems()[:10]:
        print(f"    {problem}", flush=True)
    return not result.problems()


if __name__ == "__main__":
    sys.exit(main())
