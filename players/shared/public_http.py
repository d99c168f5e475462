"""Posts to addresses that others own, and never to a host of our own network.

The name is resolved once, every address of it is checked, and the connection goes to the one that was
checked, so that a name server cannot answer differently a second time. Redirects are not followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

from players.shared.signed_http import TIMEOUT

PORTS = {"http": 80, "https": 443}
# Translated to version 4 by a router of the own network, whatever Python calls them.
TRANSLATED = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))


class UnexpectedStatus(http.client.HTTPException):
    """The receiver answered, and not with success."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


class ForbiddenAddress(OSError):
    """The name leads into the own network, or to an address that belongs to nobody."""


def resolve(host: str, port: int, *, internal: bool) -> str:
    """The network address to connect to. Raises if any address of the name is not public."""
    addresses = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for text in addresses:
        if not internal and not is_public(text):
            raise ForbiddenAddress(f"{host} leads to {text}")
    return addresses[0]


def is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        # An address of version 4 written as one of version 6: no receiver needs it.
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is not None or any(address in network for network in TRANSLATED):
            return False
    return address.is_global and not address.is_multicast


def post(url: str, body: bytes, headers: Mapping[str, str], *, internal: bool) -> None:
    """Sends the request. An answer that is no success raises `UnexpectedStatus`."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    peer = resolve(host, port, internal=internal)
    plain = socket.create_connection((peer, port), timeout=TIMEOUT)
    try:
        connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
        is_secure = parts.scheme == "https"
        connection.sock = (
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) if is_secure else plain
        )
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("POST", path, body, dict(headers))
        status = connection.getresponse().status
    finally:
        plain.close()
    if not 200 <= status < 300:
        raise UnexpectedStatus(status)
