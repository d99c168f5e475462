from typing import Any

import structlog
from django.apps import AppConfig, apps
from django.conf import settings
from django.db.models.signals import post_migrate


def write_roles_after_migrate(**kwargs: Any) -> None:
    """Write the roles, which are defined in code, and undo manual changes."""
    from casino.backoffice.roles import write_roles

    write_roles()


class CasinoConfig(AppConfig):
    name = "casino"
    default = True

    def ready(self) -> None:
        # Loads the Celery application in every process, so that tasks go to our broker.
        # Connects what notes the runs of tasks.
        from casino import celery  # noqa: F401
        from casino.operation import deployment_checks  # noqa: F401
        from casino.tasks import task_runs  # noqa: F401

        for former in settings.FORMER_SETTINGS_IN_USE:
            structlog.get_logger("casino").warning("former setting", problem=former.problem, fix=former.fix)
        # After the last app, so that every permission exists.
        post_migrate.connect(write_roles_after_migrate, sender=list(apps.get_app_configs())[-1])


class BeatConfig(AppConfig):
    """What beat needs of this package: its table of tasks, and the application that sends them."""

    name = "casino"

    def ready(self) -> None:
        from casino import celery  # noqa: F401
