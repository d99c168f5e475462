from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BackOfficeConfig(AppConfig):
    name = "casino.backoffice"
    label = "backoffice"
    verbose_name = _("the back office")
