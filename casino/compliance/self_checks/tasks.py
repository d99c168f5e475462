"""What the worker looks at by the hour. Each is safe to run twice, late, or not at all for a while: then the panel says so."""

from __future__ import annotations

from celery import shared_task

from casino.compliance.self_checks import anchors, check_states, checks, program_files
from casino.compliance.self_checks import chain_check as proving
from casino.compliance.self_checks import record_roots as rooting


@shared_task
def roots() -> int:
    return rooting.roots_make()


@shared_task
def watch() -> int:
    wrong = checks.look(checks.EACH_MINUTE)
    check_states.keep("watch", True)
    return len(wrong)


@shared_task
def anchor() -> str:
    rooting.roots_make()
    return str(anchors.anchor_write())


@shared_task(time_limit=1800)
def files_check() -> bool:
    """The files of the house, and the meters of all jackpots against every movement."""
    checks.look(checks.EACH_HOUR)
    return program_files.check()


@shared_task(time_limit=6 * 3600)
def check(person: int | None = None) -> int:
    from players.models import Person

    starter = Person.objects.filter(pk=person).first() if person is not None else None
    proof = proving.chains_prove(person=starter)
    checks.look({"chains": checks.chains})
    return int(proof.differences)
