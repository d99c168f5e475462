"""URLs of a player's own record: rounds and play sessions, as pages and as files."""

from __future__ import annotations

from django.urls import path, re_path

from games.rounds import list_views

urlpatterns = [
    path("rounds/", list_views.rounds_page, name="rounds"),
    re_path(r"^rounds\.(?P<ending>csv|pdf)$", list_views.rounds_file, name="rounds-file"),
    path("review/", list_views.review_page, name="review"),
    path("sessions/", list_views.sessions_page, name="sessions"),
    re_path(r"^sessions\.(?P<ending>csv|pdf)$", list_views.sessions_file, name="sessions-file"),
]
