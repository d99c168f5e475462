from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AdministrationConfig(AppConfig):
    """The back-office pages of people, players and play sessions, with the notes of staff about players."""

    name = "players.administration"
    label = "administration"
    verbose_name = _("people")
