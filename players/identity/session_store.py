"""Sessions in the database, each under a digest of its key and sealed: who reads the rows can take over none of them.

Django's store keeps the very value of the cookie. This one is its adapter: it overrides each place where the store looks for a row.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from players.shared import sealing


def session_digest(key: str | None) -> str:
    """What stands for a session everywhere but in its cookie: in the database, between the processes, in the record of sign-ins."""
    return sealing.digest("session", key) if key else ""


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
