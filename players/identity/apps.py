from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class IdentityConfig(AppConfig):
    name = "players.identity"
    label = "identity"
    verbose_name = _("identity")

    def ready(self) -> None:
        from players.identity import credentials, gate, security_notices, signins  # noqa: F401  (their receivers register themselves)
