from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RegulatorConfig(AppConfig):
    name = "casino.compliance.regulator"
    label = "regulator"
    verbose_name = _("regulator files")

    def ready(self) -> None:
        from casino.compliance.regulator.closing_points import files_point
        from casino.compliance.regulator.work_sources import SOURCES
        from casino.compliance.reports.closing import register_point
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        register_point(files_point)
