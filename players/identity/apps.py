from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class IdentityConfig(AppConfig):
    name = "players.identity"
    label = "identity"
    verbose_name = _("identity")

    def ready(self) -> None:
        # The database enters it with the sign-in (players/identity/database/sign_ins.sql).
        user_logged_in.disconnect(dispatch_uid="update_last_login")
        # Importing these modules connects their signal receivers.
        from players.decisions.queue import register_decisions
        from players.identity.registration import terms_middleware  # noqa: F401
        from players.identity.sign_in import (
            security_notices,  # noqa: F401
            sign_ins,  # noqa: F401
        )
        from players.identity.staff.erasure import ERASURE
        from players.identity.staff.legal_holds import LEGAL_HOLD
        from players.identity.staff.work_sources import SOURCES
        from players.identity.verification import search_marks  # noqa: F401
        from players.work_sources import register_work_sources

        register_work_sources(*SOURCES)
        register_decisions(ERASURE, LEGAL_HOLD)
