"""What the pages of the workspace share: who may see and who may act, and the frame around them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from players.models import Person

View = Callable[..., HttpResponseBase]


def shown_to(right: str, *, act: str = "") -> Callable[[View], View]:
    """A page of the workspace for whoever has the right; what is sent to it wants a right of its own, and without one nothing is taken."""

    def around(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
            wanted = right if request.method in ("GET", "HEAD") else act
            if not wanted or not isinstance(request.user, Person) or not request.user.has_perm(wanted):
                raise PermissionDenied
            return view(request, *args, **named)

        return admin.site.admin_view(guarded)

    return around


def staff_person(request: HttpRequest) -> Person:
    """The signed-in person of a request that `shown_to` let through."""
    assert isinstance(request.user, Person)
    return request.user


def page(request: HttpRequest, template: str, title: str, **told: Any) -> HttpResponseBase:
    """A page of the workspace inside the back office's frame."""
    return render(
        request,
        f"backoffice/compliance/{template}",
        {**admin.site.each_context(request), "title": title, **told},
    )
