"""The API as a whole, under /api/v1/: people's part, the games' part, the document of both, and an answer where there is nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.views.generic import TemplateView
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny

from players.api.errors import ErrorShape
from players.shared.api_errors import error_response

VERSION = "1.0.0"
REFUSALS = {
    "400": "Something in what was sent is not right",
    "401": "Nobody is signed in",
    "403": "Not for this person, or the CSRF token is missing",
    "404": "There is nothing here",
    "405": "Not to be asked in this way",
    "406": "Not to be had in this form",
    "409": "Refused by the house, with its reason",
    "415": "Not understood in this form",
    "429": "Too many requests",
}
METHODS = ("get", "post", "put", "patch", "delete")


def refusals_told(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Every operation may be refused, and every refusal has the same shape."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    shape: dict[str, Any] = {
        "type": "object",
        "description": "A refusal: a code, a sentence, the rule where there is one, and the fields that were wrong.",
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
    assert set(shape["properties"]) == set(ErrorShape().fields)
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


class Schema(SpectacularAPIView):  # type: ignore[misc]
    permission_classes = [AllowAny]
    throttle_classes: list[Any] = []


def nothing(request: HttpRequest, rest: str) -> JsonResponse:
    return error_response("not-found", 404)


docs: Callable[..., HttpResponse] = TemplateView.as_view(
    template_name="portal/api_docs.html", extra_context={"section": "api"}
)

urlpatterns = [
    path("schema/", Schema.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    path("", include("players.api.urls")),
    path("", include("games.api.views")),
    path("<path:rest>", nothing),
]
