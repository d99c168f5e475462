"""Reading with an API token: `Authorization: Bearer feltro_…`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from players.identity.models import ApiToken
from players.identity.sign_in.api_tokens import find_token
from players.models import Person

SCHEME = "bearer"


class TokenAuthentication(BaseAuthentication):
    """A token of a person. It is used where the request has no session."""

    def authenticate(self, request: Request) -> tuple[Person, ApiToken] | None:
        scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != SCHEME:
            return None
        row = find_token(token.strip())
        if row is None:
            raise exceptions.AuthenticationFailed
        return row.person, row

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "players.api.token_authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": SCHEME, "description": "A token reads; it changes nothing."}
