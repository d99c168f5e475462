"""Documents are looked at for malware before they are kept: by ClamAV where there is one, and by one built-in signature everywhere."""

from __future__ import annotations

import socket
import struct
from pathlib import Path
from typing import Protocol

import structlog
from django.conf import settings
from django.utils.module_loading import import_string

log = structlog.get_logger(__name__)
# The test file of the anti-virus makers, in two parts so that no scanner stops at this source.
EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
SOCKETS = ("/run/clamav/clamd.ctl", "/var/run/clamav/clamd.ctl", "/run/clamd.scan/clamd.sock")
PATIENCE = 10.0  # seconds
CHUNK = 64 * 1024
LONGEST_REPLY = 4096


class Infected(Exception):
    """What was found, by its name."""


class NotScanned(Exception):
    """No scanner looked at it, and why."""


class Scanner(Protocol):
    """Looks at a file; raises Infected or NotScanned, and returns where it found nothing."""

    def scan(self, data: bytes) -> None: ...


class ClamAV:
    """clamd over its socket: CLAMAV names the socket or host:port; without it the usual places are tried."""

    def scan(self, data: bytes) -> None:
        try:
            reply = self._asked(data)
        except OSError as error:
            raise NotScanned(f"ClamAV does not answer: {error}") from error
        text = reply.decode(errors="replace").strip("\0\n ").removeprefix("stream: ")
        if text.endswith(" FOUND"):
            raise Infected(text.removesuffix(" FOUND")[:100])
        if text != "OK":
            raise NotScanned(f"ClamAV answered: {text[:100]}")

    def _asked(self, data: bytes) -> bytes:
        with self._connected() as clamd:
            clamd.sendall(b"zINSTREAM\0")
            for at in range(0, len(data), CHUNK):
                part = data[at : at + CHUNK]
                clamd.sendall(struct.pack(">I", len(part)) + part)
            clamd.sendall(struct.pack(">I", 0))
            reply = b""
            while (
                not reply.endswith(b"\0")
                and len(reply) < LONGEST_REPLY
                and (part := clamd.recv(LONGEST_REPLY))
            ):
                reply += part
            return reply

    @staticmethod
    def _connected() -> socket.socket:
        told = str(settings.CLAMAV) or next((path for path in SOCKETS if Path(path).is_socket()), "")
        if not told:
            raise NotScanned("there is no ClamAV on this machine")
        if told.startswith("/"):
            clamd = socket.socket(socket.AF_UNIX)
            clamd.settimeout(PATIENCE)
            try:
                clamd.connect(told)
            except OSError:
                clamd.close()
                raise
            return clamd
        host, _, port = told.rpartition(":")
        return socket.create_connection((host, int(port)), PATIENCE)


def scan(data: bytes) -> bool:
    """Whether a scanner has looked at it and found nothing; raises Infected."""
    if EICAR in data:
        raise Infected("Eicar-Test-Signature")
    scanner: Scanner = import_string(settings.MALWARE_SCANNER)()
    try:
        scanner.scan(data)
    except NotScanned as reason:
        log.warning("document not scanned", trouble=str(reason))
        return False
    return True
