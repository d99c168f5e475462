"""Every response has security headers, error pages included.

The attack: a page without a policy is framed or scripted.
"""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as house
from django.test import Client

from tests.demo_house import signed_in

HERE = urlsplit(house.HOUSE_URL).netloc
STRICT = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
}


def answered(path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str]]:
    """Status and headers, as the server of the web process sends them."""
    from casino.asgi import application

    messages: list[dict[str, Any]] = []

    bodies = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        # The browser then stays connected.
        return next(bodies, None) or await asyncio.Future()

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": sent, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "scheme": "http",
    }  # fmt: skip
    asyncio.run(application(scope, receive, send))
    start = messages[0]
    return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}


@pytest.mark.parametrize(
    ("status", "path", "options"),
    [
        (400, "/", {"host": "casino.invalid"}),
        (400, "/admin/", {"host": f"{HERE}:8443"}),
        (403, "/verify/receipt/", {"host": HERE}),
        (302, "/admin/", {"host": HERE}),
        (302, "/admin/players/player/", {"host": HERE}),
        (200, "/healthz", {"host": HERE}),
        (404, "/nothing/", {"host": HERE}),
    ],
)
@pytest.mark.django_db
def test_every_answer_carries_the_strict_headers(status: int, path: str, options: dict[str, str]) -> None:
    seen, headers = answered(path, "POST" if status == 403 else "GET", **options)
    assert seen == status
    assert {name: headers.get(name) for name in STRICT} == STRICT
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy + ";"
    assert all(f"{name} 'none'" in policy for name in ("object-src", "base-uri", "frame-ancestors"))
    assert "unsafe" not in policy


@pytest.mark.parametrize("method", ["TRACE", "TRACK", "DEBUG", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/lobby/", "/healthz", "/account/sign-in/"])
def test_trace_is_not_answered(method: str, path: str) -> None:
    assert answered(path, method, host=HERE)[0] == 405


def test_no_page_evaluates_text_as_script(demo: None) -> None:
    director = signed_in("direcao@feltro.example")
    for path in ("/admin/", "/admin/players/player/", "/admin/compliance/", "/lobby/"):
        policy = director.get(path)["Content-Security-Policy"]
        assert "script-src 'self';" in policy + ";", path
        assert "unsafe-eval" not in policy, path


def test_styles_of_the_theme_are_allowed_on_its_pages_alone(demo: None) -> None:
    director = signed_in("direcao@feltro.example")
    assert "style-src-attr 'unsafe-inline'" in director.get("/admin/")["Content-Security-Policy"]
    script = director.get("/admin/jsi18n/")
    assert script.status_code == 200 and "unsafe" not in script["Content-Security-Policy"]
    assert "unsafe" not in Client().get("/admin/")["Content-Security-Policy"]
