"""Stores sessions in the database sealed and under a digest, so that the rows do not disclose a session.

Two values are derived from the cookie. The proof can be computed only from the cookie; a web process sends it
with every command of the session. The digest of the proof identifies the session everywhere else and reveals
neither.

Django's store saves the value of the cookie itself. This subclass overrides every method that looks up a row.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from contextvars import ContextVar
from hashlib import sha256
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from players.shared import sealing
from players.shared.bound_queries import call

SIGN_IN = "sign_in"  # session key: the id of this sign-in, and the digest of the session's key
# The session proof of the current request; empty outside a request.
request_proof: ContextVar[bytes] = ContextVar("request_proof", default=b"")


def session_proof(key: str | None) -> bytes:
    """Computes the proof, which requires the cookie and this installation's SECRET_KEY."""
    return sealing.digest("session", key).encode() if key else b""


def proof_digest(proof: bytes) -> str:
    """The identifier of the session in the database, between processes and in the record of sign-ins."""
    return sha256(proof).hexdigest()[: sealing.DIGEST_DIGITS] if proof else ""


def session_digest(key: str | None) -> str:
    return proof_digest(session_proof(key))


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        return self._session_data(self._rows().first())

    async def aload(self) -> dict[str, Any]:
        return self._session_data(await self._rows().afirst())

    def _rows(self) -> QuerySet[Session]:
        return Session.objects.filter(
            session_key=session_digest(self.session_key), expire_date__gt=timezone.now()
        )

    def _session_data(self, row: Session | None) -> dict[str, Any]:
        if row is None:
            self._session_key = None
            return {}
        decoded: dict[str, Any] = self.decode(row.session_data)
        return decoded

    def exists(self, session_key: str) -> bool:
        return super().exists(session_digest(session_key))

    async def aexists(self, session_key: str) -> bool:
        return await super().aexists(session_digest(session_key))

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(session_digest(key))

    async def adelete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            await super().adelete(session_digest(key))

    def cycle_key(self) -> None:
        """Takes the open sign-in along to the new key. The database asks for the proof of the old one."""
        before, sign_in = session_proof(self.session_key), self.get(SIGN_IN)
        super().cycle_key()
        if before and sign_in:
            digest = session_digest(self.session_key)
            call("SELECT identity_session_move(%s, %s, %s)", [sign_in[0], before.decode(), digest])
            self[SIGN_IN] = [sign_in[0], digest]

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        return self._with_digest(super().create_model_instance(data))

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        return self._with_digest(await super().acreate_model_instance(data))

    @staticmethod
    def _with_digest(row: AbstractBaseSession) -> Session:
        assert isinstance(row, Session)
        row.session_key = session_digest(row.session_key)
        return row

    def encode(self, session_dict: dict[str, Any]) -> str:
        return b64encode(sealing.seal("session", super().encode(session_dict))).decode()

    def decode(self, session_data: str | bytes) -> dict[str, Any]:
        try:
            unsealed = sealing.unseal("session", b64decode(session_data))
        except (sealing.UnsealError, ValueError):
            return {}
        decoded: dict[str, Any] = super().decode(unsealed)
        return decoded
