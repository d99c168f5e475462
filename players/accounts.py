"""Signing in: what the house adds to the library that does it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

PREVIOUS = "previous_sign_in"  # in the session: when this person signed in the time before


class Door(DefaultAccountAdapter):
    """Accounts are opened by the house, not by a form; the last sign-in is shown; pages come in the person's language."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def login(self, request: HttpRequest, user: Any) -> None:
        previous: datetime | None = user.last_login
        super().login(request, user)
        request.session[PREVIOUS] = previous.astimezone(UTC).isoformat() if previous else ""

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override(user.language):
            if previous := previous_sign_in(request):
                when = date_format(localtime(previous), "DATETIME_FORMAT")
                messages.info(
                    request, _("Your last sign-in was on %(when)s. If you do not recognise it, change your password.") % {"when": when}
                )
            response: HttpResponseBase = super().post_login(request, user, **kwargs)
        remember_language(response, user.language)
        return response

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Staff come to work, players to play; a page that somebody was sent away from comes first."""
        if getattr(request.user, "is_staff", False):
            return reverse("admin:index")
        landing: str = super().get_login_redirect_url(request)
        return landing


def remember_language(response: Any, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
    )


def previous_sign_in(request: HttpRequest) -> datetime | None:
    said = request.session.get(PREVIOUS)
    return datetime.fromisoformat(said) if said else None
