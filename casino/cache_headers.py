"""Forbids caching of every page. Files that are the same for everybody are served apart (casino.static)."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class NoStore:
    """Pages are personal, those of strangers too: each has a token of its browser, and sets its cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response["Cache-Control"] = "private, no-store"
        return response
