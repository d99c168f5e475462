"""Pages for what goes wrong: what happened, that no money moved by it, and the way on.

Whoever works in the back office is told there, in its frame; everybody else in the players' pages, and scripts by a code.
"""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.shared.api_errors import error_response, is_api

# For staff: the title and the sentence of each error, by the template that players see.
OFFICE: dict[str, tuple[Promise, Promise]] = {
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
            "The page stood open too long, or you signed in again meanwhile. Nothing was changed. Load the page again and repeat it."
        ),
    ),
    "404.html": (
        _("There is nothing here"),
        _("The address may be mistyped, or what it showed does not exist."),
    ),
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response("invalid", 400) if is_api(request) else _told(request, "400.html", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response("forbidden", 403) if is_api(request) else _told(request, "403.html", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return error_response("not-found", 404) if is_api(request) else _told(request, "404.html", 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_response("csrf", 403) if is_api(request) else _told(request, "403_csrf.html", 403)


def _told(request: HttpRequest, template: str, status: int) -> HttpResponse:
    if not _in_office(request):
        return render(request, template, status=status)
    title, sentence = OFFICE[template]
    told = {**admin.site.each_context(request), "title": title, "sentence": sentence, "status": status}
    return render(request, "backoffice/error.html", told, status=status)


def _in_office(request: HttpRequest) -> bool:
    """Whether somebody of the staff asked for a page of the back office. A request that failed early has no user yet."""
    user = getattr(request, "user", None)
    return (
        request.path_info.startswith(reverse("admin:index"))
        and user is not None
        and user.is_active
        and user.is_staff
    )


def broken(request: HttpRequest) -> HttpResponse:
    """Drawn without the database or the session, which may be what is broken."""
    if is_api(request):
        return error_response("broken", 500)
    return HttpResponse(get_template("500.html").render({}), status=500)
