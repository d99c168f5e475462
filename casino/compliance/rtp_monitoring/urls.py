"""The addresses of return control, under /admin/compliance/."""

from __future__ import annotations

from django.urls import path

from casino.compliance.rtp_monitoring import views

urlpatterns = [
    path("returns/", views.overview, name="compliance_returns"),
    path("returns/alarms/<int:pk>/", views.answer, name="compliance_returns_answer"),
    path("returns/<str:scope>/", views.chart, name="compliance_returns_chart"),
]
