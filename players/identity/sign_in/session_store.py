"""Stores sessions in the database sealed and under a digest, so that the rows do not disclose a session.

Two values are derived from the cookie. The proof can be computed only from the cookie; a web process sends it
with every command of the session. The digest of the proof identifies the session everywhere else and reveals
neither.

Any web process can write these rows, and knows the key that seals them. So a row alone signs nobody in: whose
session it is says the record of sign-ins, which only functions of the database write. It is read with the
row.

Django's store saves the value of the cookie itself. This subclass overrides every method that looks up a row.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.db import connection
from msgspec import Struct

from players.shared import sealing
from players.shared.bound_queries import call

# Session key: the id of this sign-in, the digest of the session's key, and of people with an account the time
# when they signed in, in seconds.
SIGN_IN = "sign_in"
# How long after its time a session may still be found: for the hand that runs at that moment.
LAST_HAND = timedelta(hours=1)
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


class OpenSignIn(Struct, frozen=True):
    """What the record of sign-ins says about a session."""

    person: int
    epoch: int  # of the credentials under which it was opened
    is_confirmed: bool  # whether its owner has just shown a second factor, or the password without one
    age: int  # seconds since the sign-in


NOBODY = OpenSignIn(0, 0, False, 0)
SESSION = """
SELECT live.session_data, entry.person_id, entry.epoch,
       coalesce(entry.confirmed > clock_timestamp() - interval '6 minutes', false),
       floor(extract(epoch FROM clock_timestamp() - entry.began))::bigint
FROM django_session AS live
LEFT JOIN identity_signin AS entry ON entry.session = live.session_key AND entry.ended IS NULL
WHERE live.session_key = %s AND live.expire_date > clock_timestamp()
ORDER BY entry.id DESC LIMIT 1
"""


class SessionStore(db.SessionStore):
    _sign_in = NOBODY

    @property
    def sign_in(self) -> OpenSignIn:
        """Whose session this was when it was read. A sign-in of the same request is not in it."""
        self.keys()  # reads the row
        return self._sign_in

    def load(self) -> dict[str, Any]:
        with connection.cursor() as cursor:
            cursor.execute(SESSION, [session_digest(self.session_key)])
            row = cursor.fetchone()
        if row is None:
            self._session_key, self._sign_in = None, NOBODY
            return {}
        data, person, *rest = row
        self._sign_in = NOBODY if person is None else OpenSignIn(person, *rest)
        decoded: dict[str, Any] = self.decode(data)
        return decoded

    async def aload(self) -> dict[str, Any]:
        return await sync_to_async(self.load)()

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
            self[SIGN_IN] = [sign_in[0], digest, *sign_in[2:]]

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        return self._completed(super().create_model_instance(data), data)

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        return self._completed(await super().acreate_model_instance(data), data)

    @staticmethod
    def _completed(row: AbstractBaseSession, data: dict[str, Any]) -> Session:
        """The row under its digest. Using a session does not move its end."""
        assert isinstance(row, Session)
        row.session_key = session_digest(row.session_key)
        if len(sign_in := data.get(SIGN_IN, ())) > 2:
            end = datetime.fromtimestamp(sign_in[2], UTC) + timedelta(hours=settings.SESSION_HOURS)
            row.expire_date = min(row.expire_date, end + LAST_HAND)
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
