from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CashierConfig(AppConfig):
    name = "players.wallet.cashier"
    label = "cashier"
    verbose_name = _("cashier")

    def ready(self) -> None:
        from players.audit.details import register_reason_text
        from players.decisions.queue import register_decisions
        from players.protection.deposit_limits import register_deposit_totals
        from players.wallet.cashier.adjustments import ADJUSTMENT
        from players.wallet.cashier.ceilings import CEILING
        from players.wallet.cashier.deposit_totals import deposit_totals
        from players.wallet.cashier.payment_reasons import reason_text
        from players.wallet.cashier.work_sources import SOURCES
        from players.work_sources import register_work_sources

        register_deposit_totals(deposit_totals)
        register_reason_text("deposits.", reason_text)
        register_reason_text("withdrawals.", reason_text)
        register_work_sources(*SOURCES)
        register_decisions(ADJUSTMENT, CEILING)
