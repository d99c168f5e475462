"""Keeps people on the national list away from the tables.

They still reach their balance, statements and messages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from players.models import PlaySession
from players.protection import national_list
from players.shared.api_errors import error_response, is_api

LISTED = gettext_lazy(
    "You are on the national list of people excluded from gambling, so you cannot play here. "
    "You can withdraw your balance, read your statements and write to us."
)


def _finishes_hand(request: HttpRequest, kwargs: dict[str, Any]) -> bool:
    """Whether this is the table of a stay that has not ended: a hand in play is finished there (A84)."""
    table = kwargs.get("table_id")
    return (
        table is not None
        and PlaySession.objects.filter(player__person=request.user.pk, table=table, ended=None).exists()
    )


class NationalListBlock:
    """Reads the database at each request, so a change of the list also affects people already signed in.
    [903-B 2.2.3]
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        if not request.path_info.startswith(settings.PLAY_PATHS) or not request.user.is_authenticated:
            return None
        if not national_list.is_excluded_by_list(request.user) or _finishes_hand(request, kwargs):
            return None
        if is_api(request):
            return error_response("listed", 403)
        messages.error(request, LISTED)
        return redirect(reverse("exclusion"))
