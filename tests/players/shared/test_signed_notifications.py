"""One place answers notifications: genuine ones are processed, all others are refused without being read."""

from __future__ import annotations

import time

import pytest
from django.http import HttpRequest
from django.test import RequestFactory

from players.shared import signed_http
from players.shared.signed_notifications import UnreadableNotification, notification_response

KEY, BODY = b"k" * 32, b'{"number": 1}'


def notification(header: str) -> HttpRequest:
    return RequestFactory().post(
        "/", BODY, content_type="application/json", headers={signed_http.HEADER: header}
    )


def signed(body: bytes = BODY, key: bytes = KEY, seconds_ago: int = 0) -> str:
    return signed_http.signature(key, body, int(time.time()) - seconds_ago)


def test_the_response_to_a_genuine_notification_is_its_outcome() -> None:
    response = notification_response(notification(signed()), KEY, lambda body: f"known {body!r}")
    assert (response.status_code, response.content) == (200, f"known {BODY!r}\n".encode())


@pytest.mark.parametrize(
    "header",
    ["", signed(b"{}"), signed(key=b"x" * 32), signed(seconds_ago=3600)],
    ids=["unsigned", "of another body", "with another key", "an hour ago"],
)
def test_a_notification_that_is_not_genuine_is_never_read(header: str) -> None:
    read: list[bytes] = []
    response = notification_response(notification(header), KEY, read.append)
    assert (response.status_code, read) == (403, [])


def test_a_genuine_notification_in_another_form_is_refused() -> None:
    def receive(body: bytes) -> None:
        raise UnreadableNotification("number: expected int")

    response = notification_response(notification(signed()), KEY, receive)
    assert (response.status_code, response.content) == (400, b"The notification cannot be read.\n")
