from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HistoryConfig(AppConfig):
    name = "players.history"
    label = "history"
    verbose_name = _("history")
