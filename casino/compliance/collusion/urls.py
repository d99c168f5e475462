"""The URLs of the integrity pages, under /admin/compliance/."""

from django.urls import path

from casino.compliance.collusion import views

urlpatterns = [
    path("integrity/", views.case_list, name="compliance_integrity"),
    path("integrity/seen/", views.detection_rates, name="compliance_integrity_sees"),
    path("integrity/<int:pk>/", views.case_page, name="compliance_integrity_case"),
    path("integrity/<int:pk>/step/", views.case_step, name="compliance_integrity_step"),
    path("integrity/<int:pk>/folds/", views.review_folds, name="compliance_integrity_folds"),
    path("integrity/<int:pk>/hands/<int:round_id>/", views.open_hand, name="compliance_integrity_hand"),
]
