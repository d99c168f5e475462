"""What a migration must not do while the release before still runs beside it.

An upgrade migrates first and restarts one process after the other, so for a while two releases use the same
tables; a rollback leads back to the older one without undoing the migration. So a release expands: it adds
tables, columns that have a default of the database, and indexes without a lock. What is no longer used is
taken away by a later release, in a migration named «contract».
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.db import models
from django.db.migrations import Migration, RunPython, RunSQL, SeparateDatabaseAndState
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    AlterModelTable,
    CreateModel,
    DeleteModel,
    RemoveField,
    RemoveIndex,
    RenameField,
    RenameModel,
)
from django.db.migrations.operations.base import Operation
from django.db.models.fields import NOT_PROVIDED

CONTRACTING = (AlterModelTable, DeleteModel, RemoveField, RenameField, RenameModel)
CONCURRENT = (AddIndexConcurrently, RemoveIndexConcurrently)
# Statements that take something away, and those that lock a table for as long as they read it.
TAKES_AWAY = re.compile(
    r"\b(DROP (TABLE|COLUMN)|RENAME (COLUMN |TO )|ALTER COLUMN \w+ (SET NOT NULL|TYPE))", re.IGNORECASE
)
LOCKS = (
    (
        re.compile(r"\b(CREATE (UNIQUE )?INDEX|DROP INDEX)(?! CONCURRENTLY)", re.IGNORECASE),
        "without CONCURRENTLY",
    ),
    (re.compile(r"\bADD CONSTRAINT\b(?!.*\bNOT VALID\b)", re.IGNORECASE | re.DOTALL), "without NOT VALID"),
    (re.compile(r"\bLOCK TABLE\b", re.IGNORECASE), "locks a table"),
)


def faults(migration: Migration) -> Iterator[str]:
    """What is wrong with a migration of a release after the first. Tables that it creates are its own:
    nothing else uses them yet.
    """
    created = {
        operation.name.lower() for operation in migration.operations if isinstance(operation, CreateModel)
    }
    is_contract = "contract" in migration.name
    if is_contract and not (migration.__doc__ or module_docstring(migration)):
        yield "a contracting migration says in its docstring which release stopped to use what it takes away"
    for operation in flat(migration.operations):
        if isinstance(operation, CONCURRENT) and migration.atomic:
            yield f"{operation.describe()}: needs atomic = False"
        if getattr(operation, "model_name", "").lower() in created:
            continue
        yield from faults_of(operation, is_contract=is_contract)


def flat(operations: list[Operation]) -> Iterator[Operation]:
    for operation in operations:
        if isinstance(operation, SeparateDatabaseAndState):
            yield from flat(operation.database_operations)
        else:
            yield operation


def faults_of(operation: Operation, *, is_contract: bool) -> Iterator[str]:
    name = operation.describe()
    match operation:
        case RunSQL():
            yield from faults_of_sql(operation, is_contract=is_contract)
        case RunPython() if operation.reverse_code is None:
            yield f"{name}: cannot be undone"
        case (
            AddConstraintNotValid()
            | ValidateConstraint()
            | AddIndexConcurrently()
            | RemoveIndexConcurrently()
        ):
            pass
        case _ if isinstance(operation, CONTRACTING) and not is_contract:
            yield f"{name}: the release before still uses it"
        case AddField(field=field) if is_required(field):
            yield f"{name}: the release before writes rows without it; give it null=True or db_default"
        case AlterField(field=field) if not field.null and not is_contract and is_required(field):
            yield f"{name}: the release before may write rows without a value"
        case AddIndex() | RemoveIndex():
            yield f"{name}: locks the table; use AddIndexConcurrently or RemoveIndexConcurrently"
        case AddConstraint():
            yield f"{name}: locks the table; add it NOT VALID, and validate it in a migration of its own"


def is_required(field: models.Field) -> bool:
    return not field.null and not field.many_to_many and field.db_default is NOT_PROVIDED


def faults_of_sql(operation: RunSQL, *, is_contract: bool) -> Iterator[str]:
    if operation.reverse_sql is None:
        yield "SQL without reverse_sql cannot be undone"
    for statement in statements(operation.sql):
        beginning = " ".join(statement.split())[:60]
        if TAKES_AWAY.search(statement) and not is_contract:
            yield f"«{beginning}»: the release before still uses it"
        for pattern, why in LOCKS:
            if pattern.search(statement):
                yield f"«{beginning}»: {why}"


def statements(sql: object) -> list[str]:
    """The single statements, without comments and the bodies of functions."""
    parts = sql if isinstance(sql, list | tuple) else [sql]
    text = ";".join(str(part[0] if isinstance(part, tuple) else part) for part in parts)
    text = re.sub(r"\$(\w*)\$.*?\$\1\$", "''", text, flags=re.DOTALL)
    text = re.sub(r"--[^\n]*", "", text)
    return [statement for statement in text.split(";") if statement.strip()]


def module_docstring(migration: Migration) -> str:
    return sys.modules[type(migration).__module__].__doc__ or ""
