"""The first migration of an app: all its tables at once.

Django rebuilds its models after each table, index and check, which took most of the time of a first
`migrate`. Here they are built once, and each table is made as it is at the end of the migration.
"""

from __future__ import annotations

from typing import Any

from django.db.migrations import AddConstraint, AddField, AddIndex, CreateModel, Migration
from django.db.migrations.state import ProjectState

PARTS_OF_A_TABLE = (AddConstraint, AddField, AddIndex)


class FirstMigration(Migration):
    initial = True

    def apply(self, project_state: Any, schema_editor: Any, collect_sql: bool = False) -> Any:
        if collect_sql:
            return super().apply(project_state, schema_editor, collect_sql)
        # Without the models that Django has built so far: it builds them again when they are asked for.
        after = ProjectState(dict(project_state.models), project_state.real_apps)
        for operation in self.operations:
            operation.state_forwards(self.app_label, after)
        for operation in self.operations:
            if isinstance(operation, CreateModel):
                operation.database_forwards(self.app_label, schema_editor, project_state, after)
            elif not isinstance(operation, PARTS_OF_A_TABLE):
                raise TypeError(f"{operation.describe()}: a first migration makes tables and nothing else")
        return after
