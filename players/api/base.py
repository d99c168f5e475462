"""The base of the API views: authentication, the player, throttles, cursor pages, the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, cast

import structlog
from django.conf import settings
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from redis.exceptions import RedisError
from rest_framework import permissions, serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from players.api.errors import ApiError
from players.api.token_authentication import TokenAuthentication
from players.identity.models import ApiToken
from players.identity.sign_in.reauthentication import is_recently_reauthenticated
from players.models import Person, Player
from players.shared import pagination

log = structlog.get_logger(__name__)
PER_PAGE = 50


class BrowserSession(SessionAuthentication):
    """The session of the browser, with its CSRF token for every change."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class BrowserSessionScheme(OpenApiAuthenticationExtension):
    target_class = "players.api.base.BrowserSession"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class ApiSchema(AutoSchema):
    """Operation ids are the view's name and the method, so they stay when URLs change."""

    def get_operation_id(self) -> str:
        return f"{type(self.view).__name__}_{self.method.lower()}"


class Throttle(SimpleRateThrottle):
    """Limits the requests per minute of a person, or of an address without a sign-in.

    Without Valkey it limits nothing.
    """

    scope = "api"

    def get_rate(self) -> str:
        return f"{settings.API_REQUESTS_A_MINUTE}/minute"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        client = f"person-{request.user.pk}" if request.user.is_authenticated else self.get_ident(request)
        return str(self.cache_format % {"scope": self.scope, "ident": client})

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return bool(super().allow_request(request, view))
        except (RedisError, OSError):
            log.warning("throttle-lost")
            return True


class WriteThrottle(Throttle):
    """A lower limit for requests that change something."""

    scope = "api-write"

    def get_rate(self) -> str:
        return f"{settings.API_WRITES_A_MINUTE}/minute"

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method in permissions.SAFE_METHODS or super().allow_request(request, view)


class IsPlayer(permissions.BasePermission):
    """Requires a signed-in person with a player's account. Staff have none and get the error `no-player`."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated:
            return False
        if view.player_or_none is None:
            raise ApiError("no-player", status_code=403)
        return True


class ApiView(APIView):
    """The base of all views: authentication and throttles."""

    authentication_classes: Sequence[Any] = [BrowserSession, TokenAuthentication]
    throttle_classes: Sequence[Any] = [Throttle, WriteThrottle]

    def check_permissions(self, request: Request) -> None:
        # Before the rights of the person: no right makes a token write.
        if isinstance(request.auth, ApiToken) and request.method not in permissions.SAFE_METHODS:
            raise ApiError("read-only", status_code=403)
        super().check_permissions(request)


class HasStaffRight(permissions.BasePermission):
    """Requires a token of a member of staff who has the right of the view now."""

    def has_permission(self, request: Request, view: Any) -> bool:
        user = request.user
        if not isinstance(request.auth, ApiToken):
            return False
        return bool(user.is_staff and user.has_perm(view.right))


class StaffView(ApiView):
    """What systems of the house read with a token of a member of staff. Sessions use the back office."""

    authentication_classes: Sequence[Any] = [TokenAuthentication]
    permission_classes: Sequence[Any] = [HasStaffRight]
    right = ""


class PublicView(ApiView):
    """A view that needs no sign-in."""

    permission_classes: Sequence[Any] = [permissions.AllowAny]


class PlayerView(ApiView):
    """A view of the signed-in player's own data. The player comes from the session, never from the URL."""

    permission_classes: Sequence[Any] = [IsPlayer]

    @cached_property
    def player_or_none(self) -> Player | None:
        user = self.request.user
        if not isinstance(user, Person):
            return None
        return Player.objects.select_related("person").filter(person=user.pk).first()

    @property
    def player(self) -> Player:
        assert self.player_or_none is not None
        return self.player_or_none


def require_recent_authentication(request: Request) -> None:
    """Money and limits need a recent confirmation of the person's identity."""
    # The framework's request offers everything of Django's, but does not extend its class.
    if not is_recently_reauthenticated(cast(HttpRequest, request)):
        raise ApiError("confirm", status_code=403)


def validate(serializer_class: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """The validated data of a request; raises a validation error otherwise."""
    serializer = serializer_class(data=data)
    serializer.is_valid(raise_exception=True)
    validated: dict[str, Any] = serializer.validated_data
    return validated


class Cursor(serializers.Serializer[Any]):
    cursor = serializers.CharField(
        required=False,
        max_length=400,
        help_text="Where the page begins: the `next` of the response before.",
    )


def cursor_position(request: Request, length: int) -> list[Any] | None:
    """The position that the cursor names. An invalid cursor is an error, not the first page."""
    cursor = validate(Cursor, request.query_params).get("cursor", "")
    position = pagination.decode_cursor(cursor, length)
    if cursor and position is None:
        raise serializers.ValidationError({"cursor": [str(ApiError("invalid").detail)]})
    return position


def page_response(
    rows: list[Any], represent: Callable[[Any], Any], position_of: Callable[[Any], tuple[Any, ...]]
) -> Response:
    """One page of a list. `rows` has one row more than a page if there is a next page."""
    page, has_next = rows[:PER_PAGE], len(rows) > PER_PAGE
    return Response(
        {
            "results": [represent(row) for row in page],
            "next": pagination.encode_cursor(*position_of(page[-1])) if has_next else None,
        }
    )


def page_of(serializer_class: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """The serializer of a page of these rows."""
    name = f"{serializer_class.__name__}Page"
    next_cursor = serializers.CharField(
        allow_null=True, help_text="The cursor of the next page; null on the last."
    )
    return type(
        name, (serializers.Serializer,), {"results": serializer_class(many=True), "next": next_cursor}
    )


def operation(
    summary: str,
    *,
    response: Any,
    body: type[serializers.Serializer[Any]] | None = None,
    query: Sequence[type[serializers.Serializer[Any]]] = (),
    status: int = 200,
    tag: str,
) -> Callable[[Any], Any]:
    """Describes a method of a view in the OpenAPI document: its response, its body and its query
    parameters.
    """
    decorator: Callable[[Any], Any] = extend_schema(
        summary=summary, request=body, responses={status: response}, parameters=list(query), tags=[tag]
    )
    return decorator
