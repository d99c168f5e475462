"""Messages to tables that do not exist cost a look at the record, not a worker.

Red before: each such table got a worker and a turn with a transaction. Eight thousand of them delayed the
next page that asked a croupier by eight seconds, and stayed in memory for a minute.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tables.croupier import process
from games.tables.croupier.process import Croupier
from games.tables.transport import envelope
from games.tables.transport.envelope import MessageBatch, QueuedMessage
from games.tables.transport.keyring import Keyring
from tests.live_table import seal_key, table_open
from tests.processes import connected

pytestmark = pytest.mark.django_db
LOOK = b'{"t":"look"}'


@pytest.fixture
def processes(valkey_url: str, settings: Any, tmp_path: Path) -> tuple[Croupier, Keyring]:
    settings.REDIS_URL, settings.SEAL_KEY_FILE = valkey_url, seal_key(tmp_path)
    croupier = Croupier()
    web, croupier.keyring = connected("web", "croupier")
    return croupier, web


def batch(web: Keyring, tables: range | list[int]) -> bytes:
    messages = [QueuedMessage(1, 0, table, LOOK, proof=b"") for table in tables]
    return envelope.seal_batch(web, MessageBatch(web.id, messages))


def test_eight_thousand_tables_that_do_not_exist(processes: tuple[Croupier, Keyring]) -> None:
    croupier, web = processes
    table, beyond = table_open().pk, 10**9
    croupier._take(batch(web, [table]))
    with CaptureQueriesContext(connection) as queries:
        for start in range(beyond, beyond + 8_000, 100):
            croupier._take(batch(web, range(start, start + 100)))
    assert list(croupier.workers) == [table]
    assert len(croupier.work_queue) == 1, "who waits is served at once"
    assert len(queries) < 40, "looked up now and then, however many there are"


def test_a_table_that_is_made_later_is_found(
    processes: tuple[Croupier, Keyring], monkeypatch: pytest.MonkeyPatch
) -> None:
    croupier, web = processes
    monkeypatch.setattr(process, "TABLE_LOOKUP_INTERVAL", 0.0)
    croupier._take(batch(web, [10**9]))
    assert not croupier.workers
    table = table_open().pk
    croupier._take(batch(web, [10**9, table]))
    assert list(croupier.workers) == [table]


def test_known_tables_are_not_looked_up(processes: tuple[Croupier, Keyring]) -> None:
    croupier, web = processes
    table = table_open().pk
    croupier._take(batch(web, [table]))
    with CaptureQueriesContext(connection) as queries:
        croupier._take(batch(web, [table]))
    assert not queries.captured_queries
    assert len(croupier.workers[table].queue) == 2
