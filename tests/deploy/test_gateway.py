"""The gateway: deploy/Caddyfile in a Caddy before the house, and deploy/portugal.caddy before another site of
the operator.  [903-B 2.1.1, 5.1.2.1]
"""

from __future__ import annotations

import json
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import pytest
from django.core.wsgi import get_wsgi_application

from casino.services.folder import PROJECT
from tests.deploy.test_maintenance import CADDYFILE, Proxy, running

PORTUGAL = (PROJECT / "deploy" / "portugal.caddy").read_text()
SITE = "{$SITE:casino.example} {"


class Silent(WSGIRequestHandler):
    def log_message(self, *arguments: object) -> None:
        pass


class Threaded(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


@contextmanager
def house() -> Iterator[str]:
    """A web process of the house, without its database."""
    server = Threaded(("127.0.0.1", 0), Silent)
    server.set_app(get_wsgi_application())
    serving = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    serving.start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


@pytest.fixture
def gateway(tmp_path: Path, settings: Any) -> Iterator[Proxy]:
    settings.HOUSE_URL, settings.HOUSE_ORIGINS = "https://casino.test", ("https://casino.test",)
    settings.HOUSE_OTHER_NAMES, settings.ALLOWED_HOSTS = frozenset({"casino.com"}), ["casino.test"]
    with house() as web, running(tmp_path, CADDYFILE, web) as proxy:
        yield proxy


def test_who_comes_by_another_name_is_led_to_the_house(tmp_path: Path, settings: Any) -> None:
    settings.HOUSE_URL, settings.HOUSE_ORIGINS = "https://casino.test", ("https://casino.test",)
    settings.HOUSE_OTHER_NAMES, settings.ALLOWED_HOSTS = frozenset({"casino.com"}), ["casino.test"]
    text = CADDYFILE.replace(SITE, f"http://casino.com:{{$PORT}}, {SITE}")
    with house() as web, running(tmp_path, text, web) as proxy:
        for path in ("/", "/account/sign-in/?next=/lobby/", "//evil.example/"):
            status, headers, _body = proxy.ask(path, Host="casino.com", X_Country="ES")
            assert status == 303 and headers["Location"].startswith("https://casino.test/")
            assert not headers["Location"].startswith("https://casino.test//")
        assert proxy.ask("/", "POST", Host="casino.com")[0] == 303


def test_each_request_is_a_line_that_an_auditor_can_read_and_that_has_no_secret(
    gateway: Proxy, tmp_path: Path
) -> None:
    gateway.ask("/account/password/reset/key/SECRET-of-a-link/?token=SECRET", Cookie="sessionid=SECRET",
                Authorization="Bearer SECRET", X_Key="SECRET")  # fmt: skip
    gateway.ask("/healthz")
    log = (tmp_path / "log").read_text()
    lines = [json.loads(line) for line in log.splitlines() if '"http.log.access' in line]
    assert [line["request"]["uri"] for line in lines] == ["/account/password", "/healthz"]
    for line in lines:
        assert line["request"]["remote_ip"] == "127.0.0.1" and line["request"]["method"] == "GET"
        assert (
            re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*", line["ts"])
            and line["status"]
            and "duration" in line
        )
    assert "SECRET" not in log


OTHER_SITE = """
{
	servers {
	}
}
http://{$METRICS} {
	respond 404
}
"""


@pytest.mark.parametrize(
    ("edge", "sent", "expected"),
    [
        ("127.0.0.1/32", "PT", 303),
        ("127.0.0.1/32", "pt", 303),
        ("127.0.0.1/32", "ES", 200),
        ("127.0.0.1/32", "XPT", 200),
        ("127.0.0.1/32", "", 200),
        ("192.0.2.0/24", "PT", 200),  # not said by a server of the operator
    ],
)
def test_another_site_of_the_operator_leads_who_comes_from_portugal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edge: str, sent: str, expected: int
) -> None:
    monkeypatch.setenv("EDGE", edge)
    monkeypatch.setenv("HOUSE", "https://casino.test")
    text = f'{OTHER_SITE}{PORTUGAL}\n{SITE}\n\timport to_portugal\n\trespond "elsewhere"\n}}\n'
    with running(tmp_path, text, "") as proxy:
        for path in ("/poker/?a=1", "//evil.example/"):
            status, headers, _body = proxy.ask(path, X_Country=sent)
            assert status == expected
            if expected == 303:
                assert headers["Location"] == f"https://casino.test{path}"
