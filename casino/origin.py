"""The one address of the house. Every key, link and check of an origin follows from HOUSE_URL, never from what a request calls it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

# Whoever watches over the processes asks them by their inner addresses.
BY_ANY_NAME = frozenset({"/healthz", "/readyz", "/metrics"})

# The host as it was asked for, in the META of a request.
ASKED_HOST = "casino.asked_host"


def hosts() -> frozenset[str]:
    """What a browser may send as Host."""
    return frozenset(origin.partition("://")[2] for origin in settings.HOUSE_ORIGINS)


class CanonicalHost:
    """Refuses every request that calls the house by another host or port; the case of a name does not matter, and is made one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        known, host = hosts(), request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", "")).lower()
        request.META[ASKED_HOST] = host
        if request.path_info in BY_ANY_NAME:
            host = next(iter(known))
        if host not in known:
            return HttpResponse(
                "This house is not known by that address.\n", status=400, content_type="text/plain"
            )
        request.META["HTTP_HOST"] = host
        return self.get_response(request)


class SocketOrigin:
    """Lets a socket in only from a page of the house: a cookie alone would let any page play for its visitor."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin-1").lower() for name, value in scope["headers"]}
        if headers.get(b"origin") in settings.HOUSE_ORIGINS and headers.get(b"host") in hosts():
            return await self.application(scope, receive, send)
        # Closed before it is accepted: the server answers the handshake with 403.
        return await send({"type": "websocket.close"})
