"""The API under /api/v1/: the URLs of players and games, the schema, and an error for unknown paths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.views.generic import TemplateView
from drf_spectacular.hooks import postprocess_schema_enum_id_removal
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny

from games.api.socket_views import socket_docs, socket_schema
from players.api.errors import ErrorBody
from players.shared.api_errors import error_response

VERSION = "1.0.0"
REFUSALS = {
    "400": "Invalid request",
    "401": "Not signed in",
    "403": "Not allowed for this person, or the CSRF token is missing",
    "404": "Not found",
    "405": "Method not allowed",
    "406": "Not available in this format",
    "409": "Refused, with a reason",
    "415": "Unsupported format of the request",
    "429": "Too many requests",
}
METHODS = ("get", "post", "put", "patch", "delete")


def complete_schema(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the refusals, which all have the same shape, and remove the generator's own marks of choices."""
    postprocess_schema_enum_id_removal(result, generator)
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    shape: dict[str, Any] = {
        "type": "object",
        "description": "A refusal: a code, a message, the rule if there is one, and the invalid fields.",
        "required": ["code", "message"],
        "properties": {
            "code": {"type": "string"},
            "message": {"type": "string"},
            "rule": {"type": "string"},
            "fields": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": "string"}},
            },
        },
        "additionalProperties": False,
    }
    assert set(shape["properties"]) == set(ErrorBody().fields)
    schemas["Refusal"] = shape
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    for operations in result["paths"].values():
        for method, operation in operations.items():
            if method in METHODS:
                for status, description in REFUSALS.items():
                    operation["responses"].setdefault(
                        status, {"description": description, "content": content}
                    )
    return result


class Schema(SpectacularAPIView):
    permission_classes = [AllowAny]
    throttle_classes: list[Any] = []


def unknown_path(request: HttpRequest, rest: str) -> JsonResponse:
    return error_response("not-found", 404)


docs: Callable[..., HttpResponse] = TemplateView.as_view(
    template_name="portal/api_docs.html", extra_context={"section": "api"}
)

urlpatterns = [
    path("schema/", Schema.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    path("socket/schema/", socket_schema, name="socket-schema"),
    path("socket/docs/", socket_docs, name="socket-docs"),
    path("", include("players.api.urls")),
    path("", include("games.api.views")),
    path("<path:rest>", unknown_path),
]
