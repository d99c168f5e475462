from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WatchConfig(AppConfig):
    name = "casino.compliance.self_checks"
    label = "watch"
    verbose_name = _("watch over the house")
