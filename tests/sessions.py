"""Signed-in sessions without a browser."""

from __future__ import annotations

from django.contrib.sessions.models import Session

from players.identity.models import SignIn
from players.identity.session_store import SessionStore, proof_digest, session_proof
from players.models import Person


def sign_in(person: Person) -> bytes:
    """Open a session of this person and return its proof."""
    session = SessionStore()
    session.create()
    proof = session_proof(session.session_key)
    SignIn.objects.create(person=person, session=proof_digest(proof))
    return proof


def end_session(proof: bytes) -> None:
    Session.objects.filter(session_key=proof_digest(proof)).delete()
