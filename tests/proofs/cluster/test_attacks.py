"""The attempts of a stranger notice a server that answers; they themselves run with `make cluster`."""

from __future__ import annotations

import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import psycopg
import pytest

from deploy.cluster import files
from tests.proofs.cluster import attacks
from tests.proofs.cluster.attacks import Attempt, Identity, problem_of

PLAIN = Identity("in plain text", None)


def fails_with(error: Exception) -> Callable[[], bool]:
    def attempt() -> bool:
        raise error

    return attempt


@pytest.mark.parametrize("refusal", [ConnectionResetError(), ssl.SSLError(), psycopg.OperationalError()])
def test_a_refused_attempt_is_good_and_a_refused_control_is_not(refusal: Exception) -> None:
    assert problem_of(Attempt("x", fails_with(refusal))) is None
    assert "x: refused" in str(problem_of(Attempt("x", fails_with(refusal), is_control=True)))


def test_an_attempt_that_succeeds_is_named() -> None:
    assert problem_of(Attempt("etcd get", lambda: True)) == "etcd get: succeeded"
    assert problem_of(Attempt("etcd get", lambda: True, is_control=True)) is None
    assert problem_of(Attempt("etcd get", lambda: False, is_control=True)) == "etcd get: refused"


def test_silence_is_no_refusal() -> None:
    assert "no answer" in str(problem_of(Attempt("x", fails_with(TimeoutError()))))


@contextmanager
def served(handler: type[socketserver.BaseRequestHandler]) -> Iterator[Callable[[], socket.socket]]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = "127.0.0.1", int(server.server_address[1])
        yield lambda: socket.create_connection(address, 20)
        server.shutdown()


class PlainValkey(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        for line in self.rfile:
            self.wfile.write({b"AUTH": b"+OK\r\n", b"PING": b"+PONG\r\n"}.get(line[:4], b"-ERR\r\n"))


def test_a_plain_valkey_is_noticed(tmp_path: Path) -> None:
    files.Authority(tmp_path)
    with served(PlainValkey) as dial:
        assert attacks.pongs(dial, PLAIN, "AUTH admin secret\r\n")
        assert not attacks.shows_certificate(dial(), tmp_path / "ca.crt", "127.0.0.1", b"PING\r\n")
        assert not attacks.shows_certificate(
            dial(), tmp_path / "ca.crt", "127.0.0.1", attacks.SSL_REQUEST + b"\r\n"
        )


@pytest.mark.parametrize(("status", "answered"), [(200, True), (404, True), (401, False), (403, False)])
def test_a_page_that_is_not_refused_is_noticed(status: int, answered: bool) -> None:
    """etcd without its gateway says 404 to everybody, Patroni included: that showed nothing."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            pass

    with served(Page) as dial:
        assert attacks.answers(dial, PLAIN, "/v3/kv/range") is answered


@pytest.mark.parametrize(
    ("address", "trusted", "shown"),
    [("127.0.0.1", True, True), ("127.0.0.1", False, False), ("127.0.0.9", True, False)],
)
def test_the_certificate_of_a_port_is_of_the_cluster_and_for_its_address(
    tmp_path: Path, address: str, trusted: bool, shown: bool
) -> None:
    authority = files.Authority(tmp_path / "authority")
    foreign = files.Authority(tmp_path / "foreign")
    authority.issue(tmp_path, files.Member("here", address), {"valkey": files.ROLES["valkey"]})
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "valkey.crt", tmp_path / "valkey.key")

    class Encrypted(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError), context.wrap_socket(self.request, server_side=True) as client:
                client.recv(1)

    roots = (authority if trusted else foreign).certificate_file
    with served(Encrypted) as dial:
        assert attacks.shows_certificate(dial(), roots, "127.0.0.1", b"") is shown
