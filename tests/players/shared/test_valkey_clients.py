"""Addresses of Valkey: one server, or Sentinels that know the master."""

from __future__ import annotations

import re

import pytest
import redis
import redis.sentinel

from casino import env
from casino.services.folder import PROJECT
from players.shared.valkey_addresses import sentinel_address
from players.shared.valkey_clients import ConnectionPool, connect

URL = "redis+sentinel://web:p%40ss@one:26379,two,[::1]:26380/house/2?sentinel_password=s%26cret"


def test_a_sentinel_address_names_sentinels_master_and_user() -> None:
    address = sentinel_address(URL)
    assert address is not None
    assert address.sentinels == [("one", 26379), ("two", 26379), ("::1", 26380)]
    assert address.master == "house"
    assert address.connection == {"db": 2, "username": "web", "password": "p@ss"}
    assert address.sentinel_connection["password"] == "s&cret"


def test_tls_is_for_the_master_and_the_sentinels() -> None:
    address = sentinel_address("rediss+sentinel://one/house")
    assert address is not None
    assert address.connection["ssl"] is address.sentinel_connection["ssl"] is True
    assert isinstance(
        ConnectionPool.from_url("rediss+sentinel://one/house"), redis.sentinel.SentinelConnectionPool
    )


@pytest.mark.parametrize(
    "url", ["redis+sentinel:///house", "redis+sentinel://one", "redis+sentinel://one/house/x"]
)
def test_an_incomplete_address_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(ValueError, match="A Sentinel address should be"):
        sentinel_address(url)


@pytest.mark.parametrize("url", ["redis://web:p@one:6379/3", "unix:///run/valkey.sock", "rediss://one"])
def test_the_address_of_one_server_stays(url: str) -> None:
    assert sentinel_address(url) is None
    with connect(url) as client:
        assert type(client.connection_pool) is redis.ConnectionPool


def test_celery_gets_an_address_for_each_sentinel() -> None:
    address, options = env.broker(URL)
    assert address == (
        "sentinel://web:p%40ss@one:26379/2;sentinel://web:p%40ss@two:26379/2;sentinel://web:p%40ss@[::1]:26380/2"
    )
    assert options["master_name"] == "house" and options["sentinel_kwargs"]["password"] == "s&cret"


def test_every_client_is_made_in_one_place() -> None:
    elsewhere = [
        str(path.relative_to(PROJECT))
        for package in ("casino", "games", "players")
        for path in sorted((PROJECT / package).rglob("*.py"))
        if path.name != "valkey_clients.py"
        and re.search(r"Redis(\.from_\w+)?\(|Pool\.from_url\(", path.read_text())
    ]
    assert elsewhere == []
