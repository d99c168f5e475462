"""Django's PostgreSQL backend for a primary with a synchronous standby.

A cancel request (`pg_cancel_backend`, or Ctrl-C in a client) ends a commit's wait for the standby.
PostgreSQL then reports the commit as done although no standby has it, with a warning only. This backend
raises an error: the outcome is unknown, as after a lost connection. A retry locks the same rows, and so waits
for the standby.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg.errors import TransactionResolutionUnknown

# The function of PostgreSQL's source that waits. The text of its warning depends on the server's language.
WAIT_FOR_STANDBY = "SyncRepWaitForLSN"


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.execute_wrappers.append(self._execute_confirmed)

    def commit(self) -> None:
        self.ensure_connection()
        with self.wrap_database_errors, confirmed(self.connection):
            super().commit()

    def _execute_confirmed(
        self, execute: Callable[..., Any], sql: Any, parameters: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """A statement outside a transaction commits by itself."""
        if self.in_atomic_block:
            return execute(sql, parameters, many, context)
        with self.wrap_database_errors, confirmed(self.connection):
            return execute(sql, parameters, many, context)


@contextmanager
def confirmed(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Raises if a commit in this block was reported before a standby had it."""
    was_cancelled = False

    def note(diagnostic: psycopg.errors.Diagnostic) -> None:
        nonlocal was_cancelled
        was_cancelled = was_cancelled or diagnostic.source_function == WAIT_FOR_STANDBY

    connection.add_notice_handler(note)
    try:
        yield
    finally:
        connection.remove_notice_handler(note)
    if was_cancelled:
        raise TransactionResolutionUnknown("The wait for a synchronous standby was cancelled.")
