from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from games.tables.keys import SealKey
from players import clock
from tests.room import seal_key


@pytest.fixture(scope="module")
def past(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SealKey]:
    """A simulated past of all games, made once for the tests of a module and gone after them."""
    from django.test import override_settings

    path = seal_key(tmp_path_factory.mktemp("past"))
    with django_db_blocker.unblock(), override_settings(SEAL_KEY_FILE=str(path)):
        with transaction.atomic():
            call_command("simulate_house", rounds=1200, players=60, seed=21, days=100, jobs=1, stdout=StringIO(), stderr=StringIO())
            yield SealKey(path)
            transaction.set_rollback(True)
        connection.close()


@pytest.fixture
def days() -> tuple[Any, Any]:
    today = clock.day_of(clock.now())
    return today - timedelta(days=101), today
