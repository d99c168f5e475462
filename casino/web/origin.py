"""The one address of the installation.

Links and origin checks follow from HOUSE_URL, never from a request. Whoever comes by another name of the
house is led there, from Portugal and from elsewhere: nobody plays or signs in under another name, so the
house need not know where a visitor is.  [903-B 2.1.1, 2.2.3, 5.1.2.1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect

# Monitoring requests these by the internal addresses of the processes.
ANY_HOST_PATHS = frozenset({"/healthz", "/readyz", "/metrics"})

# The requested host, in the META of a request.
REQUESTED_HOST = "casino.requested_host"


def hosts() -> frozenset[str]:
    """The accepted values of the Host header."""
    return frozenset(origin.partition("://")[2] for origin in settings.HOUSE_ORIGINS)


class SeeOther(HttpResponseRedirect):
    """The browser asks the new address with GET. A form that was sent to another name changes nothing."""

    status_code = 303


def lead_to_house(request: HttpRequest) -> HttpResponseBase:
    """The same page under HOUSE_URL. The path never begins with two slashes, and no host comes from it."""
    response = SeeOther(f"{settings.HOUSE_URL}/{request.get_full_path().lstrip('/')}")
    response["Cache-Control"] = "no-store"
    return response


class CanonicalHost:
    """Leads from other names of the house to its own, refuses requests for any other host or port, and
    normalises the host to lower case.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        known, host = hosts(), request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", "")).lower()
        request.META[REQUESTED_HOST] = host
        if request.path_info in ANY_HOST_PATHS:
            host = next(iter(known))
        if host in settings.HOUSE_OTHER_NAMES:
            return lead_to_house(request)
        if host not in known:
            return HttpResponse(
                "This house is not known by that address.\n", status=400, content_type="text/plain"
            )
        request.META["HTTP_HOST"] = host
        return self.get_response(request)


def is_own_page(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a handshake with these headers comes from a page of this house, at one of its addresses."""
    values = {name: value.decode("latin-1").lower() for name, value in headers}
    return values.get(b"origin") in settings.HOUSE_ORIGINS and values.get(b"host") in hosts()


class SocketOrigin:
    """Accepts sockets only from our own pages. Otherwise any website could play for its visitor."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        if is_own_page(scope["headers"]):
            return await self.application(scope, receive, send)
        # Closing before accepting makes the server answer the handshake with 403.
        return await send({"type": "websocket.close"})
