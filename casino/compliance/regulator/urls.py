"""The pages of the regulator's files, under /admin/compliance/files/."""

from __future__ import annotations

from django.urls import path

from casino.compliance.regulator import views

urlpatterns = [
    path("", views.day, name="compliance_files"),
    path("<int:pk>/", views.file, name="compliance_file"),
    path("<int:pk>/xml/", views.download, name="compliance_file_xml"),
    path("alerts/", views.alerts_page, name="compliance_alert_files"),
    path("alerts/<int:pk>/", views.download_alerts, name="compliance_alert_file"),
    path("schemas/<str:name>/", views.schema, name="compliance_file_schema"),
]
