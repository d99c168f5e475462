"""Access to the back office: a second factor for staff, and a policy for styles that players' pages do not get."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from allauth.mfa.utils import is_mfa_enabled
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _


class Guard:
    """Staff sign in where everybody does; without a second factor they go no further than to set one up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        office = reverse("admin:index")
        if not request.path_info.startswith(office):
            return self.get_response(request)
        if not request.user.is_authenticated:
            return redirect(f"{reverse('account_login')}?{urlencode({'next': request.get_full_path()})}")
        if request.path_info == reverse("admin:login"):
            # The framework's own door asks for a password alone; nobody comes in by it, whoever is signed in already.
            return redirect("admin:index" if request.user.is_staff else "account_login")
        if request.user.is_staff and not settings.HOUSE_DEMO and not is_mfa_enabled(request.user):
            messages.warning(
                request, _("The back office asks for a second factor. Set it up here, then go on.")
            )
            return redirect("mfa_activate_totp")
        response = self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            return csp_update(settings.CSP_BACK_OFFICE)(lambda _request: response)(request)
        return response
