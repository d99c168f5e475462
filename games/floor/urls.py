"""The floor's own pages. The pages of one table are below its admin page."""

from __future__ import annotations

from django.contrib import admin
from django.urls import path

from games.floor import views

guarded = admin.site.admin_view
urlpatterns = [
    path("floor/", guarded(views.floor), name="floor"),
    path("floor/state/", guarded(views.floor_state), name="floor_state"),
    path("jackpots/", guarded(views.jackpots_page), name="floor_jackpots"),
]
