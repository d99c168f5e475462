"""Asking the service who somebody is: never inside a request or a transaction, again when it does not answer, and not for ever."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.db import transaction

from players.identity.models import Check, Identity, State
from players.identity.transitions import identity_step
from players.identity.verifier import Answer, Question, Verdict, the_verifier
from players.shared import clock

log = structlog.get_logger("identity")
# After which times without an answer it is asked again; after the last, documents are looked at instead.
WAITS = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
# While a question is under way nobody else asks it; whoever fell with it is followed after this.
UNDER_WAY = timedelta(minutes=2)
CORRECTIONS = 2


def identity_check(identity: int) -> str:
    """Asks once, if it is time to; where the identity stands afterwards. Safe to run twice, late, or beside another."""
    claimed = _claim(identity)
    if claimed is None:
        return Identity.objects.get(pk=identity).state
    verifier = the_verifier()
    if verifier is None:
        return str(identity_step(identity=claimed, verb="give-up").state)
    verdict = _ask(claimed)
    with transaction.atomic():
        current = Identity.objects.select_for_update().get(pk=identity)
        if current.state != State.ASKED or current.asked != claimed.asked:
            return current.state  # somebody else was faster, or the data have changed since
        Check.objects.create(
            identity=current, asked=verifier.name, answer=verdict.answer, reference=verdict.reference
        )
        current.reference = verdict.reference
        current.save(update_fields=["reference"])
        return str(_answered(current, verdict.answer).state)


def _claim(identity: int) -> Identity | None:
    with transaction.atomic():
        found = (
            Identity.objects.select_for_update(skip_locked=True)
            .filter(pk=identity, state=State.ASKED, due__lte=clock.now())
            .first()
        )
        if found is None:
            return None
        found.asked += 1
        found.due = clock.now() + UNDER_WAY
        found.save(update_fields=["asked", "due"])
        return found


def _ask(identity: Identity) -> Verdict:
    verifier = the_verifier()
    assert verifier is not None
    question = Question(
        name=identity.name,
        birth=identity.birth,
        nif=identity.nif,
        document_kind=identity.document_kind,
        document_number=identity.document_number,
        document_country=identity.document_country,
        time=identity.asked - 1,
    )
    try:
        return verifier.ask(question)
    except OSError as error:
        log.warning("identity service failed", error=str(error))
        return Verdict(Answer.UNAVAILABLE)


def _answered(identity: Identity, answer: Answer) -> Identity:
    if answer is Answer.UNAVAILABLE:
        if identity.asked > len(WAITS):
            return identity_step(identity=identity, verb="give-up", reason=answer.value)
        wait = WAITS[identity.asked - 1]
        identity = identity_step(identity=identity, verb=answer.value)
        identity.due = clock.now() + wait
        identity.save(update_fields=["due"])
        return identity
    identity = identity_step(identity=identity, verb=answer.value)
    if identity.state == State.CORRECT and identity.corrected >= CORRECTIONS:
        return identity_step(identity=identity, verb="give-up", reason=answer.value)
    return identity


def due() -> list[int]:
    """Whose question is to be asked now: new ones whose message was lost, and those that got no answer."""
    return list(
        Identity.objects.filter(state=State.ASKED, due__lte=clock.now())
        .order_by("due")
        .values_list("pk", flat=True)[:100]
    )
