from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DutiesConfig(AppConfig):
    name = "casino.compliance.duties"
    label = "duties"
    verbose_name = _("duties to the regulator")

    def ready(self) -> None:
        from casino.compliance.duties.work_sources import SOURCES
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
