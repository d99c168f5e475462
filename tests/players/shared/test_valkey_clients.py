"""Addresses of Valkey: one server, or Sentinels that know the master."""

from __future__ import annotations

import asyncio
import re
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import kombu
import pytest
import redis
import redis.sentinel

from casino import env
from casino.services.folder import PROJECT
from deploy.cluster import files
from players.shared.valkey_addresses import sentinel_address
from players.shared.valkey_clients import ConnectionPool, connect, connect_async

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


def test_the_files_of_tls_are_for_the_master_and_the_sentinels() -> None:
    parameters = "ssl_ca_certs=/t/ca.crt&ssl_certfile=/t/house.crt&ssl_keyfile=/t/house.key"
    address = sentinel_address(f"rediss+sentinel://one/house?{parameters}")
    assert address is not None
    expected = {"ssl_ca_certs": "/t/ca.crt", "ssl_certfile": "/t/house.crt", "ssl_keyfile": "/t/house.key"}
    for connection in (address.connection, address.sentinel_connection):
        assert {name: connection[name] for name in expected} == expected


@pytest.mark.parametrize(
    "url",
    [
        "rediss://one:6379/0?ssl_cert_reqs=none",
        "rediss://one:6379/0?ssl_check_hostname=False",
        "rediss+sentinel://one/house/0?ssl_cert_reqs=none",
        "redis+sentinel://one/house/0?ssl_ca_certs=/t/ca.crt",  # names files, and would not use TLS
    ],
)
def test_no_parameter_turns_the_check_of_certificates_off(url: str) -> None:
    for refused in (connect, connect_async, env.broker):
        with pytest.raises(ValueError, match="parameters that are not supported. Supported: s"):
            refused(url)


@pytest.fixture
def tls_server(tmp_path: Path) -> Iterator[str]:
    """A server that answers who shows a certificate. Its address, with the client's certificate."""
    authority = files.Authority(tmp_path / "authority")
    here = files.Member("here", "127.0.0.1")
    authority.issue(tmp_path, here, {"valkey": files.ROLES["valkey"], "house": files.ROLES["house"]})
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=tmp_path / "ca.crt")
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_cert_chain(tmp_path / "valkey.crt", tmp_path / "valkey.key")

    class Approving(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError), context.wrap_socket(self.request, server_side=True) as client:
                while received := client.recv(4096):
                    for command in received.split(b"*")[1:]:
                        client.sendall(b"+PONG\r\n" if b"PING" in command else b"+OK\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Approving) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        own = f"ssl_certfile={tmp_path}/house.crt&ssl_keyfile={tmp_path}/house.key"
        yield f"rediss://127.0.0.1:{server.server_address[1]}/0?{own}"
        server.shutdown()


def ping(url: str) -> None:
    with connect(url, socket_timeout=20) as client:
        client.ping()


def ping_async(url: str) -> None:
    async def ask() -> None:
        async with connect_async(url) as client:
            await client.ping()

    asyncio.run(ask())


def ping_as_celery(url: str) -> None:
    address, options, tls = env.broker(url)
    with kombu.Connection(address, transport_options=options, ssl=tls) as broker:
        broker.ensure_connection(max_retries=1)
        broker.default_channel.client.ping()


@pytest.mark.parametrize("ask", [ping, ping_async, ping_as_celery])
def test_a_server_of_another_authority_gets_no_command(tls_server: str, ask: Callable[[str], None]) -> None:
    """Celery took any certificate behind `rediss://`."""
    folder = Path(tls_server.partition("ssl_certfile=")[2].partition("house.crt")[0])
    ask(f"{tls_server}&ssl_ca_certs={folder}/ca.crt")
    foreign = files.Authority(folder / "foreign").certificate_file
    for url in (tls_server, f"{tls_server}&ssl_ca_certs={foreign}"):
        with pytest.raises(
            (redis.ConnectionError, OSError, kombu.exceptions.OperationalError), match="verify"
        ):
            ask(url)


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
    address, options, _ = env.broker(URL)
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
