"""The check of all chains: seals, roots and anchors. The result is stored and shown on the panel."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction

from casino.record_checks.anchors import check_anchors, last_anchor
from casino.record_checks.models import Proof
from casino.record_checks.record_roots import last_roots
from casino.record_checks.root_check import check_roots, reached_roots
from players.audit import note
from players.audit.models import Seal
from players.audit.verification import SEALS_LATE, SealFault, check_seals, store_seal_check
from players.models import Person
from players.shared import clock
from players.shared.progress import Advance, ignore_progress

MAX_STORED = 100  # differences that are stored of one run


def find_faults(anchor_location: Path | None = None, advance: Advance = ignore_progress) -> list[str]:
    """A code and a sentence for everything that differs from its seal, root or anchor."""
    return [
        *_sentences(check_seals(advance=advance)),
        *(f"{code}: {sentence}" for code, sentence in check_roots(advance=advance)),
        *(f"{code}: {sentence}" for code, sentence in check_anchors(anchor_location)),
    ]


def links_count() -> int:
    """How many seals and roots there are, by their numbers."""
    last_seal = Seal.objects.order_by("-number").values_list("number", flat=True).first()
    return (last_seal or 0) + sum(root.number for root in last_roots().values())


def prove_chains(*, person: Person | None = None, complete: bool = True) -> Proof:
    """Check all chains in one transaction and store the result.

    Unless `complete`, only what is new since the last check without a difference is compared.
    """
    begun = clock.now()
    before = _last_clean_proof() if not complete else None
    reached = before.reached if before else {}
    with transaction.atomic():
        position = {"roots": reached_roots(), "anchor": last_anchor()}
        faults = [
            *_sentences(store_seal_check(complete=before is None)),
            *(f"{code}: {sentence}" for code, sentence in check_roots(reached.get("roots"))),
            *(f"{code}: {sentence}" for code, sentence in check_anchors(after=reached.get("anchor", ""))),
        ]
        count = links_count()
    with transaction.atomic():
        proof = Proof.objects.create(
            kind="chains",
            begun=begun,
            rows=count,
            differences=len(faults),
            faults=faults[:MAX_STORED],
            person=person,
            complete=before is None,
            reached=position,
        )
        note(
            "watch.chains-checked",
            person=person,
            about=f"proof:{proof.pk}",
            differences=len(faults),
            links=count,
        )
    return proof


def _last_clean_proof() -> Proof | None:
    return Proof.objects.filter(kind="chains", differences=0).exclude(reached={}).order_by("-pk").first()


def _sentences(faults: list[SealFault]) -> list[str]:
    # Late sealing is not a difference; the check `sealing` reports it.
    return [f"{fault.code}: {fault.description}" for fault in faults if fault.code != SEALS_LATE]
