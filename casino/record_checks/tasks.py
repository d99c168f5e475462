"""The scheduled self-checks. Each may run twice or late; a check that does not run shows on the panel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from celery import shared_task

from casino.archive.record_months import add_months, analyze
from casino.record_checks import program_files, record_roots
from casino.record_checks.anchors import write_anchor
from casino.record_checks.chain_check import prove_chains
from casino.record_checks.check_states import store_state
from casino.record_checks.checks import (
    HOURLY_CHECKS,
    MINUTE_CHECKS,
    chains,
    monitored,
    run_checks,
)
from casino.tasks import task_runs
from players.audit.simulated_past import is_past_awaited

if TYPE_CHECKING:
    from players.models import Person


@shared_task
def make_roots() -> int:
    return 0 if is_past_awaited() else record_roots.make_roots()


@shared_task
def run_self_checks() -> int:
    task_runs.record_schedule()
    failing = run_checks(MINUTE_CHECKS)
    store_state("watch", True)
    return len(failing)


@shared_task
def anchor_root() -> str:
    if is_past_awaited():
        return ""
    record_roots.make_roots()
    return str(write_anchor())


@shared_task(time_limit=1800)
def check_files() -> bool | None:
    """Check the installed files, and the jackpots against their transfers."""
    run_checks(HOURLY_CHECKS)
    return program_files.check_files()


@shared_task(time_limit=6 * 3600)
def check_record(person: int | None = None) -> int:
    """Check the new links of all chains; all links when a person asks for it."""
    from players.models import Person

    starter = Person.objects.filter(pk=person).first() if person is not None else None
    return _check(starter, complete=starter is not None)


@shared_task(time_limit=24 * 3600)
def check_whole_record() -> int:
    return _check(None, complete=True)


def _check(starter: Person | None, *, complete: bool) -> int:
    proof = prove_chains(person=starter, complete=complete)
    run_checks({"chains": chains, **({"monitored": partial(monitored, complete=True)} if complete else {})})
    return int(proof.differences)


@shared_task
def add_record_months() -> int:
    return add_months()


@shared_task
def analyze_record() -> None:
    analyze()
