"""Addresses of Valkey: of one server, or of Sentinels that know the master.

    redis://user:password@host:6379/0                            one server
    redis+sentinel://user:password@one:26379,two:26379/name/0    the master that Sentinels know by this name

`rediss` and `rediss+sentinel` use TLS; `unix://` leads to a socket.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

SENTINEL_SCHEMES = {"redis+sentinel": False, "rediss+sentinel": True}  # and whether they use TLS
SENTINEL_PORT = 26379
SENTINEL_TIMEOUT = 0.5  # seconds to wait for one Sentinel before the next one is asked


# Without the address, of which a wrong character can make a password look like a port.
WRONG_ADDRESS = (
    "A Sentinel address should be redis+sentinel://user:password@host:26379,host:26379/master/0 . "
    "Characters such as / and @ in a password are written as %2F and %40."
)


@dataclass(frozen=True)
class SentinelAddress:
    sentinels: list[tuple[str, int]]
    master: str
    connection: dict[str, Any]  # to the master
    sentinel_connection: dict[str, Any]


def sentinel_address(url: str) -> SentinelAddress | None:
    """What a Sentinel URL says, or None for the address of one server."""
    parts = urlsplit(url)
    if parts.scheme not in SENTINEL_SCHEMES:
        return None
    credentials, _, servers = parts.netloc.rpartition("@")
    user, _, password = credentials.partition(":")
    master, _, database = parts.path.strip("/").partition("/")
    if not servers or not master or not (database or "0").isdecimal():
        raise ValueError(WRONG_ADDRESS)
    connection: dict[str, Any] = {"db": int(database or 0)}
    if user:
        connection["username"] = unquote(user)
    if password:
        connection["password"] = unquote(password)
    sentinel_connection: dict[str, Any] = {
        "socket_timeout": SENTINEL_TIMEOUT,
        "socket_connect_timeout": SENTINEL_TIMEOUT,
    }
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    for name in ("username", "password"):
        if value := options.get(f"sentinel_{name}"):
            sentinel_connection[name] = value
    if SENTINEL_SCHEMES[parts.scheme]:
        connection["ssl"] = sentinel_connection["ssl"] = True
    return SentinelAddress(
        [_host_and_port(server) for server in servers.split(",")], master, connection, sentinel_connection
    )


def _host_and_port(server: str) -> tuple[str, int]:
    host, _, port = server.rpartition(":")
    if ":" not in server or server.endswith("]"):
        host, port = server, str(SENTINEL_PORT)
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise ValueError(WRONG_ADDRESS)
    return host.strip("[]"), int(port)
