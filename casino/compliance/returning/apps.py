from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


def waits_for_a_person(identity: Any) -> bool:
    """Loaded when somebody waits: most processes never compare names."""
    from casino.compliance.returning import finding

    return finding.waits_for_a_person(identity)


class ReturningConfig(AppConfig):
    name = "casino.compliance.returning"
    label = "returning"
    verbose_name = _("blocked people who come back")

    def ready(self) -> None:
        from casino.compliance.returning.deciding import RESEMBLANCE_DECISION
        from players.decisions.queue import register_decisions
        from players.identity.verification.verification import register_hold

        register_decisions(RESEMBLANCE_DECISION)
        register_hold(waits_for_a_person)
