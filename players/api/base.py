"""What every view of the API stands on: sign-in by the house's own session, the player, throttles, pages of a list, the document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import structlog
from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, extend_schema
from redis.exceptions import RedisError
from rest_framework import permissions, serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from players.api.errors import Refusal
from players.identity.reauthentication import is_recently_reauthenticated
from players.models import Person, Player
from players.shared import pagination

log = structlog.get_logger(__name__)
PER_PAGE = 50


class Session(SessionAuthentication):
    """The browser's own session, with its CSRF token for whatever changes something; and nothing else."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class SessionDocument(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "players.api.base.Session"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class Document(AutoSchema):  # type: ignore[no-untyped-call]
    """An operation is called after its view and its method: a name that stays when addresses change."""

    def get_operation_id(self) -> str:
        return f"{type(self.view).__name__}_{self.method.lower()}"


class Throttle(SimpleRateThrottle):
    """So many requests a minute for a person, and for an address where nobody is signed in. Without Valkey nobody is held back."""

    scope = "api"

    def get_rate(self) -> str:
        return f"{settings.API_REQUESTS_A_MINUTE}/minute"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        who = f"person-{request.user.pk}" if request.user.is_authenticated else self.get_ident(request)
        return str(self.cache_format % {"scope": self.scope, "ident": who})

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return bool(super().allow_request(request, view))
        except (RedisError, OSError):
            log.warning("throttle-lost")
            return True


class WriteThrottle(Throttle):
    """Fewer of those that change something."""

    scope = "api-write"

    def get_rate(self) -> str:
        return f"{settings.API_WRITES_A_MINUTE}/minute"

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method in permissions.SAFE_METHODS or super().allow_request(request, view)


class IsPlayer(permissions.BasePermission):
    """A signed-in person with a player's account. Staff have none, and are told so."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            return False
        if view.player is None:
            raise Refusal("no-player", status_code=403)
        return True


class Door(APIView):
    """Every view of the API: who may ask, and how often."""

    authentication_classes: Sequence[Any] = [Session]
    throttle_classes: Sequence[Any] = [Throttle, WriteThrottle]


class Public(Door):
    """For anybody: what the house shows without a sign-in."""

    permission_classes: Sequence[Any] = [permissions.AllowAny]


class Mine(Door):
    """For the signed-in player, about that player alone: whose data it is comes with the session, never with the address."""

    permission_classes: Sequence[Any] = [IsPlayer]

    @cached_property
    def player(self) -> Player | None:
        user = self.request.user
        return (
            Player.objects.select_related("person").filter(person=user.pk).first()
            if isinstance(user, Person)
            else None
        )

    @property
    def me(self) -> Player:
        assert self.player is not None
        return self.player


def confirmed(request: Request) -> None:
    """Money and limits ask once more who is there."""
    if not is_recently_reauthenticated(request._request):
        raise Refusal("confirm", status_code=403)


def read(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """What was sent, checked against its shape."""
    asked = shape(data=data)
    asked.is_valid(raise_exception=True)
    found: dict[str, Any] = asked.validated_data
    return found


class Cursor(serializers.Serializer[Any]):
    cursor = serializers.CharField(
        required=False, max_length=400, help_text="Where the list goes on: the `next` of the answer before."
    )


def place(request: Request, length: int) -> list[Any] | None:
    """The place that a cursor names. One that was not made here is refused, rather than taken for the beginning."""
    said = read(Cursor, request.query_params).get("cursor", "")
    found = pagination.decode_cursor(said, length)
    if said and found is None:
        raise serializers.ValidationError({"cursor": [str(Refusal("invalid").detail)]})
    return found


def paged(found: list[Any], told: Callable[[Any], Any], where: Callable[[Any], tuple[Any, ...]]) -> Response:
    """A page of a list that was asked for one more than fits."""
    shown, more = found[:PER_PAGE], found[PER_PAGE:]
    return Response(
        {
            "results": [told(row) for row in shown],
            "next": pagination.encode_cursor(*where(shown[-1])) if more else None,
        }
    )


def page_of(shape: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    name = f"{shape.__name__}Page"
    following = serializers.CharField(
        allow_null=True, help_text="The cursor of the next page; null on the last."
    )
    return type(name, (serializers.Serializer,), {"results": shape(many=True), "next": following})


def document(
    summary: str,
    *,
    answer: Any,
    asks: type[serializers.Serializer[Any]] | None = None,
    chooses: Sequence[type[serializers.Serializer[Any]]] = (),
    status: int = 200,
    tag: str,
) -> Callable[[Any], Any]:
    """What the document says of a view: its answer, what it is sent, what may be chosen in the address."""
    decorated: Callable[[Any], Any] = extend_schema(
        summary=summary, request=asks, responses={status: answer}, parameters=list(chooses), tags=[tag]
    )
    return decorated


def in_path(name: str, kind: Any, about: str) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.PATH, description=about)
