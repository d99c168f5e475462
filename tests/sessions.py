"""Signed-in sessions without a browser."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.db.models.functions import Now

from players.identity.models import SignIn
from players.identity.sign_in.session_store import SessionStore, proof_digest, session_proof
from players.models import Person


def sign_in(person: Person, *, is_confirmed: bool = True) -> bytes:
    """Open a session of this person and return its proof. Somebody has just signed in, or long ago."""
    session = SessionStore()
    session.create()
    proof = session_proof(session.session_key)
    confirmed = Now() if is_confirmed else None
    SignIn.objects.create(person=person, session=proof_digest(proof), confirmed=confirmed)
    return proof


def end_session(proof: bytes) -> None:
    Session.objects.filter(session_key=proof_digest(proof)).delete()
