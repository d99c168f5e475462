"""Pages for what goes wrong: what happened, that no money moved by it, and the way on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template

from players.api.refusals import is_api, refusal


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refusal("invalid", 400) if is_api(request) else render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refusal("forbidden", 403) if is_api(request) else render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refusal("not-found", 404) if is_api(request) else render(request, "404.html", status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return refusal("csrf", 403) if is_api(request) else render(request, "403_csrf.html", status=403)


def broken(request: HttpRequest) -> HttpResponse:
    """Drawn without the database or the session, which may be what is broken."""
    if is_api(request):
        return refusal("broken", 500)
    return HttpResponse(get_template("500.html").render({}), status=500)
