"""Error pages: what happened, that no money moved, and how to continue.

Staff see them in the frame of the back office, players in the portal; scripts get a code.
"""

from __future__ import annotations

import sys
from typing import Any

import psycopg
import redis
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from casino.backoffice.error_pages import staff_error_page
from casino.backoffice.missing_rights import missing_right
from players.shared.api_errors import error_response, is_api
from players.shared.person_keys import PersonKeyError

# The fields in which people write sentences: complaints, replies, reasons, notes.
TEXT_FIELDS = frozenset({"message", "note", "notes", "reason", "reply", "text", "words"})
MOST_WRITTEN = 10_000
RETRY_AFTER = "5"  # seconds
# PostgreSQL: shutting down, crashed, starting, too many connections, and only reading (a standby).
AWAY = frozenset({"57P01", "57P02", "57P03", "53300", "25006"})
UNREACHABLE = (
    psycopg.OperationalError, psycopg.InterfaceError, redis.ConnectionError, redis.TimeoutError,
    PersonKeyError,
)  # fmt: skip
# For staff: the title and message of each error, by the template that players see.
STAFF_MESSAGES: dict[str, tuple[Promise, Promise]] = {
    "400.html": (
        _("We could not read the request"),
        _("Your browser sent a request that we could not read. Nothing was changed."),
    ),
    "403.html": (
        _("Not for your role"),
        _("Your role does not give access to this page or this step. Nothing was changed."),
    ),
    "403_csrf.html": (
        _("That page was too old"),
        _(
            "The page was open too long, or you signed in again in the meantime. Nothing was "
            "changed. Load the page again and repeat it."
        ),
    ),
    "404.html": (
        _("There is nothing here"),
        _("The address may be mistyped, or what you are looking for does not exist."),
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
    """A form whose token is too old: the way back to it, and what was written."""
    if is_api(request):
        return error_response("csrf", 403)
    form_url, written = _form_address(request), _written(request)
    return _error_page(request, "403_csrf.html", 403, form_url=form_url, written=written)


def _form_address(request: HttpRequest) -> str:
    """The page that the form stood on, if it is one of this house; else the address that it was sent to."""
    referrer = request.headers.get("referer", "")
    is_own = url_has_allowed_host_and_scheme(
        referrer, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return referrer if is_own else request.path


def _written(request: HttpRequest) -> list[str]:
    """The texts that a person wrote and would have to write again, of a form of this house. No secrets."""
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return []
    fields = sorted(TEXT_FIELDS & request.POST.keys())
    return [text for name in fields if (text := request.POST[name].strip()[:MOST_WRITTEN])]


def _error_page(request: HttpRequest, template: str, status: int, **more: Any) -> HttpResponse:
    if not _is_back_office(request):
        return render(request, template, more, status=status)
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


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the database and the session, which may have failed."""
    away = is_unreachable(sys.exception())
    status = 503 if away else 500
    if is_api(request):
        response: HttpResponse = error_response("unavailable" if away else "broken", status)
    else:
        response = HttpResponse(get_template(f"{status}.html").render({}), status=status)
    if away:
        response["Retry-After"] = RETRY_AFTER
    return response


def is_unreachable(error: BaseException | None) -> bool:
    """Whether the database, Valkey or the keys of players cannot be reached: asking again soon helps, and
    nothing is broken.
    """
    if isinstance(error, psycopg.Error) and error.sqlstate is not None:
        return error.sqlstate.startswith("08") or error.sqlstate in AWAY
    if isinstance(error, DatabaseError | InterfaceError):
        return is_unreachable(error.__cause__)
    return isinstance(error, UNREACHABLE)
