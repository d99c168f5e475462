"""Tasks for the tests of the workers: each writes a key of Valkey when it begins."""

from __future__ import annotations

import time

import redis
from celery import shared_task
from django.conf import settings


@shared_task
def note(key: str) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as valkey:
        valkey.set(key, b"1", ex=600)


@shared_task
def hang(key: str) -> None:
    note(key)
    time.sleep(600)
