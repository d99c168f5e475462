"""How the settings read the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from casino import env
from casino.services.folder import PROJECT


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgresql://ana:s%40d@db.internal:5433/house",
            {"NAME": "house", "USER": "ana", "PASSWORD": "s@d", "HOST": "db.internal", "PORT": "5433"},
        ),
        (
            "postgres://house@/house?host=/run/house/postgres",
            {"NAME": "house", "USER": "house", "HOST": "/run/house/postgres", "PORT": ""},
        ),
    ],
)
def test_an_address_of_a_database(url: str, expected: dict[str, str]) -> None:
    database = env.database(url, pool=0)
    assert {name: database[name] for name in expected} == expected


def test_a_pool_keeps_the_connections_and_the_process_none() -> None:
    database = env.database("postgresql://a@b/c?sslmode=require", pool=4)
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] == 4
    assert database["CONN_MAX_AGE"] == 0


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="postgresql://"):
        env.database("sqlite:///house.db", pool=0)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("unix:///run/valkey.sock?db=3", "redis+socket:///run/valkey.sock?virtual_host=3"),
        (
            "unix://worker:secret@/run/valkey.sock",
            "redis+socket://worker:secret@/run/valkey.sock?virtual_host=0",
        ),
        ("redis://valkey:6379/1", "redis://valkey:6379/1"),
        ("amqp://rabbit//", "amqp://rabbit//"),
    ],
)
def test_the_broker_in_its_own_spelling(url: str, expected: str) -> None:
    assert env.broker(url) == (expected, {}, None)


def test_celery_takes_the_address_of_sentinels_from_the_environment() -> None:
    """Celery prefers the variable to its setting, and cannot read our form for Sentinels."""
    sentinels = "redis+sentinel://worker:secret@one:26379,two:26379/house/0"
    environment = {
        "PATH": os.environ["PATH"],
        "HOUSE_PURE": "1",
        "SECRET_KEY": "unused",
        "REDIS_URL": sentinels,
        "CELERY_BROKER_URL": sentinels,
    }
    program = """
from casino.celery import app
for broker in (app.connection(), app.connection_for_read(), app.connection_for_write()):
    print(broker.alt, broker.transport_options["master_name"])
"""
    asked = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    both = ["sentinel://worker:secret@one:26379/0", "sentinel://worker:secret@two:26379/0"]
    assert asked.stdout.splitlines() == [f"{both} house"] * 3, asked.stderr


@pytest.mark.parametrize(
    "address", ["rediss://worker:secret@one:6379/0", "rediss+sentinel://worker:secret@one,two/house/0"]
)
def test_celery_checks_the_certificate_of_its_broker(address: str) -> None:
    """By itself Celery checks no certificate of `rediss://`, and speaks no TLS to a master of Sentinels."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOUSE_PURE": "1",
        "SECRET_KEY": "unused",
        "REDIS_URL": f"{address}?ssl_ca_certs=/etc/ca.crt",
    }
    program = """
from casino.celery import app
for broker in (app.connection(), app.connection_for_read(), app.connection_for_write()):
    print(broker.ssl["ssl_cert_reqs"], broker.ssl["ssl_check_hostname"], broker.ssl["ssl_ca_certs"])
"""
    asked = subprocess.run(
        [sys.executable, "-c", program],
        env=environment, cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert asked.stdout.splitlines() == ["required True /etc/ca.crt"] * 3, asked.stderr


def test_a_secret_comes_from_its_file_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("THE_SECRET_FILE", raising=False)
    monkeypatch.delenv("THE_SECRET", raising=False)
    assert env.secret("THE_SECRET") == ""
    monkeypatch.setenv("THE_SECRET", "said")
    assert env.secret("THE_SECRET") == "said"
    (tmp_path / "file").write_text("written\n")
    monkeypatch.setenv("THE_SECRET_FILE", str(tmp_path / "file"))
    assert env.secret("THE_SECRET") == "written"
    monkeypatch.setenv("THE_SECRET_FILE", str(tmp_path / "none"))
    with pytest.raises(ImproperlyConfigured, match="THE_SECRET_FILE names"):
        env.secret("THE_SECRET")


def test_a_key_is_32_bytes_in_hexadecimal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_KEY", "ab" * 32)
    assert env.key("THE_KEY") == b"\xab" * 32
    for value, complaint in (("ab", "is 1"), ("not hexadecimal", "64 hexadecimal digits")):
        monkeypatch.setenv("THE_KEY", value)
        with pytest.raises(ImproperlyConfigured, match=complaint):
            env.key("THE_KEY")


def test_an_invalid_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_NUMBER", "many")
    with pytest.raises(ImproperlyConfigured, match="THE_NUMBER should be a whole number"):
        env.number("THE_NUMBER", 1)
