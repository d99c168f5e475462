from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FloorConfig(AppConfig):
    name = "games.floor"
    label = "floor"
    verbose_name = _("the floor")

    def ready(self) -> None:
        from games.floor.bulk import BULK_CHANGE
        from games.floor.changes import TABLE_CHANGE
        from games.floor.work_sources import SOURCES
        from players.decisions.queue import register_decisions
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        register_decisions(TABLE_CHANGE, BULK_CHANGE)
