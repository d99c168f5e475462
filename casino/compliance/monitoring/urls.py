"""URLs of the cases, under /admin/compliance/."""

from __future__ import annotations

from django.urls import path

from casino.compliance.monitoring.models import RuleVersion
from casino.compliance.monitoring.views import case_view, decide_view, list_view

urlpatterns = [
    *(path(f"cases/{kind}/", list_view(kind), name=f"compliance_cases_{kind}")
      for kind in RuleVersion.RuleKind.values),
    *(path(f"cases/{kind}/<int:pk>/", case_view(kind), name=f"compliance_case_{kind}")
      for kind in RuleVersion.RuleKind.values),
    *(path(f"cases/{kind}/<int:pk>/decide/", decide_view(kind), name=f"compliance_case_decide_{kind}")
      for kind in RuleVersion.RuleKind.values),
]  # fmt: skip
