"""The states of an identity and the transitions between them. Nothing else changes its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from players.audit import note
from players.identity.models import Identity, IdentityCheck, IdentityState
from players.identity.verification.account_status import close_player, unverify_player, verify_player
from players.inbox import send_message
from players.models import Person
from players.shared import clock

# For each state: the verbs that are allowed, and the state that follows.
TRANSITIONS: dict[str, dict[str, IdentityState]] = {
    IdentityState.ASKED: {  # answers of the service
        "yes": IdentityState.VERIFIED,
        "no": IdentityState.DOCUMENTS,
        "mismatch": IdentityState.CORRECT,
        "deceased": IdentityState.REFUSED,
        "minor": IdentityState.REFUSED,
        "unavailable": IdentityState.ASKED,
        "give-up": IdentityState.DOCUMENTS,  # after the last retry without an answer
        "decline": IdentityState.REFUSED,  # a person has decided before the service was asked
    },
    IdentityState.CORRECT: {
        "correct": IdentityState.ASKED,  # by the player
        "give-up": IdentityState.DOCUMENTS,  # after the last correction
    },
    IdentityState.DOCUMENTS: {"send": IdentityState.QUEUED},  # by the player
    IdentityState.QUEUED: {
        "send": IdentityState.QUEUED,  # by the player
        "accept": IdentityState.VERIFIED,  # by staff, like the following
        "return": IdentityState.DOCUMENTS,
        "refuse": IdentityState.REFUSED,
    },
    IdentityState.VERIFIED: {"doubt": IdentityState.DOCUMENTS},  # by staff
    IdentityState.REFUSED: {},
}
# The inbox message to the player when a state is reached.
MESSAGES = {
    IdentityState.VERIFIED: "identity-verified",
    IdentityState.CORRECT: "identity-correct",
    IdentityState.DOCUMENTS: "identity-documents",
    IdentityState.REFUSED: "identity-refused",
}
STAFF_VERBS = ("accept", "return", "refuse", "doubt")


class TransitionNotAllowed(Exception):
    """The identity's present state does not allow this verb."""


@transaction.atomic
def identity_transition(
    *,
    identity: Identity,
    verb: str,
    by: Person | None = None,
    reason: str = "",
    data: Mapping[str, Any] | None = None,
    **details: Any,
) -> Identity:
    """Locks the row, changes the state and applies the consequences: account status, audit line, message.

    `data` are other columns that change with the state; the details go into the audit line.
    """
    identity = (
        Identity.objects.select_for_update(of=("self",)).select_related("player__person").get(pk=identity.pk)
    )
    before = identity.state
    if verb not in TRANSITIONS[before]:
        raise TransitionNotAllowed(verb, before)
    identity.state, identity.changed = TRANSITIONS[before][verb], clock.now()
    identity.reason, identity.due = reason or verb, None
    if identity.state == IdentityState.VERIFIED:
        identity.verified, identity.by = identity.changed, by
    for name, value in (data or {}).items():
        setattr(identity, name, value)
    identity.save(update_fields=["state", "changed", "reason", "due", "verified", "by", *(data or {})])
    if verb in STAFF_VERBS:
        IdentityCheck.objects.create(identity=identity, verifier="staff", answer=verb, by=by)
    note(
        f"identity.{AUDIT_KINDS[verb]}",
        person=by,
        player=identity.player,
        about=f"identity:{identity.pk}",
        before=before,
        **details,
    )
    _apply_consequences(identity, before, verb, by)
    return identity


# The audit kind of each verb, without the prefix "identity.".
AUDIT_KINDS = {
    "yes": "confirmed",
    "no": "unknown",
    "mismatch": "mismatched",
    "deceased": "deceased",
    "minor": "minor",
    "unavailable": "unanswered",
    "give-up": "left-to-documents",
    "correct": "corrected",
    "send": "documents-sent",
    "accept": "accepted",
    "return": "returned",
    "refuse": "refused",
    "decline": "refused",
    "doubt": "doubted",
}


def _apply_consequences(identity: Identity, before: str, verb: str, by: Person | None) -> None:
    player = identity.player
    match identity.state:
        case IdentityState.VERIFIED:
            verify_player(player, by=by)
        case IdentityState.REFUSED:
            close_player(player, reason="identity" if verb in ("refuse", "decline") else verb, by=by)
        case IdentityState.DOCUMENTS if before == IdentityState.VERIFIED:
            unverify_player(player, by=by)
    if identity.state != before and (kind := MESSAGES.get(IdentityState(identity.state))):
        send_message(player, kind, reason=identity.reason)
