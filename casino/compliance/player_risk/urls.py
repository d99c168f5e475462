"""URLs of player protection, under /admin/compliance/."""

from __future__ import annotations

from django.urls import path

from casino.compliance.player_risk import views

urlpatterns = [
    path("care/", views.overview, name="compliance_care"),
    path("care/<int:pk>/", views.player_page, name="compliance_care_of"),
    path("care/<int:pk>/release/", views.release_deposits, name="compliance_care_release"),
]
