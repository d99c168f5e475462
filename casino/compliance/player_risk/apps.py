from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayerRiskConfig(AppConfig):
    name = "casino.compliance.player_risk"
    label = "care"
    verbose_name = _("player protection")

    def ready(self) -> None:
        from players.audit.internal import register_internal_kinds

        register_internal_kinds("care.")
