"""Money and limits ask once more who is there: a session left open is not enough to move them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest, HttpResponseBase

from players.accounts import did_confirm_lately

View = Callable[..., HttpResponseBase]


def confirmed_lately(view: View) -> View:
    """What a form asks is done only by somebody who has given the password, a code or a passkey in the last minutes.

    The form itself may be looked at; what it asked is kept meanwhile, and is done when the answer was right.
    """
    guarded: View = reauthentication_required(view, allow_get=True)
    return guarded


def is_confirmed(request: HttpRequest) -> bool:
    """For whoever answers a program and not a browser: whether that happened."""
    return did_confirm_lately(request)


__all__: list[Any] = ["confirmed_lately", "is_confirmed"]
