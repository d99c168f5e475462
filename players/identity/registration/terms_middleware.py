"""Sends players to the terms after a sign-in if they have not accepted the version in force.

They can still sign out, read the help and complain.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from players.identity.registration import terms
from players.models import Person, Player
from players.shared.api_errors import error_response, is_api

OPEN_ROUTES = frozenset({"account_logout", "language", "accept-terms"})
OPEN_PATHS = ("/static/", "/admin/", "/account/complaints/", "/account/exclusion", "/account/withdraw")


@receiver(user_logged_in)
def mark_terms_due(sender: object, request: HttpRequest, user: Person, **kwargs: object) -> None:
    """Checks once, at sign-in. A later version applies from the next sign-in."""
    player = Player.objects.filter(person=user).first()
    if player is not None and not terms.has_accepted(player):
        request.session[terms.TERMS_DUE] = True


class TermsRequired:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponseBase | None:
        if not request.session.get(terms.TERMS_DUE) or request.path_info.startswith(OPEN_PATHS):
            return None
        route = request.resolver_match.url_name if request.resolver_match else ""
        if route in OPEN_ROUTES | settings.PAGES_WITHOUT_TERMS or not request.user.is_authenticated:
            return None
        return error_response("terms", 403) if is_api(request) else redirect(reverse("accept-terms"))
