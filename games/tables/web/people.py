"""Who opened a new socket: the person of its session, or a stranger without a session.

Hundreds of strangers may come to watch at once. None of them costs a query or a turn of the thread for the
database, so that the bets of those who play do not wait.
"""

from __future__ import annotations

from typing import Any

from channels.auth import AuthMiddlewareStack
from django.conf import settings


class SocketPeople:
    """Puts `user` and `session` into the scope, unless the browser sent no session at all."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.with_session = AuthMiddlewareStack(application)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        name = f"{settings.SESSION_COOKIE_NAME}=".encode()
        has_session = any(key == b"cookie" and name in value for key, value in scope["headers"])
        return await (self.with_session if has_session else self.application)(scope, receive, send)
