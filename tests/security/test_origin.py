"""The house has one origin.

The attacks: a forged Host header resets the count of failed sign-ins, or puts a foreign port into mailed
links.
"""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as house
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from casino.env import origins
from players.identity.models import QueuedEmail
from players.identity.sign_in import emails

ANA = {"login": "ana@feltro.example", "password": "mesa-ana-2015"}
WRONG = ANA | {"password": "not-hers-at-all"}
HERE = urlsplit(house.HOUSE_URL).netloc
FOREIGN = (
    f"{HERE}:1",
    f"{HERE}:8443",
    f"{HERE}.",
    "casino.invalid",
    f"x.{HERE}",
    f"{HERE}@casino.invalid",
    "",
    f"{HERE}\\",
    "[::1]",
)


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize(
    "path",
    ["/", "/account/sign-in/", "/account/password/forgotten/", "/admin/", "/api/v1/account/", "/nothing/"],
)
def test_another_host_or_port_is_refused(demo: None, host: str, path: str) -> None:
    client = Client(headers={"host": host})
    assert client.get(path).status_code == 400
    assert client.post(path, ANA).status_code == 400


def test_failures_are_counted_whatever_the_host_is_called(demo: None) -> None:
    for host in (HERE, HERE.upper(), HERE, f"{HERE}:1", f"{HERE}:2", f"{HERE}:3"):
        Client(headers={"host": host}).post("/account/sign-in/", WRONG)
    answer = Client().post("/account/sign-in/", ANA)
    assert answer.status_code == 200 and "_auth_user_id" not in answer.client.session


def test_both_names_of_a_demonstration_house_count_together(demo: None, settings: Any) -> None:
    settings.HOUSE_URL = "http://127.0.0.1:8000"
    settings.HOUSE_ORIGINS = origins("http://127.0.0.1:8000", both_names=True)
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    for host in ("127.0.0.1:8000", "localhost:8000", "127.0.0.1:8000"):
        assert Client(headers={"host": host}).post("/account/sign-in/", WRONG).status_code == 200
    answer = Client(headers={"host": "localhost:8000"}).post("/account/sign-in/", ANA)
    assert "_auth_user_id" not in answer.client.session


def test_no_mail_leads_to_another_host(demo: None) -> None:
    for host in FOREIGN:
        Client(headers={"host": host}).post("/account/password/forgotten/", {"email": ANA["login"]})
    assert not QueuedEmail.objects.exists() and mail.outbox == []


def test_links_lead_to_the_house_by_whatever_name_it_was_asked(demo: None, settings: Any) -> None:
    settings.HOUSE_ORIGINS = origins("http://127.0.0.1:8000", both_names=True)
    settings.HOUSE_URL, settings.ALLOWED_HOSTS = "http://127.0.0.1:8000", ["127.0.0.1", "localhost"]
    client = Client(headers={"host": "localhost:8000"})
    client.post("/account/password/forgotten/", {"email": ANA["login"]})
    for _attempt in range(3):
        client.post("/account/sign-in/", WRONG)
    for number in emails.due_emails():
        emails.send_queued_email(number)
    assert len(mail.outbox) == 2
    for sent in mail.outbox:
        assert "http://127.0.0.1:8000/account/" in sent.body and "localhost" not in sent.body


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
@pytest.mark.parametrize("host", ["10.0.0.7:8000", "web", "anything.invalid:1", ""])
def test_monitoring_may_use_any_host_name(demo: None, path: str, host: str) -> None:
    assert Client(headers={"host": host}).get(path).status_code in (200, 503)
    outside = Client(headers={"host": host, "x-forwarded-for": "203.0.113.9"})
    assert outside.get("/metrics").status_code == 403


BROWSER = {"accept-language": "pt-PT"}


@pytest.mark.parametrize("host", ["rebound.invalid", "rebound.invalid:8000", f"{HERE}.rebound.invalid", ""])
@pytest.mark.parametrize(
    "sent",
    [BROWSER, {"sec-fetch-site": "same-origin"}, {"origin": "http://rebound.invalid"}],
)
def test_a_page_whose_name_points_here_reads_no_metrics(demo: None, host: str, sent: dict[str, str]) -> None:
    assert Client(headers={"host": host, **sent}).get("/metrics").status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000", "localhost:8000", HERE])
def test_a_browser_here_reads_metrics_by_an_address(demo: None, host: str) -> None:
    assert Client(headers={"host": host, **BROWSER}).get("/metrics").status_code == 200


def test_metrics_are_read_with_a_token_from_elsewhere(demo: None, settings: Any) -> None:
    settings.METRICS_TOKEN = "f" * 64
    stranger = Client(headers={"host": "10.0.0.7"}, REMOTE_ADDR="203.0.113.9")
    assert stranger.get("/metrics").status_code == 403
    assert stranger.get("/metrics", headers={"authorization": f"Bearer {'f' * 64}"}).status_code == 200


def test_the_names_of_a_house() -> None:
    assert origins("https://casino.example", both_names=False) == ("https://casino.example",)
    both = ("http://127.0.0.1:8123", "http://localhost:8123")
    assert origins("http://127.0.0.1:8123", both_names=True) == both
    assert origins("http://house.lan:8123", both_names=True) == ("http://house.lan:8123",)
    assert origins("HTTPS://Casino.example:443/", both_names=False) == ("https://casino.example",)


@pytest.mark.parametrize(
    "url",
    [
        "casino.example",
        "https://casino.example/lobby",
        "ftp://casino.example",
        "https://a@casino.example",
        "https://",
    ],
)
def test_an_invalid_origin_is_reported(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="HOUSE_URL"):
        origins(url, both_names=False)


def opened(page: str | None, host: str) -> bool:
    """Whether a socket that a page of that origin opens reaches the tables."""
    from casino.asgi import application

    sent: list[dict[str, Any]] = []
    turns = iter(["websocket.connect", "websocket.disconnect"])

    async def receive() -> dict[str, Any]:
        return {"type": next(turns)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"host", host.encode())] + ([(b"origin", page.encode())] if page is not None else [])
    scope = {
        "type": "websocket",
        "path": "/nowhere/",
        "raw_path": b"/nowhere/",
        "headers": headers,
        "query_string": b"",
        "subprotocols": [],
    }
    try:
        asyncio.run(application(scope, receive, send))
    except ValueError as error:  # past the check: there is no such socket
        return "No route found" in str(error)
    assert [message["type"] for message in sent] == ["websocket.close"]
    return False


@pytest.mark.parametrize(
    ("page", "host"),
    [
        (f"http://{HERE}:1", HERE), (f"https://{HERE}", HERE), ("http://casino.invalid", HERE), (None, HERE),
        ("null", HERE), (f"http://{HERE}", f"{HERE}:1"), (f"http://{HERE}", "casino.invalid"),
        (f"http://{HERE}.casino.invalid", HERE),
    ],
)  # fmt: skip
def test_a_socket_is_opened_by_a_page_of_the_house_alone(page: str | None, host: str) -> None:
    assert not opened(page, host)


def test_a_page_of_the_house_opens_a_socket() -> None:
    assert opened(f"http://{HERE}", HERE)
