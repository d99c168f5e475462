from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BackOfficeConfig(AppConfig):
    name = "casino.backoffice"
    label = "backoffice"
    verbose_name = _("the back office")

    def ready(self) -> None:
        from casino.backoffice.work_sources import SOURCES
        from players.audit.internal import register_internal_kinds
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        register_internal_kinds("shifts.", "work.")
