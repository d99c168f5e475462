"""Error pages: what happened, that no money moved, and how to continue.

Staff see them in the frame of the back office, players in the portal; scripts get a code.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.backoffice.error_pages import staff_error_page
from casino.backoffice.missing_rights import missing_right
from players.shared.api_errors import error_response, is_api

# For staff: the title and message of each error, by the template that players see.
STAFF_MESSAGES: dict[str, tuple[Promise, Promise]] = {
    "400.html": (
        _("We could not read that"),
        _("What the browser sent was not as it should be. Nothing was changed."),
    ),
    "403.html": (
        _("Not for your role"),
        _("Your role does not open this page, or this step is not yours to take. Nothing was changed."),
    ),
    "403_csrf.html": (
        _("That page was too old"),
        _(
            "The page stood open too long, or you signed in again meanwhile. Nothing was changed. Load the "
            "page again and repeat it."
        ),
    ),
    "404.html": (
        _("There is nothing here"),
        _("The address may be mistyped, or what it showed does not exist."),
    ),
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response("invalid", 400) if is_api(request) else _error_page(request, "400.html", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return error_response("forbidden", 403)
    if not _is_back_office(request):
        return _error_page(request, "403.html", 403)
    return _error_page(request, "403.html", 403, right=missing_right(request, exception))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response("not-found", 404) if is_api(request) else _error_page(request, "404.html", 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_response("csrf", 403) if is_api(request) else _error_page(request, "403_csrf.html", 403)


def _error_page(request: HttpRequest, template: str, status: int, **more: Any) -> HttpResponse:
    if not _is_back_office(request):
        return render(request, template, status=status)
    title, message = STAFF_MESSAGES[template]
    return staff_error_page(request, status, title, message, **more)


def _is_back_office(request: HttpRequest) -> bool:
    """Whether staff requested a page of the back office. A request that failed early has no user."""
    user = getattr(request, "user", None)
    return (
        request.path_info.startswith(reverse("admin:index"))
        and user is not None
        and user.is_active
        and user.is_staff
    )


def broken(request: HttpRequest) -> HttpResponse:
    """Rendered without the database and the session, which may have failed."""
    if is_api(request):
        return error_response("broken", 500)
    return HttpResponse(get_template("500.html").render({}), status=500)
