from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulebookConfig(AppConfig):
    name = "games.rulebook"
    label = "rulebook"
    verbose_name = _("the rulebook")

    def ready(self) -> None:
        from games.rulebook.work_sources import SOURCES
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
