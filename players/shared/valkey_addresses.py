"""Addresses of Valkey: of one server, or of Sentinels that know the master.

    redis://user:password@host:6379/0                            one server
    redis+sentinel://user:password@one:26379,two:26379/name/0    the master that Sentinels know by this name

`rediss` and `rediss+sentinel` use TLS, with the files that the parameters name; `unix://` leads to a socket:

    rediss://…?ssl_ca_certs=/etc/feltro/tls/ca.crt&ssl_certfile=/…/house.crt&ssl_keyfile=/…/house.key
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

SENTINEL_SCHEMES = {"redis+sentinel": False, "rediss+sentinel": True}  # and whether they use TLS
SENTINEL_PORT = 26379
SENTINEL_TIMEOUT = 0.5  # seconds to wait for one Sentinel before the next one is asked
# The roots that are trusted beside the machine's, and the certificate and key of this process. The server's
# certificate and its name are always checked: no parameter turns that off.
TLS_FILES = ("ssl_ca_certs", "ssl_certfile", "ssl_keyfile")
SENTINEL_USER = ("sentinel_username", "sentinel_password")

# Without the address, of which a wrong character can make a password look like a port.
WRONG_ADDRESS = (
    "A Sentinel address should be redis+sentinel://user:password@host:26379,host:26379/master/0 . "
    "Characters such as / and @ in a password are written as %2F and %40."
)
WRONG_PARAMETER = "An address of Valkey has parameters that are not supported. Supported: {supported}."


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
    tls = SENTINEL_SCHEMES[parts.scheme]
    options = _parameters(parts.query, (*SENTINEL_USER, *(TLS_FILES if tls else ())))
    for name in SENTINEL_USER:
        if value := options.pop(name, ""):
            sentinel_connection[name.removeprefix("sentinel_")] = value
    if tls:
        connection |= {"ssl": True, **options}
        sentinel_connection |= {"ssl": True, **options}
    return SentinelAddress(
        [_host_and_port(server) for server in servers.split(",")], master, connection, sentinel_connection
    )


def tls_files(url: str) -> dict[str, str] | None:
    """The files for TLS that an address names; None for one without TLS."""
    parts = urlsplit(url)
    if parts.scheme == "rediss":
        return _parameters(parts.query, TLS_FILES)
    address = sentinel_address(url)
    if address is None or "ssl" not in address.connection:
        return None
    return {name: address.connection[name] for name in TLS_FILES if name in address.connection}


def _parameters(query: str, supported: tuple[str, ...]) -> dict[str, str]:
    given = {name: values[-1] for name, values in parse_qs(query).items()}
    if given.keys() - set(supported):
        raise ValueError(WRONG_PARAMETER.format(supported=", ".join(supported)))
    return given


def _host_and_port(server: str) -> tuple[str, int]:
    host, _, port = server.rpartition(":")
    if ":" not in server or server.endswith("]"):
        host, port = server, str(SENTINEL_PORT)
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise ValueError(WRONG_ADDRESS)
    return host.strip("[]"), int(port)
