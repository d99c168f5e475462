"""The two addresses of the sign-in by a provider: the way there and the way back."""

from __future__ import annotations

import structlog
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.extras.provider_sign_in.provider import (
    InvalidProvider,
    ProviderUnreachable,
    SignInProvider,
    configured_provider,
)
from casino.extras.provider_sign_in.sign_in import ProviderRefused, authorization_url, submit_code
from players.identity.sign_in.adapters import is_within_rate, sign_in_by_provider
from players.models import Person

log = structlog.get_logger(__name__)
NEXT = "staff_provider_next"  # session key: the page that somebody wanted
RATES = {"provider-sign-in": "60/10m/ip"}
# What the person may know. Why an account was refused is in the audit log.
REFUSALS: dict[str, str | Promise] = {
    "cancelled": gettext_lazy("The sign-in was cancelled at the provider."),
    "state": gettext_lazy("This sign-in had already ended. Please start again."),
    "expired": gettext_lazy("This sign-in had already ended. Please start again."),
    "no-answer": gettext_lazy("The sign-in could not be checked. Please try again in a moment."),
    "unreachable": gettext_lazy(
        "The provider does not answer. Sign in with your password, or try again later."
    ),
}
REFUSED = gettext_lazy(
    "This account at the provider is not linked to a staff account here. Ask your administrator."
)


def _provider() -> SignInProvider:
    try:
        provider = configured_provider()
    except InvalidProvider as error:
        log.error("sign-in-provider", error=str(error))
        provider = None
    if provider is None:
        raise Http404
    return provider


@never_cache
@require_safe
def provider_go(request: HttpRequest) -> HttpResponseBase:
    """Sends the browser to the provider."""
    provider = _provider()
    if request.user.is_authenticated:
        return redirect("admin:index")
    if not is_within_rate(request, "provider-sign-in", RATES):
        messages.error(request, _("Too many attempts from your network. Try again in ten minutes."))
        return redirect("account_login")
    page = request.GET.get("next", "")
    request.session[NEXT] = page if is_own_page(page) else ""
    try:
        return redirect(authorization_url(request, provider))
    except ProviderUnreachable as error:
        log.warning("sign-in-provider", error=str(error))
        messages.error(request, str(REFUSALS["unreachable"]))
        return redirect("account_login")


@never_cache
@require_safe
def provider_return(request: HttpRequest) -> HttpResponseBase:
    """The provider sends the browser here, with a code."""
    provider = _provider()
    if request.user.is_authenticated:
        return redirect("admin:index")
    try:
        proven = submit_code(request, provider)
    except ProviderRefused as refusal:
        messages.error(request, str(REFUSALS.get(refusal.reason, REFUSED)))
        return redirect("account_login")
    person = Person.objects.get(pk=proven.person)
    page = request.session.pop(NEXT, "")
    return sign_in_by_provider(
        request, person, has_factor=proven.has_factor, page=page if is_own_page(page) else ""
    )


def is_own_page(page: str) -> bool:
    return page.startswith("/") and url_has_allowed_host_and_scheme(
        page, allowed_hosts=None, require_https=settings.HOUSE_URL.startswith("https:")
    )
