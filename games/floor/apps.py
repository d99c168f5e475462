from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FloorConfig(AppConfig):
    name = "games.floor"
    label = "floor"
    verbose_name = _("the floor")
