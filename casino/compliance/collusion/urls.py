"""The addresses of the integrity desk, under /admin/compliance/."""

from django.urls import path

from casino.compliance.collusion import views

urlpatterns = [
    path("integrity/", views.cases_list, name="compliance_integrity"),
    path("integrity/seen/", views.how_well, name="compliance_integrity_sees"),
    path("integrity/<int:pk>/", views.case_page, name="compliance_integrity_case"),
    path("integrity/<int:pk>/step/", views.case_step, name="compliance_integrity_step"),
    path("integrity/<int:pk>/folds/", views.folds_weighed, name="compliance_integrity_folds"),
    path("integrity/<int:pk>/hands/<int:round>/", views.hand_opened, name="compliance_integrity_hand"),
]
