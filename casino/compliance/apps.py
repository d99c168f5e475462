from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


def grant_reader(**kwargs: Any) -> None:
    """Grant the reading role its columns after every migration; reading.toml defines them."""
    from casino.compliance.reading import write_grants

    write_grants()


class ComplianceConfig(AppConfig):
    name = "casino.compliance"
    label = "compliance"
    verbose_name = _("compliance")

    def ready(self) -> None:
        # After the last app, when every table exists.
        post_migrate.connect(grant_reader, sender=list(apps.get_app_configs())[-1])
