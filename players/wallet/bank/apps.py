from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BankConfig(AppConfig):
    name = "players.wallet.bank"
    label = "bank"
    verbose_name = _("bank")

    def ready(self) -> None:
        from players.decisions.queue import register_decisions
        from players.wallet.bank.chargebacks import RECOVERY, is_chargeback_open
        from players.wallet.bank.deciding import MATCH_DECISION
        from players.wallet.bank.work_sources import SOURCES
        from players.wallet.cashier.withdrawals import register_hold
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        register_hold("chargeback", is_chargeback_open)
        register_decisions(MATCH_DECISION, RECOVERY)
