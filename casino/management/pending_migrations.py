"""Whether the tables of a house are those of this code, and making them so."""

from __future__ import annotations

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def migrate_pending() -> int:
    """Apply the migrations that this database has not seen; how many there were."""
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        call_command("migrate", interactive=False, verbosity=0)
    return len(waiting)
