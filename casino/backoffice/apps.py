from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig
from django.utils.translation import gettext_lazy as _


class OfficeConfig(SimpleAdminConfig):
    """Without autodiscovery, which casino.urls does: processes that serve no pages start faster."""

    default_site = "casino.backoffice.site.OfficeSite"


class BackOfficeConfig(AppConfig):
    default = True
    name = "casino.backoffice"
    label = "backoffice"
    verbose_name = _("the back office")

    def ready(self) -> None:
        from casino.backoffice.payer_reviews import SOURCES
        from casino.backoffice.staff_changes import STAFF_CHANGE
        from players.audit.internal import register_internal_kinds
        from players.decisions.queue import register_decisions
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        register_decisions(STAFF_CHANGE)
        register_internal_kinds("shifts.", "work.")
