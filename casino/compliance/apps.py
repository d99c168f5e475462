from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


def reader_follows(**kwargs: Any) -> None:
    """What the reading role may see stands in the code, as the roles of people do: every migration writes it anew."""
    from casino.compliance.reading import rights_write

    rights_write()


class ComplianceConfig(AppConfig):
    name = "casino.compliance"
    label = "compliance"
    verbose_name = _("compliance")

    def ready(self) -> None:
        # After the last app: by then every table that the role reads is there.
        post_migrate.connect(reader_follows, sender=list(apps.get_app_configs())[-1])
