from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersFundsConfig(AppConfig):
    name = "casino.players_funds"
    label = "players_funds"
    verbose_name = _("players' money")
