from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayerRiskConfig(AppConfig):
    name = "casino.compliance.player_risk"
    label = "care"
    verbose_name = _("player protection")

    def ready(self) -> None:
        from casino.compliance.player_risk.work_sources import SOURCES
        from players.audit.internal import register_internal_kinds
        from players.work_sources import register_work_sources

        register_internal_kinds("care.")
        register_work_sources(*SOURCES)
