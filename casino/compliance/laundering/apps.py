from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaunderingConfig(AppConfig):
    name = "casino.compliance.laundering"
    label = "laundering"
    verbose_name = _("money laundering")

    def ready(self) -> None:
        from casino.compliance.laundering.holds import is_free, is_under_review
        from casino.compliance.laundering.work_sources import SOURCE
        from players.wallet.cashier.payout_gates import register_gate
        from players.wallet.cashier.withdrawals import REVIEW, register_hold
        from players.work_sources import register_work_sources

        register_gate(is_free)
        register_hold(REVIEW, is_under_review)
        register_work_sources(SOURCE)
