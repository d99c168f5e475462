"""Headers: pages are not cached, and every response has the security headers, those of static files and of
errors that no middleware sees included.

Middleware sets the security headers for pages, some of which need other values; a response that lacks one
gets the strict one here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware


class NoStore:
    """Pages are personal, those of strangers too: each has a token of its browser, and sets its cookie.

    Files that are the same for everybody are served apart (`casino.web.static`).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response["Cache-Control"] = "private, no-store"
        return response


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
