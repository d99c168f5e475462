"""Each job of the minute and of the night, after one history and after another four times as long: both take
the same time, because a job reads only what is new.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from statistics import median

from tests.bench import environment
from tests.bench.measure import detail, goal

ROUNDS = 400  # N
TURNS = 5
NEW_BETS = 20  # in one round before each turn
CHECKED = (
    *("audit_seal", "audit_horizon", "audit_sealcheck", "wallet_bookscheck", "wallet_checkedbalance"),
    *("watch_root", "watch_proof", "games_provenstate"),
)
Job = Callable[[], object]


def bounded() -> None:
    with environment.servers() as folder:
        from django.core.management import call_command
        from django.test import override_settings

        from tests.room import seal_key

        times: dict[str, list[float]] = {}
        with override_settings(SEAL_KEY_FILE=str(seal_key(folder.path)), HOUSE_TEST=True):
            for rounds in (ROUNDS, 3 * ROUNDS):
                forget_checks()
                begun = time.perf_counter()
                silent = {"stdout": StringIO(), "stderr": StringIO()}
                call_command(
                    "simulate_house", rounds=rounds, players=40, days=60, jobs=1, seed=rounds, **silent
                )
                for job in jobs().values():
                    job()  # what the night before has checked
                detail(f"{rounds:,} rounds written and checked in {time.perf_counter() - begun:.1f} s")
                for name, seconds in measured(folder.path).items():
                    times.setdefault(name, []).append(seconds)
        for name, (few, many) in times.items():
            detail(
                f"{name}: {few * 1000:.1f} ms after {ROUNDS:,} rounds, {many * 1000:.1f} ms after "
                f"{4 * ROUNDS:,}: {many / few:.2f}"
            )
        goal("bounded.ratio", max(many / few for few, many in times.values()), most=1.2)


def forget_checks() -> None:
    """A simulated past is written only into a record that is not sealed."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(f"TRUNCATE {', '.join(CHECKED)}")


def jobs() -> dict[str, Job]:
    """By turns, in the order of the day."""
    from django.core.management import call_command

    from casino.compliance.self_checks.chain_check import prove_chains
    from casino.compliance.self_checks.checks import HOURLY_CHECKS, MINUTE_CHECKS, run_checks
    from casino.compliance.self_checks.record_roots import make_roots
    from players.audit.seals import seal
    from players.audit.verification import store_seal_check

    return {
        "seal": lambda: seal(margin=timedelta(0)),
        "roots": make_roots,
        "watch": lambda: run_checks(MINUTE_CHECKS),
        "jackpots": lambda: run_checks({"jackpots": HOURLY_CHECKS["jackpots"]}),
        "prove": lambda: call_command("prove", jobs=1, stdout=StringIO(), stderr=StringIO()),
        "seal-check": lambda: store_seal_check(complete=False),
        "record-check": lambda: prove_chains(complete=False),
    }


def measured(folder: Path) -> dict[str, float]:
    """The median time of each job, with the same new play before each turn."""
    from tests.bench.own_table import OwnTable
    from tests.room import players_with

    own = OwnTable(folder, players_with(10_000_000, 1), minimum=50)
    times: dict[str, list[float]] = {}
    for _ in range(TURNS):
        own.until("bets-opened")
        own.accepted(own.bets([(own.players[0], {"red": 50}) for _ in range(NEW_BETS)]))
        own.until("round-ended")
        for name, job in jobs().items():
            begun = time.perf_counter()
            job()
            times.setdefault(name, []).append(time.perf_counter() - begun)
    return {name: median(seconds) for name, seconds in times.items()}
