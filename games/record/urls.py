"""The way to a player's own record of play: rounds and play sessions, and their files."""

from __future__ import annotations

from django.urls import path, re_path

from games.record import views

urlpatterns = [
    path("rounds/", views.rounds_page, name="rounds"),
    re_path(r"^rounds\.(?P<ending>csv|pdf)$", views.rounds_file, name="rounds-file"),
    path("sessions/", views.sessions_page, name="sessions"),
    re_path(r"^sessions\.(?P<ending>csv|pdf)$", views.sessions_file, name="sessions-file"),
]
