"""A croupier that asks the database for the first time since it restarted. The connection ends for real, so
what the test registers is committed, and stays.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from games.tables.croupier.process import Croupier
from games.tables.transport import envelope, registry
from games.tables.transport.envelope import MessageBatch, QueuedMessage
from games.tables.transport.keyring import Keyring
from tests.live_table import seal_key


def test_a_batch_of_a_new_process_is_taken_after_the_database_restarted(
    valkey_url: str, settings: Any, tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Red before: «batch refused, the database is away», although it was back for half a minute. A player
    who sat down in that moment did not get a seat.
    """
    settings.REDIS_URL, settings.SEAL_KEY_FILE = valkey_url, seal_key(tmp_path)
    croupier, web = Croupier(), Keyring("web")
    with django_db_blocker.unblock():
        registry.register(croupier.keyring)
        registry.register(web)
        registry.renew(web)
        message = QueuedMessage(1, 0, 1, b'{"t":"look"}', proof=b"")
        sealed = envelope.seal_batch(web, MessageBatch(web.id, [message]))
        with psycopg.connect(**connection.get_connection_params() | {"autocommit": True}) as administrator:
            administrator.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
        assert croupier._open(sealed).sender.id == web.id
        connection.close()
