from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RtpMonitoringConfig(AppConfig):
    name = "casino.compliance.rtp_monitoring"
    label = "rtp_monitoring"
    verbose_name = _("return control")

    def ready(self) -> None:
        from casino.compliance.reports.closing import register_point
        from casino.compliance.rtp_monitoring.closing_points import alarms_point
        from casino.compliance.rtp_monitoring.work_sources import SOURCES
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        register_point(alarms_point)
