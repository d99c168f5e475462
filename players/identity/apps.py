from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class IdentityConfig(AppConfig):
    name = "players.identity"
    label = "identity"
    verbose_name = _("identity")

    def ready(self) -> None:
        # Their signal receivers connect when the modules are imported.
        from players.identity import credential_epoch, security_notices, sign_ins, terms_middleware  # noqa: F401
