"""URLs of limits, pauses and exclusions."""

from __future__ import annotations

from django.urls import path

from players.protection import views
from players.shared import url_converters  # noqa: F401  (it registers `<id:…>`)

urlpatterns = [
    path("limits/", views.limits_page, name="limits"),
    path("limits/first/", views.limits_page, {"first": True}, name="limits-first"),
    path("limits/<id:limit>/cancel/", views.cancel_limit, name="limit-cancel"),
    path("limits/question/", views.answer_limits_question, name="limits-question"),
    path("limits/none/", views.decline_limits, name="limits-none"),
    path("limits/reality-check/", views.set_reality_check_interval, name="reality-check"),
    path("limits/reality-check/seen/", views.acknowledge_reality_check, name="reality-check-seen"),
    path("care-message/", views.care_message, name="care-message"),
    path("care-message/card/", views.care_card, name="care-card"),
    path("exclusion/", views.exclusion_page, name="exclusion"),
    path("exclusion/pause/", views.begin_pause, name="pause"),
    path("exclusion/begin/", views.begin_exclusion, name="exclusion-begin"),
    path("exclusion/<id:exclusion>/early-end/", views.request_early_end, name="exclusion-early-end"),
    path("national-list/", views.receive_national_list, name="national-list"),
]
