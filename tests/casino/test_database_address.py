"""DATABASE_URL: several hosts and the parameters of libpq; unsupported parameters are refused."""

from __future__ import annotations

import contextlib
import time
from typing import Any, NoReturn

import psycopg
import psycopg_pool
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.postgresql.base import DatabaseWrapper

from casino import env


def connection_of(url: str) -> dict[str, str]:
    """What psycopg is called with."""
    settings = env.database(url, pool=0)
    defaults = {"ATOMIC_REQUESTS": False, "AUTOCOMMIT": True, "TIME_ZONE": None, "TEST": {}}
    parameters = DatabaseWrapper({**defaults, **settings}).get_connection_params()
    text = {name: value for name, value in parameters.items() if isinstance(value, str | int)}
    return psycopg.conninfo.conninfo_to_dict(psycopg.conninfo.make_conninfo(**text))


def test_one_host_and_a_password_with_special_characters() -> None:
    parameters = connection_of("postgresql://house_web:p%40ss%3Aword@db.internal:5433/feltro")
    assert {name: parameters[name] for name in ("host", "port", "user", "password", "dbname")} == {
        "host": "db.internal", "port": "5433", "user": "house_web", "password": "p@ss:word",
        "dbname": "feltro",
    }  # fmt: skip


def test_several_hosts_of_which_one_is_the_leader() -> None:
    parameters = connection_of(
        "postgresql://u:p@one:5432,two:5433,[::1]:5434/feltro?target_session_attrs=read-write"
    )
    assert (parameters["host"], parameters["port"]) == ("one,two,::1", "5432,5433,5434")
    assert parameters["target_session_attrs"] == "read-write"


def test_a_socket_folder() -> None:
    parameters = connection_of("postgresql://u:p@/feltro?host=/run/postgresql")
    assert parameters["host"] == "/run/postgresql" and "port" not in parameters


@pytest.mark.parametrize(
    ("name", "value"),
    [("tcp_user_timeout", "2000"), ("keepalives_idle", "3"), ("connect_timeout", "2"),
     ("application_name", "feltro"), ("sslmode", "verify-full")],
)  # fmt: skip
def test_parameters_reach_libpq(name: str, value: str) -> None:
    assert connection_of(f"postgresql://u:p@db/feltro?{name}={value}")[name] == value


def test_a_silent_server_is_given_up_by_default() -> None:
    parameters = connection_of("postgresql://u:p@db/feltro")
    assert (parameters["connect_timeout"], parameters["tcp_user_timeout"]) == ("5", "10000")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://u:p@db/feltro?sslmod=require", "not supported: sslmod"),
        ("postgresql://u:p@db/feltro?options=-c%20statement_timeout%3D0", "not supported: options"),
        ("postgresql://u:p@db:port/feltro", "ports as numbers"),
        ("mysql://u:p@db/feltro", "should begin with postgresql"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=sentence):
        env.database(url, pool=0)


def test_a_pool_keeps_trying_at_short_intervals_during_an_outage() -> None:
    """By default a pool waits twice as long after each failure, and so also after the outage."""
    attempts: list[float] = []

    class Away(psycopg.Connection[Any]):
        @classmethod
        def connect(cls, *_: Any, **__: Any) -> NoReturn:
            attempts.append(time.monotonic())
            raise psycopg.OperationalError("the server is away")

    options = env.database("postgresql://a@b/c", pool=1)["OPTIONS"]["pool"] | {"timeout": 0.05}
    with psycopg_pool.ConnectionPool(connection_class=Away, open=True, **options) as pool:
        while len(attempts) < 4:
            with contextlib.suppress(psycopg_pool.PoolTimeout):
                pool.getconn()
    intervals = [after - before for before, after in zip(attempts, attempts[1:], strict=False)]
    assert min(intervals[-2:]) < 1.6, intervals
