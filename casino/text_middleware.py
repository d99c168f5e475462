"""Text that no column can hold is kept from every view, in one place.

PostgreSQL stores no NUL. What staff type or paste loses it, and so does every query; a player's form refuses it at its field, as
Django's fields do. A form cannot carry a lone surrogate, because Django decodes it with replacement; JSON is refused by its decoders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.urls import reverse

NUL = "\0"


class StorableText:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, named: Any) -> None:
        """Before the view, and after the sign-in and the protection of forms have read what they need."""
        if any(NUL in value for value in named.values() if isinstance(value, str)):
            raise Http404
        if _holds_nul(request.GET):
            request.GET = _without_nul(request.GET)  # type: ignore[assignment]
        if (
            request.method == "POST"
            and request.path_info.startswith(reverse("admin:index"))
            and _holds_nul(request.POST)
        ):
            request.POST = _without_nul(request.POST)  # type: ignore[assignment]


def _holds_nul(given: QueryDict) -> bool:
    return any(NUL in text for name, values in given.lists() for text in (name, *values))


def _without_nul(given: QueryDict) -> QueryDict:
    cleaned = QueryDict(mutable=True)
    for name, values in given.lists():
        for value in values:
            cleaned.appendlist(name.replace(NUL, ""), value.replace(NUL, ""))
    return cleaned
