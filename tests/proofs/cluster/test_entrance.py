"""The entrance of several hosts, in front of web processes that fail its checks."""

from __future__ import annotations

import http.client
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.proofs.cluster import configuration
from tests.proofs.cluster.network import Host

PROGRAM = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/bin")
pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="NOT TESTED: HAProxy is not installed (apt install haproxy)"
)


class BusyWeb(BaseHTTPRequestHandler):
    """Serves pages, but no check of it succeeds: it has just started, or its machine is busy."""

    def do_GET(self) -> None:
        self.send_response(503 if self.path in ("/readyz", "/healthz") else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture
def place() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="feltro-entrance-"))  # short, for a Unix socket
    yield path
    shutil.rmtree(path)


def test_a_page_is_served_although_no_host_has_passed_a_check(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During a rolling upgrade the second web process stopped before the first had passed a check again."""
    assert PROGRAM is not None
    web = ThreadingHTTPServer(("127.0.0.3", 0), BusyWeb)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    monkeypatch.setattr(configuration, "WEB", web.server_port)
    gone, busy = Host("a", "127.0.0.2", ""), Host("b", "127.0.0.3", "")
    listener = socket.create_server(("127.0.0.1", 0))
    file = place / "haproxy.cfg"
    file.write_text(configuration.entrance([gone, busy], [], listener.fileno(), "site", place))
    entrance = subprocess.Popen([PROGRAM, "-db", "-q", "-f", str(file)], pass_fds=[listener.fileno()])
    try:
        end = time.monotonic() + 30
        while (place / "haproxy").exists() is False or is_up(place):
            assert time.monotonic() < end
            time.sleep(0.1)
        client = http.client.HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=20)
        client.request("GET", "/api/v1/wallets/")
        assert client.getresponse().status == 200
        client.close()
    finally:
        entrance.terminate()
        entrance.wait()
        web.shutdown()
        web.server_close()
        listener.close()


def is_up(place: Path) -> bool:
    """Whether the entrance still takes a host for alive, as it does until its first checks have failed."""
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(str(place / "haproxy"))
        control.sendall(b"show stat\n")
        rows = control.makefile().read().splitlines()
    return any(row.startswith(("ready,BACKEND", "alive,BACKEND")) and ",UP," in row for row in rows)
