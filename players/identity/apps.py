from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class IdentityConfig(AppConfig):
    name = "players.identity"
    label = "identity"
    verbose_name = _("identity")

    def ready(self) -> None:
        # Importing these modules connects their signal receivers.
        from players.identity import (  # noqa: F401
            search_marks,
            security_notices,
            sign_ins,
            terms_middleware,
        )
        from players.identity.work_sources import SOURCES
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
