"""URLs of the duties to the regulator, under /admin/compliance/, and the address of the feed."""

from __future__ import annotations

from django.urls import path

from casino.compliance.duties import question_views, views

urlpatterns = [
    path("duties/", views.calendar_page, name="compliance_duties"),
    path("duties/<str:code>/<str:period>/", views.duty_page, name="compliance_duty"),
    path("availability/", views.availability_page, name="compliance_availability"),
    path("occurrences/", views.occurrences_page, name="compliance_occurrences"),
    path("occurrences/<int:pk>/", views.occurrence_page, name="compliance_occurrence"),
    path("questions/", question_views.questions_page, name="compliance_questions"),
    path("questions/new/<str:code>/", question_views.new_question, name="compliance_question_new"),
    path("questions/<int:pk>/", question_views.question_page, name="compliance_question"),
]
