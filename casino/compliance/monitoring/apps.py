from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MonitoringConfig(AppConfig):
    name = "casino.compliance.monitoring"
    label = "monitoring"
    verbose_name = _("rules over what people do")

    def ready(self) -> None:
        from casino.compliance.monitoring.changing import RULE_CHANGE
        from casino.compliance.monitoring.following import has_read
        from players.decisions.queue import register_decisions
        from players.wallet.cashier.payout_gates import register_gate

        register_decisions(RULE_CHANGE)
        register_gate(has_read)
