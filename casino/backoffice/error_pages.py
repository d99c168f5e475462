"""Error pages in the frame of the back office."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.shared.staff_errors import DecidedMeanwhile, InvalidFilter


def staff_error_page(
    request: HttpRequest, status: int, title: str | Promise, message: str | Promise, **more: Any
) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": title, "sentence": message, "status": status}
    return render(request, "backoffice/error.html", {**context, **more}, status=status)


def conflict(request: HttpRequest, decided: DecidedMeanwhile) -> HttpResponse:
    """The answer to a decision that came second: who decided, when and how, and what the second one wrote."""
    is_own = bool(decided.by) and decided.by == getattr(request.user, "email", "")
    return staff_error_page(
        request,
        409,
        _("You have already decided") if is_own else _("Decided in the meantime"),
        _("You have already decided this. Nothing was changed by your second decision.")
        if is_own
        else _(
            "Somebody else decided this before you. Your decision was not recorded, and nothing was changed."
        ),
        decided=decided,
        written=request.POST.get("reason", "").strip(),
    )


def invalid_filter(request: HttpRequest, error: InvalidFilter) -> HttpResponse:
    """The answer to a list with a filter that it does not know: no rows, and the way to all of them."""
    name, value = str(error.name), error.value
    if name and value:
        sentence = gettext("The filter “%(name)s” has no value “%(value)s”. Nothing is listed.")
    else:
        sentence = gettext("The address has a filter that this page does not know. Nothing is listed.")
    text = sentence % {"name": capfirst(name), "value": value}
    return staff_error_page(request, 400, _("Unknown filter"), text, unfiltered=request.path)
