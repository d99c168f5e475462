"""Access to the back office: a second factor for staff, and a content security policy of its own."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from allauth.mfa.utils import is_mfa_enabled
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import activate, get_language
from django.utils.translation import gettext as _

from casino.backoffice.error_pages import conflict, invalid_filter
from casino.backoffice.right_uses import record_page
from players.languages import staff_language
from players.shared.staff_errors import DecidedMeanwhile, InvalidFilter


class BackOfficeAccess:
    """Staff use the ordinary sign-in page. Without a second factor, they are sent to set one up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        admin_url = reverse("admin:index")
        if not request.path_info.startswith(admin_url):
            return self.get_response(request)
        language = staff_language(get_language())
        if language.code != get_language():
            # This language translates the texts of players only. Staff read English, no mixture.
            activate(language.code)
            request.LANGUAGE_CODE = language.code
        if not request.user.is_authenticated:
            return redirect(f"{reverse('account_login')}?{urlencode({'next': request.get_full_path()})}")
        if request.path_info == reverse("admin:login"):
            # Django's own sign-in page asks for a password only, so it is never shown.
            return redirect("admin:index" if request.user.is_staff else "account_login")
        if request.user.is_staff and not settings.HOUSE_DEMO and not is_mfa_enabled(request.user):
            messages.warning(
                request, _("The back office requires a second factor. Set it up here, then continue.")
            )
            return redirect("mfa_activate_totp")
        response = self.get_response(request)
        if request.user.is_staff:
            record_page(request, response)
        if response.get("Content-Type", "").startswith("text/html"):
            return csp_update(settings.CSP_BACK_OFFICE)(lambda _request: response)(request)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Turns a decision that was taken before, or an unknown filter, into a page."""
        match exception:
            case DecidedMeanwhile():
                return conflict(request, exception)
            case InvalidFilter():
                return invalid_filter(request, exception)
        return None
