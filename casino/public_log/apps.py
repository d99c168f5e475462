from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicLogConfig(AppConfig):
    name = "casino.public_log"
    label = "public_log"
    verbose_name = _("public log")
