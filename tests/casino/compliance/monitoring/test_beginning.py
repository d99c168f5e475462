"""The first pass over the record, by several workers at once."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.db import transaction

from casino.compliance.monitoring import following, record
from casino.compliance.monitoring.models import SHARDS, Shard
from players.shared import clock
from tests.concurrency import run_concurrently


@pytest.mark.usefixtures("lasting_db")
def test_of_two_workers_only_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: the second brought the same rules, so that its task failed on the first day of a house; or,
    where the rules were there, it put back the positions of the first, and events were folded twice.
    """
    with transaction.atomic():
        Shard.objects.update(until=None, versions=[])
    now = clock.now()
    both_saw_no_beginning = threading.Barrier(2)

    def first_moment() -> datetime:
        with suppress(threading.BrokenBarrierError):
            both_saw_no_beginning.wait(timeout=2)
        return now - timedelta(days=1)

    monkeypatch.setattr(record, "first_moment", first_moment)

    def make_a_pass() -> None:
        with transaction.atomic():
            position = following._claim_position()
            if position is not None:
                Shard.objects.filter(number__in=position.shards).update(until=now)

    run_concurrently(make_a_pass, make_a_pass)
    assert set(Shard.objects.values_list("until", flat=True)) == {now}
    assert Shard.objects.count() == SHARDS
