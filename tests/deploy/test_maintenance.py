"""The page that visitors see while no web process answers, or during planned maintenance: deploy/Caddyfile in
a Caddy, with the pages that `manage.py maintenance_pages` writes.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shlex
import shutil
import socket
import socketserver
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from casino.services.folder import PROJECT

CADDYFILE = (PROJECT / "deploy" / "Caddyfile").read_text()
LOADED = 20.0  # seconds in which a Caddy answers on a loaded machine


class Proxy:
    def __init__(self, port: int, pages: Path, static: Path) -> None:
        self.port, self.pages, self.static = port, pages, static

    def ask(
        self, path: str, method: str = "GET", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(
            method, path, body=b"bet=1" if method == "POST" else None, headers={"Host": "casino.test"} | named
        )
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, response.headers, body

    def language(self, **headers: str) -> str:
        found = re.search(rb'<html lang="([^"]+)"', self.ask("/lobby/", **headers)[2])
        assert found is not None
        return found[1].decode()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A Caddy with our file, whose web process is not there."""
    # What the web process of a restart gets, so that the test need not wait for it.
    text = CADDYFILE.replace("lb_try_duration 10s", "lb_try_duration 100ms")
    folder = tmp_path_factory.mktemp("proxy")
    with running(folder, text, f"unix//{folder}/web.sock") as proxy:
        yield proxy


@contextmanager
def running(folder: Path, caddyfile: str, web: str) -> Iterator[Proxy]:
    if (program := shutil.which("caddy")) is None:
        pytest.skip("NOT RUN: no Caddy on this machine (apt install caddy)")
    pages, static = folder / "maintenance", folder / "static"
    pages.mkdir()
    static.mkdir()
    (static / "page.css").write_text("p {}")
    call_command("maintenance_pages", str(pages))
    port = free_port()
    text = caddyfile.replace("{$SITE:casino.example} {", f"http://casino.test:{port} {{")
    text = text.replace("servers {", "admin off\n\tservers {", 1)
    (folder / "Caddyfile").write_text(text)
    environment = os.environ | {
        "HOME": str(folder), "MAINTENANCE": str(pages), "STATIC": str(static),
        "WEB": web, "METRICS": f"127.0.0.1:{free_port()}", "PORT": str(port),
    }  # fmt: skip
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")],
            env=environment, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        end = time.monotonic() + LOADED
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                said = (folder / "log").read_text()
                assert process.poll() is None and time.monotonic() < end, said
                time.sleep(0.1)
        yield Proxy(port, pages, static)
    finally:
        process.terminate()
        process.wait(20)


def test_a_visitor_sees_a_page_in_his_language_while_no_web_process_answers(proxy: Proxy) -> None:
    """Red before: an empty page with 502."""
    status, headers, body = proxy.ask("/tables/1/", Accept_Language="pt-PT,pt;q=0.9")
    assert status == 503 and headers["Retry-After"] == "60" and headers["Cache-Control"] == "no-store"
    assert "style-src 'self'" in headers["Content-Security-Policy"]
    assert "<h1>Voltamos já</h1>" in body.decode() and "o seu saldo está seguro" in body.decode()
    assert proxy.language() == proxy.language(Accept_Language="fr") == "pt-PT"
    assert proxy.language(Accept_Language="es-ES,en;q=0.5") == "es-ES"
    assert proxy.language(Accept_Language="en-US") == "en-GB"
    assert proxy.language(Accept_Language="es", Cookie="a=b; django_language=en") == "en-GB"
    assert proxy.language(Accept_Language="en", Cookie="django_language=pt-pt; a=b") == "pt-PT"
    assert proxy.ask("/sign-in/", "POST")[0] == 503


def test_planned_maintenance_is_shown_at_once_and_programs_get_the_answer_of_the_api(proxy: Proxy) -> None:
    planned = proxy.pages / "planned"
    planned.touch()
    try:
        assert proxy.ask("/")[0] == 503
        status, headers, body = proxy.ask("/api/v1/tables/")
        assert status == 503 and headers["Content-Type"] == "application/json"
        assert json.loads(body)["code"] == "unavailable" and headers["Retry-After"] == "60"
        status, headers, body = proxy.ask("/static/page.css")
        assert (status, body) == (200, b"p {}") and "Retry-After" not in headers
        assert proxy.ask("/static/../planned")[0] in (404, 503)
        assert proxy.ask("/healthz")[0] == 503 and proxy.ask("/planned")[2] != b""
    finally:
        planned.unlink()


def test_a_machine_without_the_pages_still_names_a_time_to_come_back(proxy: Proxy) -> None:
    page = proxy.pages / "pt-pt.html"
    page.rename(page.with_suffix(".away"))
    try:
        status, headers, _ = proxy.ask("/")
        assert status in (502, 503) and headers["Retry-After"] == "60"
    finally:
        page.with_suffix(".away").rename(page)


class Web(BaseHTTPRequestHandler):
    """A web process that says of each form what it contained. It keeps its connections, as uvicorn does."""

    protocol_version = "HTTP/1.1"
    server: Process

    def do_GET(self) -> None:
        leaves = self.server.leaving and self.path == "/healthz"
        self._answer(503 if leaves else 200, b"")
        if leaves:
            self.server.said_so.set()

    def do_POST(self) -> None:
        self._answer(200, self.rfile.read(int(self.headers["Content-Length"])))

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass

    def address_string(self) -> str:
        return "the proxy"


class Process(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Takes connections from a socket that systemd holds. Its own connections end with it."""

    daemon_threads, block_on_close = True, False

    def __init__(self, held: socket.socket, *, leaving: bool) -> None:
        super().__init__(held.getsockname(), Web, bind_and_activate=False)
        self.leaving, self.said_so = leaving, threading.Event()
        self.socket.close()
        self.socket = held.dup()
        self.connections: list[socket.socket] = []

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections.append(request)
        super().process_request(request, client_address)

    def server_close(self) -> None:
        super().server_close()
        for connection in self.connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def held_socket(path: Path) -> Iterator[socket.socket]:
    """What feltro-web@.socket has systemd do."""
    with socket.socket(socket.AF_UNIX) as held:
        held.bind(str(path))
        held.listen(128)
        yield held
    path.unlink()


@contextmanager
def web_process(held: socket.socket, *, leaving: bool = False) -> Iterator[Process]:
    with Process(held, leaving=leaving) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        serving.start()
        try:
            yield server
        finally:
            server.shutdown()
            serving.join()


class Forms(threading.Thread):
    """Sends one form after the other, and keeps the answers."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(daemon=True)
        self.proxy, self.answers, self.until = proxy, Counter[tuple[int, bytes]](), threading.Event()

    def run(self) -> None:
        while not self.until.is_set():
            status, _headers, body = self.proxy.ask("/table/1/visit/", "POST")
            self.answers[status, body] += 1

    def finish(self) -> Counter[tuple[int, bytes]]:
        self.until.set()
        self.join(60)
        assert not self.is_alive(), "a form has had no answer for a minute"
        return self.answers


@contextmanager
def two_sockets(folder: Path) -> Iterator[tuple[Proxy, socket.socket, socket.socket]]:
    paths = folder / "web-1.sock", folder / "web-2.sock"
    web = " ".join(f"unix/{path}" for path in paths)
    with (
        held_socket(paths[0]) as first,
        held_socket(paths[1]) as second,
        web_process(first),
        running(folder, CADDYFILE, web) as proxy,
    ):
        yield proxy, first, second


def test_no_form_is_lost_while_one_of_two_web_processes_restarts(tmp_path: Path) -> None:
    """Red before: half of the forms got the maintenance page. The proxy tried again with the other process,
    but had closed what the form contained. The process that leaves is the one that answered before: what it
    has begun to read, it answers.
    """
    with two_sockets(tmp_path) as (proxy, _first, second):
        with web_process(second) as leaving:
            forms = Forms(proxy)
            forms.start()
            time.sleep(1.5)
            leaving.leaving = True
            assert leaving.said_so.wait(60), "the proxy has not asked for a minute"
            time.sleep(2)  # as ExecStop= of the unit
        time.sleep(4)  # the process is away
        with web_process(second):
            time.sleep(2)
            answers = forms.finish()
    assert set(answers) == {(200, b"bet=1")} and answers.total() > 20


def test_a_form_waits_for_a_web_process_that_crashed(tmp_path: Path) -> None:
    """Red before: for a second the proxy sent forms to a socket that was gone, and each was lost."""
    with two_sockets(tmp_path) as (proxy, _first, second):
        with web_process(second):
            time.sleep(1.5)
        forms = [Forms(proxy) for _ in range(4)]
        for each in forms:
            each.start()
        time.sleep(1)  # RestartSec= of the unit
        with web_process(second):
            time.sleep(1)
            answers = sum((each.finish() for each in forms), Counter[tuple[int, bytes]]())
    assert set(answers) == {(200, b"bet=1")} and answers.total() > 20


def has_started(path: Path, process: int) -> subprocess.Popen[str]:
    """What systemd runs before it says that a web process has started."""
    unit = (PROJECT / "deploy/systemd/feltro-web@.service").read_text()
    (line,) = re.findall(r"^ExecStartPost=(.+)$", unit, re.MULTILINE)
    return subprocess.Popen(
        shlex.split(line.replace("/opt/feltro/current", str(PROJECT))),
        env={**os.environ, "WEB_SOCKET": str(path), "MAINPID": str(process)},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_web_process_has_started_when_it_answers_and_not_when_its_socket_is_there(tmp_path: Path) -> None:
    """Red before: on a busy machine the second process was stopped while the first still loaded its pages,
    and a form that came then was lost.
    """
    path = tmp_path / "web-1.sock"
    with held_socket(path) as held, has_started(path, os.getpid()) as waiting:
        with web_process(held, leaving=True), pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(4)
        with web_process(held):
            assert waiting.wait(20) == 0


def test_a_web_process_that_ended_is_not_waited_for(tmp_path: Path) -> None:
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    with has_started(tmp_path / "web-1.sock", ended.pid) as waiting:
        assert waiting.wait(20) == 1
        assert waiting.stderr is not None and "ended before it answered" in waiting.stderr.read()


def test_the_proxy_knows_each_language_and_the_page_loads_only_static_files(tmp_path: Path) -> None:
    call_command("maintenance_pages", str(tmp_path))
    pages = {f"{code}.html" for code, _name in settings.LANGUAGES}
    assert {path.name for path in tmp_path.iterdir()} == pages | {"api.json"}
    named = set(re.findall(r"^\s+\S.*\s(\S+\.html)$", CADDYFILE, re.MULTILINE))
    assert named == pages, "deploy/Caddyfile maps each language of the house to its page"
    assert f"default {settings.LANGUAGE_CODE}.html" in CADDYFILE
    for page in pages:
        text = (tmp_path / page).read_text()
        assert "<script" not in text and "<form" not in text and "style=" not in text
        loaded = re.findall(r'<link [^>]*href="([^"]+)"', text)
        assert loaded and all(address.startswith("/static/") for address in loaded)
