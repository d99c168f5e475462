"""Tasks are signed, so that write access to Valkey is not enough to have one executed.

The signature covers every header (name, arguments, id, expiry) and the body. A worker executes a task once,
and only within an hour of sending. Later ones are not needed: the schedule sends every task repeatedly.
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
MAX_AGE = 3600.0  # seconds
MAX_CLOCK_DIFFERENCE = 15.0  # seconds, between two hosts
SIGNATURE, SENT = "signature", "sent"
# The broker adds `redelivered` when it delivers a task a second time.
UNSIGNED_HEADERS = frozenset({SIGNATURE, "redelivered"})
CLEANUP_INTERVAL = 60.0  # seconds
ALARM_INTERVAL = 60.0  # seconds between two lines in the audit log of one worker


class RefusedTask(InvalidTaskError):
    """Makes Celery reject the message without executing it."""


def signature(headers: dict[str, Any], body: Any, command_key: bytes) -> str:
    key = hmac.digest(command_key, b"feltro/tasks/v1", "sha256")
    signed = {name: value for name, value in headers.items() if name not in UNSIGNED_HEADERS}
    text: str = json.dumps([signed, body], sort_keys=True)
    return hmac.new(key, text.encode(), "sha256").hexdigest()


def sign(*, headers: dict[str, Any], body: Any, **_: Any) -> None:
    """Called by Celery right before a task is written to the broker."""
    headers[SENT] = time.time()
    headers[SIGNATURE] = signature(headers, body, settings.COMMAND_KEY)


class TaskVerifier:
    """Verifies messages, and remembers the recently accepted ones of this worker process."""

    def __init__(self) -> None:
        self.accepted: dict[str, float] = {}
        self.next_cleanup = 0.0
        self.alarmed = -ALARM_INTERVAL

    def verify(self, headers: dict[str, Any], body: Any) -> None:
        try:
            claimed, sent, task_id = headers[SIGNATURE], headers[SENT], headers["id"]
            is_genuine = any(
                hmac.compare_digest(claimed.encode(), signature(headers, body, key).encode())
                for key in (settings.COMMAND_KEY, *settings.COMMAND_KEY_FALLBACKS)
            )
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            is_genuine = False
        if not is_genuine:
            self.raise_alarm(headers)
            raise RefusedTask("The task has no valid signature.")
        now = time.time()
        if not -MAX_CLOCK_DIFFERENCE <= now - sent <= MAX_AGE:
            raise RefusedTask("The task was sent too long ago.")
        if task_id in self.accepted:
            raise RefusedTask("The task was accepted before.")
        if now > self.next_cleanup:
            self.accepted = {other: until for other, until in self.accepted.items() if until > now}
            self.next_cleanup = now + CLEANUP_INTERVAL
        self.accepted[task_id] = sent + MAX_AGE + MAX_CLOCK_DIFFERENCE

    def raise_alarm(self, headers: dict[str, Any]) -> None:
        from django.db import DatabaseError, connection

        from players.audit import note

        log.error("forged task refused", task=str(headers.get("task"))[:100])
        if time.monotonic() - self.alarmed < ALARM_INTERVAL:
            return
        try:
            note("tasks.refused", task=str(headers.get("task"))[:100])
            self.alarmed = time.monotonic()
        except DatabaseError as error:
            log.error("forged task not recorded", error=str(error))
        finally:
            # This process forks the ones that execute tasks; they must not share a connection.
            connection.close()


verifier = TaskVerifier()


class SignedRequest(Request):
    """A received task. A worker constructs it before anything else."""

    def __init__(self, message: Any, *args: Any, **options: Any) -> None:
        try:
            body = message.payload
        except Exception as error:
            raise RefusedTask("The task cannot be read.") from error
        # Older message formats hold the name or arguments where the signature does not cover them.
        if options.get("decoded"):
            verifier.raise_alarm(message.headers or {})
            raise RefusedTask("Only the current form of a message is accepted.")
        verifier.verify(message.headers, body)
        super().__init__(message, *args, **options)


class SignedTask(Task):
    """The class of every task of the application, Celery's own included."""

    Request = "casino.tasks.signed_tasks:SignedRequest"
