"""The pages of the reports, under /admin/compliance/reports/."""

from __future__ import annotations

from django.urls import path

from casino.compliance.reports import drilldown_views, views

urlpatterns = [
    path("reports/", views.reports, name="compliance_reports"),
    path("reports/rounds/", drilldown_views.rounds, name="compliance_reports_rounds"),
    path("reports/transfers/", drilldown_views.transfers, name="compliance_reports_transfers"),
    path("reports/issue/<int:pk>/", views.show_issue, name="compliance_issue"),
    path("reports/<str:code>/", views.report, name="compliance_report"),
    path("reports/<str:code>/issue/", views.create_issue, name="compliance_issue_make"),
]
