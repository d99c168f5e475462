"""The entrance of several hosts, in front of web processes that fail its checks."""

from __future__ import annotations

import http.client
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from deploy.cluster import files
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


class TiredWeb(BusyWeb):
    """Is ready until somebody asks for a page, which takes longer than two checks."""

    is_ready = True

    def do_GET(self) -> None:
        if self.path == "/readyz" and self.is_ready:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if self.path not in ("/readyz", "/healthz"):
            TiredWeb.is_ready = False
            time.sleep(4)
        super().do_GET()


class LeavingWeb(BusyWeb):
    """Is ready, and closes the connection of the first page unanswered, as a process does that stops."""

    has_left = False

    def do_GET(self) -> None:
        if self.path in ("/readyz", "/healthz") or LeavingWeb.has_left:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            LeavingWeb.has_left = self.close_connection = True

    def do_POST(self) -> None:
        self.do_GET()


@pytest.fixture
def place() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="feltro-entrance-"))  # short, for a Unix socket
    yield path
    shutil.rmtree(path)


@contextmanager
def entered(
    place: Path, monkeypatch: pytest.MonkeyPatch, web: type[BusyWeb]
) -> Iterator[http.client.HTTPConnection]:
    """The entrance in front of two hosts, of which one is gone."""
    assert PROGRAM is not None
    server = ThreadingHTTPServer(("127.0.0.3", 0), web)
    authority = files.Authority(place / "authority")
    authority.issue(place / "web", files.Member("b", "127.0.0.3"), {"web": files.ROLES["web"]})
    authority.issue(place, files.Member("entrance", "127.0.0.1"), {"haproxy": files.ROLES["haproxy"]})
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=place / "ca.crt")
    tls.verify_mode = ssl.CERT_REQUIRED
    tls.load_cert_chain(place / "web" / "web.crt", place / "web" / "web.key")
    server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(configuration, "WEB", server.server_port)
    gone, there = Host("a", "127.0.0.2", ""), Host("b", "127.0.0.3", "")
    listener = socket.create_server(("127.0.0.1", 0))
    values: dict[str, object] = {
        "data": place,
        "tls": place,
        "site": "site",
        "site_bind": f"fd@{listener.fileno()}",
        "primary_bind": f"unix@{place / 'primary'}",
    }
    file = configuration.write_entrance(place, values, [], [gone, there])
    entrance = subprocess.Popen([PROGRAM, "-db", "-q", "-f", str(file)], pass_fds=[listener.fileno()])
    client = http.client.HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=20)
    try:
        wait_until((place / "haproxy").exists)
        yield client
    finally:
        client.close()
        entrance.terminate()
        entrance.wait()
        server.shutdown()
        server.server_close()
        listener.close()


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_page_is_served_although_no_host_has_passed_a_check(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During a rolling upgrade the second web process stopped before the first had passed a check again."""
    with entered(place, monkeypatch, BusyWeb) as client:
        wait_until(lambda: not servers_up(place))
        client.request("GET", "/api/v1/wallets/")
        assert client.getresponse().status == 200


def test_a_page_is_not_cut_when_its_host_fails_a_check(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """During a rolling upgrade on a busy machine a slow check ended the pages that were being answered."""
    monkeypatch.setattr(TiredWeb, "is_ready", True)
    with entered(place, monkeypatch, TiredWeb) as client:
        wait_until(lambda: "ready,a" not in servers_up(place) and "ready,b" in servers_up(place))
        client.request("GET", "/api/v1/wallets/")
        assert client.getresponse().status == 200
        assert not servers_up(place), "the checks failed meanwhile"


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("POST", 502)])
def test_a_page_whose_web_process_left_is_asked_for_again_and_a_form_is_not(
    place: Path, monkeypatch: pytest.MonkeyPatch, method: str, status: int
) -> None:
    """One of 3,522 pages failed while a system was upgraded fifty times."""
    monkeypatch.setattr(LeavingWeb, "has_left", False)
    with entered(place, monkeypatch, LeavingWeb) as client:
        # Until the host that is gone has failed its checks, it uses up attempts.
        wait_until(lambda: "ready,a" not in servers_up(place) and "ready,b" in servers_up(place))
        client.request(method, "/api/v1/wallets/")
        assert client.getresponse().status == status


def servers_up(place: Path) -> set[str]:
    """The servers that the entrance takes for ready or alive."""
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(str(place / "haproxy"))
        control.sendall(b"show stat\n")
        rows = [row.split(",") for row in control.makefile().read().splitlines()]
    return {
        f"{row[0]},{row[1]}"
        for row in rows
        if row[0] in ("ready", "alive", "sockets") and row[1] in ("a", "b") and row[17].startswith("UP")
    }
