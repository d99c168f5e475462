"""Every refusal of the API in one shape: a code, a sentence, the rule where there is one, and the fields that were wrong."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, serializers, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from players.shared.api_errors import SENTENCES, error_body


class Refusal(exceptions.APIException):
    """An ordinary no of the house."""

    def __init__(
        self, code: str, message: str = "", *, rule: str = "", status_code: int = status.HTTP_409_CONFLICT
    ) -> None:
        self.status_code, self.code, self.rule = status_code, code, rule
        super().__init__(message or str(SENTENCES.get(code, code)), code)


class ErrorShape(serializers.Serializer[Any]):
    code = serializers.CharField(
        help_text="What kind of refusal it is, in one word, the same in every language."
    )
    message = serializers.CharField(help_text="A sentence for people, in the language of the session.")
    rule = serializers.CharField(
        required=False, help_text="The rule it obeys, by its id, where there is one."
    )
    fields = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What was wrong, field by field.",
    )


CODES: list[tuple[type[Exception], str]] = [
    (exceptions.NotAuthenticated, "not-signed-in"),
    (exceptions.AuthenticationFailed, "not-signed-in"),
    (exceptions.MethodNotAllowed, "method"),
    (exceptions.UnsupportedMediaType, "media"),
    (exceptions.NotAcceptable, "media"),
    (exceptions.ParseError, "invalid"),
    (exceptions.NotFound, "not-found"),
    (exceptions.PermissionDenied, "forbidden"),
]


def handled(error: Exception, context: dict[str, Any]) -> Response | None:
    """The one exception handler of the API; what it does not know is a bug, and raises."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    set_rollback()
    headers: dict[str, str] = {}
    if isinstance(error, exceptions.ValidationError):
        told = error_body("invalid", fields=_fields(error.detail))
    elif isinstance(error, exceptions.Throttled):
        told = error_body("too-often")
        headers["Retry-After"] = str(int(error.wait or 1) + 1)
    elif isinstance(error, Refusal):
        told = error_body(error.code, str(error.detail), error.rule)
    elif str(error.detail).startswith("CSRF"):
        told = error_body("csrf")
    else:
        told = error_body(next((code for kind, code in CODES if isinstance(error, kind)), "forbidden"))
    return Response(told, status=error.status_code, headers=headers)


def _fields(detail: Any, name: str = "") -> dict[str, list[str]]:
    """Nested reasons by the path of their field; what belongs to no field stands under `body`."""
    if isinstance(detail, dict):
        found: dict[str, list[str]] = {}
        for key, value in detail.items():
            below = "" if key == "non_field_errors" else str(key)
            found |= _fields(value, ".".join(part for part in (name, below) if part))
        return found
    reasons = detail if isinstance(detail, list) else [detail]
    return {name or "body": [str(reason) for reason in reasons]}
