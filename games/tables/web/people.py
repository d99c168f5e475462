"""Who opened a new socket: the person of its session, or a stranger without a session.

Hundreds of strangers may come to watch at once. None of them costs a query or a turn of the thread for the
database, so that the bets of those who play do not wait.
"""

from __future__ import annotations

from typing import Any

from channels.auth import AuthMiddlewareStack
from django.conf import settings


class SocketPeople:
    """Puts `user` and `session` into the scope of the application, unless the browser sent no session at all.

    The layers of Channels end before the application begins: each would keep a copy of the scope, with the
    person and the session, for as long as the socket is open.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        name = f"{settings.SESSION_COOKIE_NAME}=".encode()
        has_session = any(key == b"cookie" and name in value for key, value in scope["headers"])
        running = self.application(await _with_person(scope) if has_session else scope, receive, send)
        del scope  # the socket may be open for hours
        return await running


async def _with_person(scope: Any) -> Any:
    """A copy of the scope with the person and the session. Nothing is written: no message passes through."""
    found: dict[str, Any] = {}

    async def take(inner: Any, receive: object, send: object) -> None:
        found.update(user=inner["user"], session=inner["session"])

    await AuthMiddlewareStack(take)(scope, None, None)
    return scope | found
