"""Errors of the API, for code that refuses a request before a view of the API is reached."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SENTENCES: dict[str, Promise] = {
    "invalid": gettext_lazy("Please check what you entered."),
    "not-signed-in": gettext_lazy("Please sign in."),
    "no-player": gettext_lazy("This sign-in has no player account."),
    "forbidden": gettext_lazy("This is not allowed."),
    "read-only": gettext_lazy("A token can only read. Nothing was changed."),
    "csrf": gettext_lazy("The page is out of date: load it again and try once more."),
    "not-found": gettext_lazy("There is nothing here."),
    "method": gettext_lazy("This request is not possible here."),
    "media": gettext_lazy("We could not read the format of this request."),
    "too-often": gettext_lazy("Too many requests. Please wait a little."),
    "terms": gettext_lazy("The terms have changed. Read and accept them first."),
    "listed": gettext_lazy(
        "You are on the national list of people excluded from gambling, so you cannot play here."
    ),
    "confirm": gettext_lazy("Please confirm your identity and try again."),
    "unavailable": gettext_lazy(
        "We cannot answer at the moment. Nothing was changed. Please try again soon."
    ),
    "broken": gettext_lazy("Something went wrong on our side. Nothing was changed."),
}


def error_body(
    code: str, message: str = "", rule: str = "", fields: dict[str, list[str]] | None = None
) -> dict[str, object]:
    content: dict[str, object] = {"code": code, "message": message or str(SENTENCES.get(code, code))}
    if rule:
        content["rule"] = rule
    if fields:
        content["fields"] = fields
    return content


def error_response(code: str, status_code: int) -> JsonResponse:
    """The same content for errors outside the API's own views."""
    return JsonResponse(error_body(code), status=status_code)


def is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/v1/")
