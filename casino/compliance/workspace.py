"""What the pages of the workspace share: the permission check and the frame."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from players.models import Person
from players.shared.staff_errors import MissingPermission

View = Callable[..., HttpResponseBase]


def shown_to(view_permission: str, *, act: str = "") -> Callable[[View], View]:
    """Restrict a page to people with a permission.

    POST needs the permission `act`; without one, POST is refused.
    """

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            permission = view_permission if request.method in ("GET", "HEAD") else act
            if not permission or not isinstance(request.user, Person):
                raise PermissionDenied
            if not request.user.has_perm(permission):
                raise MissingPermission(permission)
            return view(request, *args, **kwargs)

        shown: Any = admin.site.admin_view(guarded)
        shown.permission = view_permission  # by which the use of rights is recorded
        return cast(View, shown)

    return decorate


def staff_person(request: HttpRequest) -> Person:
    """The signed-in person of a request that `shown_to` let through."""
    assert isinstance(request.user, Person)
    return request.user


def page(request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponseBase:
    """Render a page of the workspace in the frame of the back office."""
    return render(
        request,
        f"backoffice/compliance/{template}",
        {**admin.site.each_context(request), "title": title, **context},
    )
