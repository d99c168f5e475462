"""URLs of the files of money laundering, under /admin/compliance/."""

from __future__ import annotations

from django.urls import path

from casino.compliance.laundering import views

urlpatterns = [
    path("laundering/", views.files_page, name="compliance_laundering"),
    path("laundering/<int:pk>/", views.file_page, name="compliance_laundering_file"),
    path("laundering/<int:pk>/act/", views.act, name="compliance_laundering_act"),
    path("laundering/reports/<int:pk>/<str:form>/", views.export_report, name="compliance_laundering_report"),
]
