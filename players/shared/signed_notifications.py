"""Answers to what outside services send by themselves: one signed notification in each request."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from players.shared import signed_http


class UnreadableNotification(Exception):
    """The signature is genuine, but the content has another form than agreed."""


def notification_response(
    request: HttpRequest, key: bytes, receive: Callable[[bytes], object]
) -> HttpResponse:
    """Processes a genuine notification. The response is what `receive` returns, or why it was refused."""
    if not signed_http.is_genuine(key, request.headers.get(signed_http.HEADER, ""), request.body):
        return _line("The signature is wrong, or too old.", status=403)
    try:
        outcome = receive(request.body)
    except UnreadableNotification:
        return _line("The notification cannot be read.", status=400)
    return _line(f"{outcome}")


def _line(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")
