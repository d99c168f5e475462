"""Security headers on every response, including static files and errors that no middleware sees.

Middleware sets them for pages, some of which need other values; a response that lacks one gets the strict one
here.
"""

from __future__ import annotations

from typing import Any

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware


class SecurityHeaders:
    """Wraps the whole application."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.headers = {name.lower().encode(): value.encode() for name, value in strict_headers().items()}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ())]
                present = {name.lower() for name, _value in headers}
                missing = [(name, value) for name, value in self.headers.items() if name not in present]
                message = {**message, "headers": headers + missing}
            await send(message)

        await self.application(scope, receive, send_with_headers)


class SecureRequest(HttpRequest):
    """A request over TLS."""

    def is_secure(self) -> bool:
        return True


def strict_headers() -> dict[str, str]:
    """The default headers of the middleware. X-Frame-Options is for browsers without frame-ancestors."""
    request = SecureRequest()
    request.path = request.path_info = settings.STATIC_URL

    def empty(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    response = XFrameOptionsMiddleware(CSPMiddleware(SecurityMiddleware(empty)))(request)
    assert isinstance(response, HttpResponse)
    return {name: value for name, value in response.items() if name != "Content-Type"}
