"""The workspace's addresses, under /admin/compliance/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from casino.compliance import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.overview, name="compliance"),
]
