"""The check of all chains together: seals, roots, anchors. What it found is kept, and its last result stands on the panel."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction

from casino.compliance.self_checks.anchors import anchors_check
from casino.compliance.self_checks.models import Proof, Root
from casino.compliance.self_checks.record_roots import roots_check
from players.audit import note
from players.audit.models import Seal
from players.audit.verification import SEALS_LATE as LATE
from players.audit.verification import check_seals
from players.models import Person
from players.shared import clock

MOST = 100  # sentences that are kept of one run


def faults(anchored: Path | None = None) -> list[str]:
    """Whatever is not as it was sealed, rooted or anchored: one sentence each."""
    # That sealing is late is no difference: it is looked at each minute, under its own name.
    found = [f"{fault.code}: {fault.said}" for fault in check_seals() if fault.code != LATE]
    found += [f"{code}: {said}" for code, said in roots_check()]
    found += [f"{code}: {said}" for code, said in anchors_check(anchored)]
    return found


def chains_prove(*, person: Person | None = None) -> Proof:
    """Checks everything at one moment of the record, and keeps the result."""
    begun = clock.now()
    with transaction.atomic():
        found = faults()
        count = Seal.objects.count() + Root.objects.count()
    with transaction.atomic():
        proof = Proof.objects.create(
            kind="chains", begun=begun, rows=count, differences=len(found), said=found[:MOST], person=person
        )
        note(
            "watch.chains-checked",
            person=person,
            about=f"proof:{proof.pk}",
            differences=len(found),
            links=count,
        )
    return proof
