from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProtectionConfig(AppConfig):
    name = "players.protection"
    label = "protection"
    verbose_name = _("protection of players")

    def ready(self) -> None:
        from players.protection import national  # noqa: F401  (its receiver follows changes of documents)
