from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InboxConfig(AppConfig):
    name = "players.inbox"
    label = "inbox"
    verbose_name = _("messages and complaints")

    def ready(self) -> None:
        from players.decisions.queue import register_decisions
        from players.inbox.bulk_notices import NOTICE
        from players.inbox.work_sources import SOURCES
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        register_decisions(NOTICE)
