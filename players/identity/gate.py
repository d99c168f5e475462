"""After a sign-in: whoever has not accepted the terms in force reads them before anything else. Leaving, help and complaints stay open.

Nobody on the national list is signed in to play: they reach their money, their statements and the house, and no table.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from players.api.refusals import is_api, refusal
from players.identity import terms
from players.models import Person, Player
from players.protection import national

# What nobody is kept from, by the names of the routes.
OPEN = frozenset(
    {
        "account_logout",
        "language",
        "terms",
        "privacy",
        "responsible",
        "complaints",
        "contacts",
        "healthz",
        "readyz",
        "metrics",
        "accept-terms",
    }
)
LISTED = gettext_lazy(
    "You are on the national list of people excluded from gambling, so you cannot play here. You can withdraw your balance, read your "
    "statements and write to us."
)
OPEN_PATHS = ("/static/", "/admin/", "/account/complaints/", "/account/exclusion", "/account/withdraw")


@receiver(user_logged_in)
def terms_ask(sender: object, request: HttpRequest, user: Person, **kwargs: object) -> None:
    """Asked once, at the door; a version that comes while somebody plays waits for the next sign-in."""
    player = Player.objects.filter(person=user).first()
    if player is not None and not terms.accepted(player):
        request.session[terms.DUE] = True


class Gate:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    @staticmethod
    def _keeps_out(request: HttpRequest) -> bool:
        """Asked of the database each time: a change of the list counts for whoever is signed in already.  [903-B 2.2.3]"""
        return (
            request.path_info.startswith(settings.PLAY_PATHS)
            and request.user.is_authenticated
            and national.is_listed(request.user)
        )

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponseBase | None:
        if self._keeps_out(request):
            if is_api(request):
                return refusal("listed", 403)
            messages.error(request, LISTED)
            return redirect(reverse("exclusion"))
        if not request.session.get(terms.DUE) or request.path_info.startswith(OPEN_PATHS):
            return None
        name = request.resolver_match.url_name if request.resolver_match else ""
        if name in OPEN or not request.user.is_authenticated:
            return None
        # A program is told in the API's own way.
        return refusal("terms", 403) if is_api(request) else redirect(reverse("accept-terms"))
