"""Filters that staff keep: one person's, of one list, under a name. Any list of the back office has them."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.backoffice.models import SavedFilter
from players.audit import note
from players.models import Person

PASSING = (
    "p",
    "e",
    "_popup",
    "_to_field",
    "_facets",
    "all",
)  # which page one is on, and how: no part of a filter
MOST = 20  # of one person and list
LONGEST = 1000
NAME = 60


def asked(query: QueryDict) -> str:
    """What a list is filtered, searched and ordered by; the same filter is always written alike."""
    pairs = [(key, value) for key, values in query.lists() if key not in PASSING for value in values if value]
    return urlencode(sorted(pairs))


def place_of(model: Any) -> str:
    return f"{model._meta.app_label}.{model._meta.model_name}"


def list_of(request: HttpRequest, place: str) -> ModelAdmin[Any]:
    """The list of that name, for whoever may see it."""
    found = next((each for model, each in admin.site._registry.items() if place_of(model) == place), None)
    if found is None:
        raise Http404
    if not found.has_view_permission(request):
        raise PermissionDenied
    return found


def address(place: str, query: str) -> str:
    app, _dot, name = place.partition(".")
    return f"{reverse(f'admin:{app}_{name}_changelist')}{'?' if query else ''}{query}"


@require_POST
def filter_keep(request: HttpRequest) -> HttpResponse:
    """Under a name that is there already it takes the other's place."""
    place = request.POST.get("place", "")
    list_of(request, place)
    assert isinstance(request.user, Person)
    query = asked(QueryDict(request.POST.get("query", "")[: 4 * LONGEST]))
    name = " ".join(
        "".join(sign if sign.isprintable() else " " for sign in request.POST.get("name", "")).split()
    )[:NAME]
    mine = SavedFilter.objects.filter(person=request.user, place=place)
    if not name:
        messages.error(request, _("A filter is kept under a name."))
    elif not query:
        messages.error(request, _("There is nothing to keep: the list is not filtered."))
    elif len(query) > LONGEST:
        messages.error(request, _("This filter is too long to keep."))
    elif not mine.filter(name=name).exists() and mine.count() >= MOST:
        messages.error(
            request, _("You have %(most)s filters of this list: forget one first.") % {"most": MOST}
        )
    else:
        with transaction.atomic():
            SavedFilter.objects.update_or_create(
                person=request.user, place=place, name=name, defaults={"query": query}
            )
            note("office.filter-kept", request=request, about=place, name=name, query=query)
        messages.success(request, _("Kept: «%(name)s».") % {"name": name})
    return redirect(address(place, query if len(query) <= LONGEST else ""))


@require_POST
def filter_forget(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own alone."""
    found = get_object_or_404(SavedFilter, pk=pk, person=request.user)
    with transaction.atomic():
        note("office.filter-forgotten", request=request, about=found.place, name=found.name)
        found.delete()
    messages.success(request, _("Forgotten: «%(name)s».") % {"name": found.name})
    return redirect(address(found.place, found.query))


def told(request: HttpRequest, model: Any) -> dict[str, Any]:
    """What stands above a list: the filters kept of it, which of them it shows, and what could be kept."""
    place, now = place_of(model), asked(request.GET)
    kept = (
        list(SavedFilter.objects.filter(person=request.user, place=place).order_by("name"))
        if isinstance(request.user, Person)
        else []
    )
    return {
        "place": place,
        "filters": [(each, address(place, each.query), each.query == now) for each in kept],
        "now": now,
        "new": bool(dict(parse_qsl(now)).keys() - {"o"}) and all(each.query != now for each in kept),
    }


guarded = admin.site.admin_view
urlpatterns = [
    path("filters/keep/", guarded(filter_keep), name="office_filter_keep"),
    path("filters/<int:pk>/forget/", guarded(filter_forget), name="office_filter_forget"),
]
