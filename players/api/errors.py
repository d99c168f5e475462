"""Errors of the API.

All have one body: a code, a sentence, the rule if there is one, and the invalid fields.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, serializers, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from players.shared.api_errors import SENTENCES, error_body


class ApiError(exceptions.APIException):
    """A refused request."""

    def __init__(
        self, code: str, message: str = "", *, rule: str = "", status_code: int = status.HTTP_409_CONFLICT
    ) -> None:
        self.status_code, self.code, self.rule = status_code, code, rule
        super().__init__(message or str(SENTENCES.get(code, code)), code)


class ErrorBody(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="The kind of error, the same in every language.")
    message = serializers.CharField(help_text="A sentence in the language of the session.")
    rule = serializers.CharField(
        required=False, help_text="The id of the rule that requires the refusal, if there is one."
    )
    fields = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="The errors of each invalid field.",
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


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """The exception handler of the API. An unknown exception is a bug and is raised."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    set_rollback()
    headers: dict[str, str] = {}
    if isinstance(error, exceptions.ValidationError):
        content = error_body("invalid", fields=_fields(error.detail))
    elif isinstance(error, exceptions.Throttled):
        content = error_body("too-often")
        headers["Retry-After"] = str(int(error.wait or 1) + 1)
    elif isinstance(error, ApiError):
        content = error_body(error.code, str(error.detail), error.rule)
    elif str(error.detail).startswith("CSRF"):
        content = error_body("csrf")
    else:
        code = next((code for error_type, code in CODES if isinstance(error, error_type)), "forbidden")
        content = error_body(code)
    return Response(content, status=error.status_code, headers=headers)


def _fields(detail: Any, name: str = "") -> dict[str, list[str]]:
    """The reasons by the path of their field. Reasons of no field are listed under `body`."""
    if isinstance(detail, dict):
        fields: dict[str, list[str]] = {}
        for key, value in detail.items():
            child = "" if key == "non_field_errors" else str(key)
            fields |= _fields(value, ".".join(part for part in (name, child) if part))
        return fields
    reasons = detail if isinstance(detail, list) else [detail]
    return {name or "body": [str(reason) for reason in reasons]}
