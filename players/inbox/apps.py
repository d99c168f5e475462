from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InboxConfig(AppConfig):
    name = "players.inbox"
    label = "inbox"
    verbose_name = _("messages and complaints")
