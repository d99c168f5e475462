"""The life of an identity as a table: from where, by what, to where. Nothing else changes its state."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from players.audit import note
from players.identity.account_status import player_close, player_doubt, player_verify
from players.identity.models import Check, Identity, State
from players.inbox import tell
from players.models import Person
from players.shared import clock

STEPS: dict[str, dict[str, State]] = {
    State.ASKED: {  # the service answers
        "yes": State.VERIFIED,
        "no": State.DOCUMENTS,
        "mismatch": State.CORRECT,
        "deceased": State.REFUSED,
        "minor": State.REFUSED,
        "unavailable": State.ASKED,
        "give-up": State.DOCUMENTS,  # the service, after so many questions without an answer
    },
    State.CORRECT: {
        "correct": State.ASKED,
        "give-up": State.DOCUMENTS,
    },  # the player, who may correct so many times
    State.DOCUMENTS: {"send": State.QUEUED},  # the player
    State.QUEUED: {
        "send": State.QUEUED,
        "accept": State.VERIFIED,
        "return": State.DOCUMENTS,
        "refuse": State.REFUSED,
    },  # the player; staff
    State.VERIFIED: {"doubt": State.DOCUMENTS},  # staff
    State.REFUSED: {},
}
# What the player is told when the state becomes this one.
TOLD = {
    State.VERIFIED: "identity-verified",
    State.CORRECT: "identity-correct",
    State.DOCUMENTS: "identity-documents",
    State.REFUSED: "identity-refused",
}
BY_STAFF = ("accept", "return", "refuse", "doubt")


class NotNow(Exception):
    """The table has no such step from where the identity stands."""


@transaction.atomic
def identity_step(
    *, identity: Identity, verb: str, by: Person | None = None, reason: str = "", **said: Any
) -> Identity:
    """Takes one step of the table, with everything that follows from it. Whoever holds the row first decides."""
    identity = (
        Identity.objects.select_for_update(of=("self",)).select_related("player__person").get(pk=identity.pk)
    )
    before = identity.state
    if verb not in STEPS[before]:
        raise NotNow(verb, before)
    identity.state, identity.changed, identity.reason = STEPS[before][verb], clock.now(), reason or verb
    identity.due = None
    if identity.state == State.VERIFIED:
        identity.verified, identity.by = identity.changed, by
    identity.save(update_fields=["state", "changed", "reason", "due", "verified", "by"])
    if verb in BY_STAFF:
        Check.objects.create(identity=identity, asked="staff", answer=verb, by=by)
    note(
        f"identity.{PAST[verb]}",
        person=by,
        player=identity.player,
        about=f"identity:{identity.pk}",
        before=before,
        **said,
    )
    _follow(identity, before, verb, by)
    return identity


PAST = {
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
    "doubt": "doubted",
}


def _follow(identity: Identity, before: str, verb: str, by: Person | None) -> None:
    player = identity.player
    match identity.state:
        case State.VERIFIED:
            player_verify(player, by=by)
        case State.REFUSED:
            player_close(player, reason=verb if verb != "refuse" else "identity", by=by)
        case State.DOCUMENTS if before == State.VERIFIED:
            player_doubt(player, by=by)
    if identity.state != before and (kind := TOLD.get(State(identity.state))):
        tell(player, kind, reason=identity.reason)
