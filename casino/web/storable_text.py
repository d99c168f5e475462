"""Keeps NUL characters, which PostgreSQL cannot store, from every view.

They are removed from queries and from forms of the back office; forms of players refuse them at the field, as
Django does. Lone surrogates cannot arrive: Django decodes forms with replacement, and the JSON decoders
refuse them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.urls import reverse

NUL = "\0"
Query = TypeVar("Query", bound=QueryDict)


class StorableText:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        """Runs after the sign-in and CSRF middleware have read what they need."""
        if any(NUL in value for value in kwargs.values() if isinstance(value, str)):
            raise Http404
        if _holds_nul(request.GET):
            request.GET = _without_nul(request.GET)
        if (
            request.method == "POST"
            and request.path_info.startswith(reverse("admin:index"))
            and _holds_nul(request.POST)
        ):
            request.POST = _without_nul(request.POST)


def _holds_nul(query: QueryDict) -> bool:
    return any(NUL in text for name, values in query.lists() for text in (name, *values))


def _without_nul(query: Query) -> Query:
    fields = [(name, value) for name, values in query.lists() for value in values]
    cleaned = [(name.replace(NUL, ""), value.replace(NUL, "")) for name, value in fields]
    return type(query)(urlencode(cleaned))
