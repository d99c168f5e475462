from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BotsConfig(AppConfig):
    name = "casino.compliance.bots"
    label = "bots"
    verbose_name = _("search for bots")
