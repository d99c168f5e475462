"""Forbids caching of responses, except public pages for anonymous visitors."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase


class NoStore:
    """Pages are personal by default."""

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
        public = name in settings.PUBLIC_PAGES
        return public and request.method in ("GET", "HEAD") and not request.user.is_authenticated
