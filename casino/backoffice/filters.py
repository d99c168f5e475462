"""Saved filters: each belongs to one person and one list of the back office, or to the work queue."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.backoffice.models import SavedFilter
from casino.backoffice.registered import registered_admins
from players.audit import note
from players.models import Person
from players.work_sources import works_on_any

# Parameters of the page, which are not part of a filter.
IGNORED_PARAMETERS = ("p", "e", "_popup", "_to_field", "_facets", "all")
WORK = "work"  # the place of the work queue, which is the list of no model
MAX_FILTERS = 20  # of one person and list
MAX_QUERY_LENGTH = 1000
MAX_NAME_LENGTH = 60


def normalise_query(query: QueryDict) -> str:
    """The filters, search and order of a list, in a fixed order."""
    pairs = [
        (key, value)
        for key, values in query.lists()
        if key not in IGNORED_PARAMETERS
        for value in values
        if value
    ]
    return urlencode(sorted(pairs))


def list_name(model: Any) -> str:
    return f"{model._meta.app_label}.{model._meta.model_name}"


def check_place(request: HttpRequest, name: str) -> None:
    """Refuse a list that does not exist or that the person may not see."""
    if name == WORK:
        if not isinstance(request.user, Person) or not works_on_any(request.user):
            raise PermissionDenied
        return
    admins = (model_admin for model_admin in registered_admins() if list_name(model_admin.model) == name)
    model_admin = next(admins, None)
    if model_admin is None:
        raise Http404
    if not model_admin.has_view_permission(request):
        raise PermissionDenied


def list_url(place: str, query: str) -> str:
    app, _dot, name = place.partition(".")
    address = reverse("office_work" if place == WORK else f"admin:{app}_{name}_changelist")
    return f"{address}{'?' if query else ''}{query}"


@require_POST
def keep_filter(request: HttpRequest) -> HttpResponse:
    """Save a filter. One with the same name is replaced."""
    place = request.POST.get("place", "")
    check_place(request, place)
    assert isinstance(request.user, Person)
    query = normalise_query(QueryDict(request.POST.get("query", "")[: 4 * MAX_QUERY_LENGTH]))
    printable = (sign if sign.isprintable() else " " for sign in request.POST.get("name", ""))
    name = " ".join("".join(printable).split())[:MAX_NAME_LENGTH]
    own = SavedFilter.objects.filter(person=request.user, place=place)
    if not name:
        messages.error(request, _("Give the view a name."))
    elif not query:
        messages.error(request, _("There is nothing to save: the list shows all rows and columns."))
    elif len(query) > MAX_QUERY_LENGTH:
        messages.error(request, _("This view is too long to save."))
    elif not own.filter(name=name).exists() and own.count() >= MAX_FILTERS:
        messages.error(
            request, _("You have %(most)s views of this list. Remove one first.") % {"most": MAX_FILTERS}
        )
    else:
        with transaction.atomic():
            SavedFilter.objects.update_or_create(
                person=request.user, place=place, name=name, defaults={"query": query}
            )
            note("office.filter-kept", request=request, about=place, name=name, query=query)
        messages.success(request, _("Saved: “%(name)s”.") % {"name": name})
    return redirect(list_url(place, query if len(query) <= MAX_QUERY_LENGTH else ""))


@require_POST
def forget_filter(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one of the person's own filters."""
    saved = get_object_or_404(SavedFilter, pk=pk, person=request.user)
    with transaction.atomic():
        note("office.filter-forgotten", request=request, about=saved.place, name=saved.name)
        saved.delete()
    messages.success(request, _("Removed: “%(name)s”.") % {"name": saved.name})
    return redirect(list_url(saved.place, saved.query))


def saved_filters_context(request: HttpRequest, place: str) -> dict[str, Any]:
    """The saved filters of a list, the current one, and whether the current query can be saved."""
    query = normalise_query(request.GET)
    filters: list[SavedFilter] = []
    if isinstance(request.user, Person):
        filters = list(SavedFilter.objects.filter(person=request.user, place=place).order_by("name"))
    is_filtered = bool(dict(parse_qsl(query)).keys() - {"o"})
    return {
        "place": place,
        "filters": [(saved, list_url(place, saved.query), saved.query == query) for saved in filters],
        "query": query,
        "can_save": is_filtered and all(saved.query != query for saved in filters),
    }


admin_view = admin.site.admin_view
urlpatterns = [
    path("filters/keep/", admin_view(keep_filter), name="office_filter_keep"),
    path("filters/<int:pk>/forget/", admin_view(forget_filter), name="office_filter_forget"),
]
