"""Migrations of the law that `*/database/*.sql` write (players/shared/laws.py)."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from players.shared.extras import extra_of
from players.shared.laws import ORDER, Kind, Laws, change_statements, laws_of, read_laws


class LawOperation(Operation):
    reduces_to_sql = True
    reversible = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models stay as they are."""

    def change(self, editor: BaseDatabaseSchemaEditor, old: Laws, new: Laws) -> None:
        # Functions may name tables and functions that come later.
        editor.execute("SET LOCAL check_function_bodies = off", None)
        for statement in change_statements(old, new):
            editor.execute(statement, None)


class LoadLaws(LawOperation):
    """The laws of these kinds in all files of the core, or of one optional app, as they were at the first
    release: what a later migration has changed, it changes again. No kinds means all.
    """

    def __init__(self, *kinds: Kind, app: str = "") -> None:
        self.kinds = kinds or ORDER
        self.app = app

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self.change(schema_editor, {}, self.laws())

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self.change(schema_editor, self.laws(), {})

    def laws(self) -> Laws:
        return {name: text for name, text in first_laws(self.app).items() if name.kind in self.kinds}

    def describe(self) -> str:
        return f"Load the laws of the database: {', '.join(self.kinds)}"


class ChangeLaws(LawOperation):
    """Old and new text of what changes. Written by `manage.py make_law_migration`."""

    def __init__(self, old: str, new: str) -> None:
        self.old = old
        self.new = new

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self.change(schema_editor, read_laws(self.old), read_laws(self.new))

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self.change(schema_editor, read_laws(self.new), read_laws(self.old))

    def describe(self) -> str:
        return "Change the laws of the database"


@cache
def first_laws(app: str = "") -> Laws:
    """What the files say, without the changes of later migrations."""
    laws = laws_of(app)
    for change in reversed(later_changes(app)):
        for name in read_laws(change.new):
            laws.pop(name, None)
        laws |= read_laws(change.old)
    return laws


def later_changes(app: str = "") -> list[ChangeLaws]:
    """Of all migrations of the core, or of one optional app, in the order in which they are applied."""
    graph = MigrationLoader(None).graph
    order: dict[tuple[str, str], None] = {}
    for leaf in sorted(graph.leaf_nodes()):
        order |= dict.fromkeys(graph.forwards_plan(leaf))
    return [
        operation
        for node in order
        if extra_of(type(graph.nodes[node]).__module__) == app
        for operation in graph.nodes[node].operations
        if isinstance(operation, ChangeLaws)
    ]
