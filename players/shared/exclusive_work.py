"""Work that only one process at a time does.

A lock of the database session would be of no use behind a pooler that gives every transaction another
session. Here a row says who works, and until when the claim holds if that process dies.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

from django.db import connection

from players.models import ExclusiveWork

CLAIM = """
INSERT INTO players_exclusivework AS work (name, holder, until)
VALUES (%s, %s, clock_timestamp() + make_interval(secs => %s))
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE work.until < clock_timestamp() OR work.holder = excluded.holder
"""


class Claim:
    def __init__(self, name: str, duration: timedelta) -> None:
        self.name, self.duration, self.holder = name, duration, uuid4()

    def renew(self) -> bool:
        """Whether the work is ours, for the whole duration from now."""
        with connection.cursor() as cursor:
            cursor.execute(CLAIM, [self.name, self.holder, self.duration.total_seconds()])
            claimed: int = cursor.rowcount
        return claimed == 1

    def release(self) -> None:
        ExclusiveWork.objects.filter(name=self.name, holder=self.holder).delete()


@contextmanager
def claim_work(name: str, *, duration: timedelta) -> Iterator[Claim | None]:
    """A claim, or None if another process is at this work."""
    claim = Claim(name, duration)
    if not claim.renew():
        yield None
        return
    try:
        yield claim
    finally:
        claim.release()
