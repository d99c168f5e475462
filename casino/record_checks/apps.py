from collections.abc import Mapping
from urllib.parse import urlencode

from django.apps import AppConfig
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


def log_address(query: Mapping[str, str]) -> str:
    """The audit log with these filters."""
    return f"{reverse('compliance_audit')}{'?' if query else ''}{urlencode(query)}"


class SelfChecksConfig(AppConfig):
    name = "casino.record_checks"
    label = "self_checks"
    verbose_name = _("self-checks of the house")

    def ready(self) -> None:
        from casino.compliance.audit_sentences import KIND_NAMES
        from casino.compliance.reports.closing import register_point
        from casino.record_checks.closing_points import proof_point
        from casino.record_checks.work_sources import SOURCES
        from players.audit import log_page
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        log_page.register(log_address, KIND_NAMES)
        register_point(proof_point)
