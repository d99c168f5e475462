"""The workspace's addresses, under /admin/compliance/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from casino.compliance import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.overview, name="compliance"),
    path("", include("casino.compliance.reports.urls")),
    path("", include("casino.compliance.returns.urls")),
    path("", include("casino.compliance.watch.urls")),
    path("", include("casino.compliance.care.urls")),
    path("", include("casino.compliance.integrity.urls")),
    path("files/", include("casino.compliance.files.urls")),
]
