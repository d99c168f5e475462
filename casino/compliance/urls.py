"""The workspace's addresses, under /admin/compliance/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from casino.compliance import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.overview, name="compliance"),
    path("", include("casino.compliance.reports.urls")),
    path("", include("casino.compliance.rtp_monitoring.urls")),
    path("", include("casino.record_checks.urls")),
    path("", include("casino.compliance.player_risk.urls")),
    path("", include("casino.compliance.monitoring.urls")),
    path("", include("casino.compliance.laundering.urls")),
    path("", include("casino.compliance.collusion.urls")),
    path("", include("casino.compliance.duties.urls")),
    path("files/", include("casino.compliance.regulator.urls")),
]
