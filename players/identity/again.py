"""Money and limits ask once more who is there: a session left open is not enough to move them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account.decorators import reauthentication_required
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from players.accounts import did_confirm_lately, did_give_second_factor_lately, did_show_anything_lately

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


def stepped_up(view: View) -> View:
    """What moves money, decides about a person or shows what is hidden is done by staff who have just shown who they are.

    A sign-in of the last minutes is enough. Otherwise they are asked again, and come back to the page they pressed the button on.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        factor = is_mfa_enabled(request.user)
        if did_give_second_factor_lately(request) if factor else did_show_anything_lately(request):
            return view(request, *args, **kwargs)
        messages.info(request, _("Confirm who you are, then press the button again."))
        asked = reverse("mfa_reauthenticate" if factor else "account_reauthenticate")
        return redirect(f"{asked}?{urlencode({'next': _came_from(request)})}")

    return guarded


def _came_from(request: HttpRequest) -> str:
    """The page with the button: never another house's."""
    page = urlsplit(request.headers.get("Referer", ""))
    return page.path if f"{page.scheme}://{page.netloc}" in settings.HOUSE_ORIGINS else reverse("admin:index")


__all__: list[Any] = ["confirmed_lately", "is_confirmed", "second_factor_missing", "stepped_up"]
