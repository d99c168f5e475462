"""What a browser or a proxy may keep of an answer: nothing, unless the page is public and whoever asks is a stranger."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

# Routes that say the same to every stranger.
PUBLIC = frozenset({"responsible", "complaints", "contacts", "terms", "privacy"})


class NoStore:
    """A page is personal until it says otherwise: a new one is kept by nobody."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not self._is_public(request):
            response["Cache-Control"] = "private, no-store"
        return response

    @staticmethod
    def _is_public(request: HttpRequest) -> bool:
        name = request.resolver_match.url_name if request.resolver_match else ""
        return name in PUBLIC and request.method in ("GET", "HEAD") and not request.user.is_authenticated
