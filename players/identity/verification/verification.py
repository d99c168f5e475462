"""Checks identities with the identity service, outside requests and transactions, with limited retries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import structlog
from django.db import transaction

from players.identity.models import Identity, IdentityCheck, IdentityState
from players.identity.verification.transitions import identity_transition
from players.identity.verification.verifier import Question, Verdict, Verifier, VerifierAnswer, load_verifier
from players.shared import clock
from players.shared.background import enqueue_after_commit

log = structlog.get_logger("identity")
# Whether a person has to decide about somebody before the service is asked. A layer above registers it. Who
# waits has no time of the next query; with a new one the check goes on.
Hold = Callable[[Identity], bool]
HOLDS: list[Hold] = []
# The delays before each retry when the service does not answer. After the last one, staff examine documents.
RETRY_DELAYS = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
CLAIM_LEASE = timedelta(minutes=2)  # a worker's claim on a check; afterwards another worker may take over
MAX_CORRECTIONS = 2


def register_hold(hold: Hold) -> None:
    if hold not in HOLDS:
        HOLDS.append(hold)


def enqueue_identity_check(identity: Identity) -> None:
    """Enqueues a check after commit. If the message is lost, the periodic sweep runs the check."""
    enqueue_after_commit("players.identity.tasks.ask_identity_service", identity.pk)


def check_identity(identity: int) -> str:
    """Queries the service once if the check is due, and returns the state.

    Safe to run late, twice or concurrently.
    """
    claimed = _claim(identity)
    if claimed is None:
        return Identity.objects.get(pk=identity).state
    verifier = load_verifier()
    if verifier is None:
        return str(identity_transition(identity=claimed, verb="give-up").state)
    verdict = _query(verifier, claimed)
    with transaction.atomic():
        current = Identity.objects.select_for_update().get(pk=identity)
        if current.state != IdentityState.ASKED or current.attempts != claimed.attempts:
            return current.state  # another worker was faster, or the data have changed in the meantime
        IdentityCheck.objects.create(
            identity=current, verifier=verifier.name, answer=verdict.answer, reference=verdict.reference
        )
        current.reference = verdict.reference
        current.save(update_fields=["reference"])
        return str(_apply_answer(current, verdict.answer).state)


def _claim(identity: int) -> Identity | None:
    with transaction.atomic():
        claimed = (
            Identity.objects.select_for_update(skip_locked=True)
            .filter(pk=identity, state=IdentityState.ASKED, due__lte=clock.now())
            .first()
        )
        if claimed is None:
            return None
        if any(hold(claimed) for hold in HOLDS):
            claimed.due = None
            claimed.save(update_fields=["due"])
            return None
        claimed.attempts += 1
        claimed.due = clock.now() + CLAIM_LEASE
        claimed.save(update_fields=["attempts", "due"])
        return claimed


def _query(verifier: Verifier, identity: Identity) -> Verdict:
    question = Question(
        name=identity.name,
        birth=identity.birth,
        nif=identity.nif,
        document_kind=identity.document_kind,
        document_number=identity.document_number,
        document_country=identity.document_country,
        earlier_queries=identity.attempts - 1,
    )
    try:
        return verifier.ask(question)
    except OSError as error:
        log.warning("identity service failed", error=str(error))
        return Verdict(VerifierAnswer.UNAVAILABLE)


def _apply_answer(identity: Identity, answer: VerifierAnswer) -> Identity:
    if answer is VerifierAnswer.UNAVAILABLE:
        if identity.attempts > len(RETRY_DELAYS):
            return identity_transition(identity=identity, verb="give-up", reason=answer.value)
        delay = RETRY_DELAYS[identity.attempts - 1]
        identity = identity_transition(identity=identity, verb=answer.value)
        identity.due = clock.now() + delay
        identity.save(update_fields=["due"])
        return identity
    identity = identity_transition(identity=identity, verb=answer.value)
    if identity.state == IdentityState.CORRECT and identity.corrected >= MAX_CORRECTIONS:
        return identity_transition(identity=identity, verb="give-up", reason=answer.value)
    return identity


def identities_due() -> list[int]:
    """The identities to check now: new ones whose message was lost, and those to retry."""
    return list(
        Identity.objects.filter(state=IdentityState.ASKED, due__lte=clock.now())
        .order_by("due")
        .values_list("pk", flat=True)[:100]
    )
