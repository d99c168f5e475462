"""Tasks for the worker are signed, so that nobody who can merely write to Valkey has one executed.

The signature covers every header (name, arguments as shown, id, expiry) and the body. A task is executed once by a worker, and only
within an hour of being sent: later ones wait for nothing, because every task is sent again by the schedule or finds its rows.
"""

from __future__ import annotations

import hmac
import time
from typing import Any

import structlog
from celery import Task
from celery.exceptions import InvalidTaskError
from celery.worker.request import Request
from django.conf import settings
from kombu.utils import json

log = structlog.get_logger("tasks")
GOOD_FOR = 3600.0  # seconds
CLOCKS_DIFFER = 15.0  # seconds, between two hosts
SIGNATURE, SENT = "signature", "sent"
# The broker adds it when it hands a task out again.
NOT_SIGNED = frozenset({SIGNATURE, "redelivered"})
FORGET_EVERY = 60.0  # seconds
ALARM_EVERY = 60.0  # seconds between two lines in the audit log of one worker


class RefusedTask(InvalidTaskError):
    """Celery rejects the message and executes nothing."""


def signature(headers: dict[str, Any], body: Any) -> str:
    key = hmac.digest(settings.COMMAND_KEY, b"feltro/tasks/v1", "sha256")
    signed = {name: value for name, value in headers.items() if name not in NOT_SIGNED}
    text = json.dumps([signed, body], sort_keys=True)
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def sign(*, headers: dict[str, Any], body: Any, **_: Any) -> None:
    """Called by Celery right before a task is written to the broker."""
    headers[SENT] = time.time()
    headers[SIGNATURE] = signature(headers, body)


class Verifier:
    """What one worker process has accepted lately, and whether a message is acceptable."""

    def __init__(self) -> None:
        self.accepted: dict[str, float] = {}
        self.forget_at = 0.0
        self.alarmed = -ALARM_EVERY

    def verify(self, headers: dict[str, Any], body: Any) -> None:
        try:
            given, sent, number = headers[SIGNATURE], headers[SENT], headers["id"]
            genuine = hmac.compare_digest(given.encode(), signature(headers, body).encode())
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            genuine = False
        if not genuine:
            self.raise_alarm(headers)
            raise RefusedTask("The task has no valid signature.")
        now = time.time()
        if not -CLOCKS_DIFFER <= now - sent <= GOOD_FOR:
            raise RefusedTask("The task was sent too long ago.")
        if number in self.accepted:
            raise RefusedTask("The task was accepted before.")
        if now > self.forget_at:
            self.accepted = {other: until for other, until in self.accepted.items() if until > now}
            self.forget_at = now + FORGET_EVERY
        self.accepted[number] = sent + GOOD_FOR + CLOCKS_DIFFER

    def raise_alarm(self, headers: dict[str, Any]) -> None:
        from django.db import DatabaseError, connection

        from players.audit import note

        log.error("forged task refused", task=str(headers.get("task"))[:100])
        if time.monotonic() - self.alarmed < ALARM_EVERY:
            return
        try:
            note("tasks.refused", task=str(headers.get("task"))[:100])
            self.alarmed = time.monotonic()
        except DatabaseError as error:
            log.error("forged task not recorded", error=str(error))
        finally:
            # The process that receives tasks forks those that execute them; they must not share a connection.
            connection.close()


verifier = Verifier()


class SignedRequest(Request):
    """A received task; constructing it is the first thing that a worker does with a message."""

    def __init__(self, message: Any, *args: Any, **options: Any) -> None:
        try:
            body = message.payload
        except Exception as error:
            raise RefusedTask("The task cannot be read.") from error
        # Older forms of the message carry the name or the arguments elsewhere, where the signature does not cover them.
        if options.get("decoded"):
            verifier.raise_alarm(message.headers or {})
            raise RefusedTask("Only the current form of a message is accepted.")
        verifier.verify(message.headers, body)
        super().__init__(message, *args, **options)


class SignedTask(Task):
    """The class of every task of the application, Celery's own included."""

    Request = "casino.signed_tasks:SignedRequest"
