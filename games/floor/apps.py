from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FloorConfig(AppConfig):
    name = "games.floor"
    label = "floor"
    verbose_name = _("the floor")

    def ready(self) -> None:
        from games.floor.work_sources import SOURCES
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
