"""Autocompletion, only for fields that a form of the back office declares.

Django's own view answers for any relation whose target has a searchable list.
"""

from __future__ import annotations

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path

from casino.backoffice.registered import registered_admins


def is_declared(request: HttpRequest, app_label: str, model_name: str, field_name: str) -> bool:
    for model_admin in registered_admins():
        if (model_admin.opts.app_label, model_admin.opts.model_name) == (app_label, model_name):
            return field_name in model_admin.get_autocomplete_fields(request)
    return False


def autocomplete(request: HttpRequest) -> HttpResponse:
    if not is_declared(
        request, *(request.GET.get(name, "") for name in ("app_label", "model_name", "field_name"))
    ):
        raise PermissionDenied
    return admin.site.autocomplete_view(request)


urlpatterns = [path("autocomplete/", admin.site.admin_view(autocomplete), name="autocomplete")]
