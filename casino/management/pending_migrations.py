"""Applies pending migrations."""

from __future__ import annotations

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def migrate_pending() -> int:
    """Apply the pending migrations. Returns how many there were."""
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if pending:
        call_command("migrate", interactive=False, verbosity=0)
    return len(pending)
