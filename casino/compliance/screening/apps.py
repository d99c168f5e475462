from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScreeningConfig(AppConfig):
    name = "casino.compliance.screening"
    label = "screening"
    verbose_name = _("screening of names")

    def ready(self) -> None:
        # The import connects a receiver.
        from casino.compliance.screening import registrations  # noqa: F401
        from casino.compliance.screening.deciding import MATCH_DECISION
        from casino.compliance.screening.holds import is_free
        from players.decisions.queue import register_decisions
        from players.wallet.cashier.payout_gates import register_gate

        register_decisions(MATCH_DECISION)
        register_gate(is_free)
