"""Fixtures of all tests: the database (as in pytest-django), Valkey, and a complete running installation."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.db import connection
from django.db.utils import OperationalError
from django.template import Context, Template
from django.test.client import ClientHandler
from django.test.utils import setup_databases, teardown_databases
from django.utils import translation
from psycopg.pq import TransactionStatus

from casino.services.folder import Folder
from casino.services.postgres import DATABASE
from casino.services.server_lease import leased_servers
from tests import prepared_database
from tests.demo_house import demo, demo_database, seeded
from tests.plugin import FOLDER, MIGRATED, SHARED_HOUSE, WANTED
from tests.running import RunningHouse
from tests.stored_files import BUCKET, use_bucket
from tests.worker_answers import verifying_worker

__all__ = ["demo", "demo_database", "seeded", "verifying_worker"]
# Their fixtures are known to every test. Named and not imported: who changes the cashier does not change all.
pytest_plugins = ("tests.sandbox_cashier", "tests.table_room")


@pytest.fixture(autouse=True)
def default_language() -> None:
    """A test that read a page in English leaves its language behind; the next one begins in Portuguese."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def rights_of_web(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are answered with the rights of a web process, although tests own the database."""
    answer = ClientHandler.get_response

    def answer_as_web(handler: ClientHandler, request: Any) -> Any:
        with web_rights():
            return answer(handler, request)

    monkeypatch.setattr(ClientHandler, "get_response", answer_as_web)


@pytest.fixture(autouse=True)
def payouts_wait_for_no_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing follows the record in a test; those of the gates ask for one."""
    monkeypatch.setattr("players.wallet.cashier.payout_gates.GATES", [])


# As Django defines it, before its test environment records each template that is rendered.
RENDER = Template._render


@pytest.fixture(autouse=True, scope="session")
def whole_pages_are_recorded(django_test_environment: None) -> None:
    """`response.context` has what the view gave, and no copy for each of the sixty templates that a page of
    the back office includes or extends: they took a tenth of its time.
    """
    record = Template._render

    def render(template: Template, context: Context) -> str:
        return (record if context.template is template else RENDER)(template, context)

    Template._render = render


@contextlib.contextmanager
def web_rights() -> Iterator[None]:
    """Below Django's cursor, so that no test counts these two queries."""
    try:
        connection.ensure_connection()
    except (RuntimeError, OperationalError):  # a test without a database
        yield
        return
    connection.connection.execute("SET SESSION AUTHORIZATION house_web")
    try:
        yield
    finally:
        open_connection = connection.connection
        # A failed transaction takes the change back itself.
        if (
            open_connection is not None
            and open_connection.info.transaction_status != TransactionStatus.INERROR
        ):
            open_connection.execute("RESET SESSION AUTHORIZATION")
            # A request's transaction ends here; that of the test goes on.
            open_connection.execute("SELECT set_config('feltro.session_proof', '', false)")


@pytest.fixture(scope="session")
def servers(pytestconfig: pytest.Config) -> Iterator[None]:
    """PostgreSQL and Valkey of this test process, unless the environment names other servers."""
    folder, names = Folder(pytestconfig.stash[FOLDER]), pytestconfig.stash[WANTED]
    pytestconfig.stash[MIGRATED] = "postgres" in names and prepared_database.put_into(folder)
    with leased_servers(folder, names):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: None, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The first test that needs the database starts it."""


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: Any,
    pytestconfig: pytest.Config,
) -> Iterator[None]:
    """Create the test database. Tests with several connections use it without a pytest-django mark."""
    # A database that has been migrated already: copying it is faster than migrating a new one.
    template = os.environ.get("TEST_DATABASE_TEMPLATE", "")
    if not template and pytestconfig.stash.get(MIGRATED, False):
        template = DATABASE
    if template:
        connection.settings_dict["TEST"]["TEMPLATE"] = template
    with django_db_blocker.unblock():
        databases = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
        load_national_list()
    yield
    # A connection that a test's thread left open prevents the deletion; the server is deleted anyway.
    with django_db_blocker.unblock(), contextlib.suppress(OperationalError):
        teardown_databases(databases, verbosity=0)


def load_national_list() -> None:
    """Record a load of the national exclusion list: without one, real-money play is closed."""
    from players.protection.models import NationalFeed
    from players.shared import clock

    NationalFeed.objects.create(loaded=clock.now(), tried=clock.now())


@pytest.fixture
def lasting_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database for tests with several connections.

    The record cannot be truncated, so their rows stay. These tests create their own people, and their files
    run after the tests that need empty tables (tests/plugin.py).
    """
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="session")
def valkey_session(servers: None) -> str:
    return os.environ["REDIS_URL"]


@pytest.fixture
def valkey_url(valkey_session: str) -> str:
    """An empty Valkey."""
    with redis.Redis.from_url(valkey_session) as client:
        client.flushall()
    return valkey_session


@pytest.fixture(scope="session")
def house(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """The demonstration installation with all its processes, on a free port, for all tests that need one."""
    shared = pytestconfig.stash[SHARED_HOUSE]
    yield shared.enter_context(permitted_house(tmp_path_factory.mktemp("house")))
    shared.close()


@contextlib.contextmanager
def permitted_house(place: Path) -> Iterator[RunningHouse]:
    with RunningHouse.opened(place) as running:
        yield running
        assert running.refused_by_valkey() == [], (
            "a process needs a permission that deploy/valkey-users.acl does not grant"
        )


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """The address of an S3 server in this process."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def s3_bucket(s3_server: str, settings: Any) -> Iterator[Any]:
    """An empty bucket, as its operator sees it. The files of the system are kept there."""
    import boto3

    resource = boto3.resource(
        "s3",
        endpoint_url=s3_server,
        aws_access_key_id="operator",
        aws_secret_access_key="secret",  # pragma: allowlist secret
        region_name="eu-west-1",
    )
    bucket = resource.Bucket(BUCKET)
    bucket.create(CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
    use_bucket(settings, s3_server)
    yield bucket
    bucket.objects.delete()
    bucket.delete()
