"""The floor's own pages. The pages of one table are below its admin page."""

from __future__ import annotations

from django.contrib import admin
from django.urls import path

from games.floor import bulk_views, views

guarded = admin.site.admin_view
urlpatterns = [
    path("floor/", guarded(views.floor), name="floor"),
    path("floor/state/", guarded(views.floor_state), name="floor_state"),
    path("floor/bulk/", guarded(bulk_views.bulk_page), name="floor_bulk"),
    path("floor/bulk/<int:pk>/", guarded(bulk_views.bulk_change_page), name="floor_bulk_change"),
    path("floor/bulk/<int:pk>/decide/", guarded(bulk_views.decide_bulk_change), name="floor_bulk_decide"),
    path("floor/switches/", guarded(views.switches_page), name="floor_switches"),
    path("jackpots/", guarded(views.jackpots_page), name="floor_jackpots"),
]
