"""The way to limits, pauses and exclusions."""

from __future__ import annotations

from django.urls import path

from players.protection import views
from players.shared import url_converters  # noqa: F401  (it names `<id:…>`)

urlpatterns = [
    path("limits/", views.limits, name="limits"),
    path("limits/first/", views.limits, {"first": True}, name="limits-first"),
    path("limits/<id:limit>/cancel/", views.limit_cancel, name="limit-cancel"),
    path("limits/none/", views.limits_none, name="limits-none"),
    path("limits/reality-check/", views.reality, name="reality-check"),
    path("limits/reality-check/seen/", views.reality_seen, name="reality-check-seen"),
    path("exclusion/", views.absence, name="exclusion"),
    path("exclusion/pause/", views.pause, name="pause"),
    path("exclusion/begin/", views.exclude, name="exclusion-begin"),
    path("exclusion/<id:exclusion>/early-end/", views.early_end, name="exclusion-early-end"),
    path("national-list/", views.national_list_push, name="national-list"),
]
