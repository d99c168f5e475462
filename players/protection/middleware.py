"""A person on the national list of excluded people reaches their money, their statements and our staff, and no table."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from players.protection import national_list
from players.shared.api_errors import error_response, is_api

LISTED = gettext_lazy(
    "You are on the national list of people excluded from gambling, so you cannot play here. You can withdraw your balance, read your "
    "statements and write to us."
)


class NationalListBlock:
    """Reads the database at each request: a change of the list also affects who is signed in already.  [903-B 2.2.3]"""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponseBase | None:
        if not request.path_info.startswith(settings.PLAY_PATHS) or not request.user.is_authenticated:
            return None
        if not national_list.is_listed(request.user):
            return None
        if is_api(request):
            return error_response("listed", 403)
        messages.error(request, LISTED)
        return redirect(reverse("exclusion"))
