from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AdministrationConfig(AppConfig):
    """The back-office pages of people, players and play sessions, with the notes of staff about players."""

    name = "players.administration"
    label = "administration"
    verbose_name = _("people")

    def ready(self) -> None:
        # Importing these modules registers their parts of a player's page.
        from players.administration import (  # noqa: F401
            player_header,
            player_identity,
            player_links,
            player_panels,
            player_timeline,
        )
