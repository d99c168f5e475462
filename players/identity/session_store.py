"""Sessions in the database, each under a digest and sealed: nobody who reads the rows can take a session over.

Two values follow from the cookie. The proof can be computed only from the cookie; a web process sends it with each command of
the session. The digest of the proof names the session everywhere else, and leads back to neither.

Django's store keeps the value of the cookie itself. This one is its adapter: it overrides each place where the store looks for a row.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from contextvars import ContextVar
from hashlib import sha256
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from players.shared import sealing

# The proof of the session of the request that is being answered; empty where no request is.
request_proof: ContextVar[bytes] = ContextVar("request_proof", default=b"")


def session_proof(key: str | None) -> bytes:
    """What only somebody with the cookie, and this installation's SECRET_KEY, can compute."""
    return sealing.digest("session", key).encode() if key else b""


def proof_digest(proof: bytes) -> str:
    """The name of the session that this proves: in the database, between processes, in the record of sign-ins."""
    return sha256(proof).hexdigest()[: sealing.DIGEST_DIGITS] if proof else ""


def session_digest(key: str | None) -> str:
    return proof_digest(session_proof(key))


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        return self._opened(self._stored().first())

    async def aload(self) -> dict[str, Any]:
        return self._opened(await self._stored().afirst())

    def _stored(self) -> Any:
        return Session.objects.filter(
            session_key=session_digest(self.session_key), expire_date__gt=timezone.now()
        )

    def _opened(self, row: Session | None) -> dict[str, Any]:
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

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        return self._hidden(super().create_model_instance(data))

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        return self._hidden(await super().acreate_model_instance(data))

    @staticmethod
    def _hidden(row: Session) -> Session:
        row.session_key = session_digest(row.session_key)
        return row

    def encode(self, session_dict: dict[str, Any]) -> str:
        return b64encode(sealing.seal("session", super().encode(session_dict))).decode()

    def decode(self, session_data: str | bytes) -> dict[str, Any]:
        try:
            opened = sealing.unseal("session", b64decode(session_data))
        except (sealing.UnsealError, ValueError):
            return {}
        decoded: dict[str, Any] = super().decode(opened)
        return decoded
