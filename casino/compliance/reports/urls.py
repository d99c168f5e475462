"""The pages of the reports, under /admin/compliance/reports/."""

from __future__ import annotations

from django.urls import path

from casino.compliance.reports import closing_views, drilldown_views, views

urlpatterns = [
    path("reports/", views.reports, name="compliance_reports"),
    path("reports/rounds/", drilldown_views.rounds, name="compliance_reports_rounds"),
    path("reports/transfers/", drilldown_views.transfers, name="compliance_reports_transfers"),
    path("closing/", closing_views.closings, name="compliance_closing"),
    path("closing/<str:name>/", closing_views.closing_month, name="compliance_closing_month"),
    path("closing/<str:name>/pack/", closing_views.closing_file, name="compliance_closing_pack"),
    path("closing/<str:name>/<str:verb>/", closing_views.act_on_closing, name="compliance_closing_act"),
    path("reports/issue/<int:pk>/", views.show_issue, name="compliance_issue"),
    path("reports/<str:code>/", views.report, name="compliance_report"),
    path("reports/<str:code>/issue/", views.create_issue, name="compliance_issue_make"),
]
