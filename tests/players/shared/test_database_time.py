"""The database's time without a query: a host whose clock is wrong by an hour changes nothing."""

from __future__ import annotations

import time

import pytest
from django.db import connection

from games.tables.transport import registry
from games.tables.transport.keyring import CROUPIER, Keyring
from players.shared import database_time
from tests.processes import connected

HOUR = 3600.0


@pytest.fixture
def host_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this host's clock is an hour ahead."""
    monkeypatch.setattr(database_time._Measured, "zero", None)
    actual = time.time
    monkeypatch.setattr(time, "time", lambda: actual() + HOUR)


@pytest.mark.django_db
def test_a_process_that_renews_its_key_knows_the_database_time(host_ahead: None) -> None:
    """The host's clock counts until then."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        (actual,) = cursor.fetchone()
    assert database_time.now_seconds() - actual > HOUR - 60
    registry.register(Keyring(CROUPIER))
    assert abs(database_time.now_seconds() - actual) < 60
    assert abs(database_time.now_ms() - actual * 1000) < 60_000


def test_a_slow_answer_says_nothing_about_the_time(host_ahead: None) -> None:
    queried_at = time.monotonic() - database_time.LONGEST_QUERY - 0.1
    database_time.measure(5.0, queried_at=queried_at)
    assert database_time.now_seconds() > HOUR
    database_time.measure(5.0, queried_at=time.monotonic())
    assert database_time.now_seconds() == pytest.approx(5.0, abs=database_time.LONGEST_QUERY)


@pytest.mark.django_db
def test_a_message_of_a_host_whose_clock_is_wrong_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red while messages carried the time of their host: they were an hour old."""
    monkeypatch.setattr(database_time._Measured, "zero", None)
    registry.register(Keyring(CROUPIER))
    croupier, web = connected("croupier", "web")
    actual = time.time
    monkeypatch.setattr(time, "time", lambda: actual() + HOUR)
    message = croupier.seal("heartbeats", {web.id: b"x"})
    monkeypatch.setattr(time, "time", actual)
    assert web.open("heartbeats", message).private == b"x"
