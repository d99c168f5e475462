"""Other ways to sign in than by password and passkey, which optional apps add to the sign-in page."""

from __future__ import annotations

from collections.abc import Callable

from django.urls import reverse
from msgspec import Struct


class OtherSignIn(Struct, frozen=True):
    """A button of the sign-in page. Its label is empty while the operator has not set this way up."""

    route: str
    label: Callable[[], str]

    def address(self) -> str:
        return reverse(self.route)


_registered: dict[str, OtherSignIn] = {}


def register_sign_in(way: OtherSignIn) -> None:
    _registered[way.route] = way


def other_sign_ins() -> list[OtherSignIn]:
    return list(_registered.values())
