from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WatchConfig(AppConfig):
    name = "casino.compliance.self_checks"
    label = "watch"
    verbose_name = _("watch over the house")

    def ready(self) -> None:
        # Importing this module registers its parts of a player's page.
        from casino.compliance.self_checks import player_parts  # noqa: F401
        from casino.compliance.self_checks.work_sources import SOURCES
        from players.work_sources import register

        register(*SOURCES)
