"""What every test may ask for: the database (as pytest-django has it), Valkey, and a whole house that really runs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.db import connection
from django.db.utils import OperationalError
from django.test.utils import setup_databases, teardown_databases

from casino.services.folder import Folder
from casino.services.server_lease import leased_servers
from tests.plugin import FOLDER, WANTED
from tests.running import RunningHouse


@pytest.fixture(scope="session")
def servers(pytestconfig: pytest.Config) -> Iterator[None]:
    """PostgreSQL and Valkey of this test process; nothing where the environment names others."""
    with leased_servers(Folder(pytestconfig.stash[FOLDER]), pytestconfig.stash[WANTED]):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: None, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The first test that needs the database starts it."""


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """The tables are there for whoever asks, the tests of several connections too, which carry no mark of pytest-django."""
    if template := os.environ.get("TEST_DATABASE_TEMPLATE"):
        # A database that has been migrated already: copying it is faster than migrating a new one.
        connection.settings_dict["TEST"]["TEMPLATE"] = template
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
        national_list_loaded()
    yield
    # A connection that a thread of a test has left open keeps the database; it goes with its server.
    with django_db_blocker.unblock(), contextlib.suppress(OperationalError):
        teardown_databases(made, verbosity=0)


def national_list_loaded() -> None:
    """A house that never loaded the national list is closed for money; only the tests of that empty it."""
    from players.protection.models import NationalFeed
    from players.shared import clock

    NationalFeed.objects.create(loaded=clock.now(), tried=clock.now())


@pytest.fixture
def lasting_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database for tests of several connections. The record cannot be emptied, so what they write stays: they make their own people,
    and their files come after those that want to find nothing (tests/plugin.py)."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="session")
def valkey_session(servers: None) -> str:
    return os.environ["REDIS_URL"]


@pytest.fixture
def valkey_url(valkey_session: str) -> str:
    """An empty Valkey, for this test alone."""
    with redis.Redis.from_url(valkey_session) as client:
        client.flushall()
    return valkey_session


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """The demonstration house, open on a free port with all its processes, until the last test that drives it."""
    with RunningHouse.opened(tmp_path_factory.mktemp("house")) as running:
        yield running
        assert running.refused_by_valkey() == [], (
            "a process needs a right that deploy/valkey-users.acl does not give it"
        )
