"""URLs of the proof panel, the audit log, the generator's parts and the rules, in /admin/compliance/."""

from __future__ import annotations

from django.urls import path

from casino.compliance import trace_views
from casino.generator import system_views
from casino.generator import views as register_views
from casino.record_checks import audit_views, views

urlpatterns = [
    path("panel/", views.panel, name="compliance_panel"),
    path("panel/look/", views.run_checks_now, name="compliance_panel_check"),
    path("panel/manifest/", views.manifest, name="compliance_panel_manifest"),
    path("audit/", audit_views.audit, name="compliance_audit"),
    path("generator/", register_views.parts_page, name="compliance_generator"),
    path("generator/enter/", register_views.enter, name="compliance_generator_enter"),
    path("components/", system_views.components_page, name="compliance_components"),
    path("hardware/", system_views.hardware_page, name="compliance_hardware"),
    path("system-changes/", system_views.changes_page, name="compliance_system_changes"),
    path("system-changes/<int:pk>/", system_views.change_page, name="compliance_system_change"),
    path("rules/", trace_views.trace, name="compliance_trace"),
    path("rules/<str:system>/", trace_views.regulation, name="compliance_trace_of"),
]
