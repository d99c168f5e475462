"""Money and limits ask once more who is there: a session left open is not enough to move them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from allauth.account.decorators import reauthentication_required
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from players.accounts import did_confirm_lately, did_give_second_factor_lately

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


def second_factor_missing(request: HttpRequest) -> HttpResponseBase | None:
    """The way to a second factor for somebody who has not given one in the last minutes; nothing for somebody who has.

    Whoever has none sets one up. In a demonstration house the password is enough there, as it is for the back office.
    """
    person = request.user
    if not is_mfa_enabled(person):
        if settings.HOUSE_DEMO:
            return None
        messages.warning(request, _("This asks for a second factor. Set it up here, then go on."))
        return redirect("mfa_activate_totp")
    if did_give_second_factor_lately(request):
        return None
    return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': request.get_full_path()})}")


__all__: list[Any] = ["confirmed_lately", "is_confirmed", "second_factor_missing"]
