from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


def roles_follow(**kwargs: Any) -> None:
    """The roles stand in the code: every migration writes them, and undoes what was changed by hand."""
    from casino.backoffice.roles import roles_write

    roles_write()


class CasinoConfig(AppConfig):
    name = "casino"

    def ready(self) -> None:
        # Whoever hands work to the worker, from whichever process, hands it to our broker.
        from casino import celery, checks  # noqa: F401

        # After the last app: by then every permission that a role names is there.
        post_migrate.connect(roles_follow, sender=list(apps.get_app_configs())[-1])
