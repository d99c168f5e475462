from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MonitoringConfig(AppConfig):
    name = "casino.compliance.monitoring"
    label = "monitoring"
    verbose_name = _("monitoring rules")

    def ready(self) -> None:
        from casino.compliance.monitoring.changing import RULE_CHANGE
        from casino.compliance.monitoring.following import has_read
        from casino.compliance.monitoring.work_sources import SOURCES
        from players.decisions.queue import register_decisions
        from players.wallet.cashier.payout_gates import register_gate
        from players.work_sources import register_work_sources

        register_decisions(RULE_CHANGE)
        register_work_sources(*SOURCES)
        register_gate(has_read)
