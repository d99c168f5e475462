"""Applies pending migrations."""

from __future__ import annotations

from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import CreateModel


def migrate_pending() -> int:
    """Apply the pending migrations. Returns how many there were."""
    executor = MigrationExecutor(connection)
    check_first_migrations(executor.loader)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if pending:
        call_command("migrate", interactive=False, verbosity=0)
    return len(pending)


def check_first_migrations(loader: MigrationLoader) -> None:
    """Refuse a database in which an early migration is missing, but not what came after it."""
    applied = set(loader.applied_migrations)
    missing = set(loader.graph.root_nodes()) - applied
    is_older = bool({app for app, _ in missing} & {app for app, _ in applied}) or has_tables_of(
        loader, missing
    )
    try:
        loader.check_consistent_history(connection)
    except InconsistentMigrationHistory:
        is_older = True
    if is_older:
        raise CommandError(
            "This database was migrated before the first release and cannot be upgraded. "
            "Use a new database; `make reset` makes a new demonstration."
        )


def has_tables_of(loader: MigrationLoader, missing: set[tuple[str, str]]) -> bool:
    """Whether a table is there already that one of these migrations makes: another app made it."""
    made = {
        operation.options.get("db_table") or f"{app}_{operation.name_lower}"
        for app, name in missing
        for operation in loader.graph.nodes[app, name].operations
        if isinstance(operation, CreateModel)
    }
    return not made.isdisjoint(connection.introspection.table_names())
