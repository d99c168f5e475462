"""The pages of reports by e-mail, under /admin/compliance/reports/."""

from __future__ import annotations

from django.urls import path

from casino.extras.scheduled_reports import views

urlpatterns = [
    path("reports/schedules/", views.schedules, name="compliance_schedules"),
    path("reports/schedules/<int:pk>/end/", views.end_schedule, name="compliance_schedule_end"),
]
