from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_save
from django.utils.translation import gettext_lazy as _


def report_received(sender: Any, instance: Any, created: bool, **kwargs: Any) -> None:
    """Open a case for a report of another player, in the same transaction as the complaint."""
    if created:
        from casino.compliance.collusion.cases import record_report

        record_report(instance)


class CollusionConfig(AppConfig):
    name = "casino.compliance.collusion"
    label = "collusion"
    verbose_name = _("integrity of hold'em")

    def ready(self) -> None:
        from casino.compliance.collusion.work_sources import SOURCES
        from players.audit.internal import register_internal_kinds
        from players.inbox.models import Complaint
        from players.work_sources import register_work_sources

        register_internal_kinds("integrity.", "rounds.seen-face-up", "tables.device-shared")
        post_save.connect(report_received, sender=Complaint, dispatch_uid="collusion.report")
        register_work_sources(*SOURCES)
