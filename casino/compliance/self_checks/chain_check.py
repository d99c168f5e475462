"""The check of all chains: seals, roots and anchors. The result is stored and shown on the panel."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction

from casino.compliance.self_checks.anchors import check_anchors
from casino.compliance.self_checks.models import Proof, Root
from casino.compliance.self_checks.record_roots import check_roots
from players.audit import note
from players.audit.models import Seal
from players.audit.verification import SEALS_LATE, check_seals
from players.models import Person
from players.shared import clock

MAX_STORED = 100  # differences that are stored of one run


def find_faults(anchor_location: Path | None = None) -> list[str]:
    """A code and a sentence for everything that differs from its seal, root or anchor."""
    # Late sealing is not a difference; the check `sealing` reports it.
    faults = [f"{fault.code}: {fault.description}" for fault in check_seals() if fault.code != SEALS_LATE]
    faults += [f"{code}: {sentence}" for code, sentence in check_roots()]
    faults += [f"{code}: {sentence}" for code, sentence in check_anchors(anchor_location)]
    return faults


def prove_chains(*, person: Person | None = None) -> Proof:
    """Check all chains in one transaction and store the result."""
    begun = clock.now()
    with transaction.atomic():
        faults = find_faults()
        count = Seal.objects.count() + Root.objects.count()
    with transaction.atomic():
        proof = Proof.objects.create(
            kind="chains",
            begun=begun,
            rows=count,
            differences=len(faults),
            faults=faults[:MAX_STORED],
            person=person,
        )
        note(
            "watch.chains-checked",
            person=person,
            about=f"proof:{proof.pk}",
            differences=len(faults),
            links=count,
        )
    return proof
