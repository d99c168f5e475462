"""URLs of limits, pauses and exclusions."""

from __future__ import annotations

from django.urls import path

from players.protection import views
from players.shared import url_converters  # noqa: F401  (it registers `<id:…>`)

urlpatterns = [
    path("limits/", views.limits_page, name="limits"),
    path("limits/first/", views.limits_page, {"first": True}, name="limits-first"),
    path("limits/<id:limit>/cancel/", views.limit_cancel, name="limit-cancel"),
    path("limits/none/", views.limits_decline, name="limits-none"),
    path("limits/reality-check/", views.reality_check_interval_set, name="reality-check"),
    path("limits/reality-check/seen/", views.reality_check_acknowledge, name="reality-check-seen"),
    path("exclusion/", views.exclusion_page, name="exclusion"),
    path("exclusion/pause/", views.pause_begin, name="pause"),
    path("exclusion/begin/", views.exclusion_begin, name="exclusion-begin"),
    path("exclusion/<id:exclusion>/early-end/", views.early_end_request, name="exclusion-early-end"),
    path("national-list/", views.national_list_push, name="national-list"),
]
