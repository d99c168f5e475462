"""The packed decisions of players and days: added as hands are read, deleted when nothing needs them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from operator import itemgetter

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from casino.compliance.bots.models import PlayedDay
from casino.compliance.bots.packed import Decisions, pack, unpack
from casino.compliance.bots.play import DAY_HUNDREDTHS, Seen
from players.shared import clock

DAYS = 90  # that a comparison covers
MOST = 4_000  # decisions of one player, the last ones
ADD = """
INSERT INTO bots_playedday (day, player, decisions)
SELECT * FROM unnest(%s::date[], %s::bigint[], %s::bytea[])
ON CONFLICT (player, day) DO UPDATE SET decisions = bots_playedday.decisions || excluded.decisions
"""


def add_decisions(seen: Iterable[Seen]) -> None:
    """In the transaction that reads their hands, so that each is added once."""
    days: dict[tuple[int, date], list[Seen]] = {}
    for one in seen:
        day = datetime.fromtimestamp(one.at / 1000, UTC).date()
        days.setdefault((one.player, day), []).append(one)
    if not days:
        return
    in_order = sorted(days)
    columns = (
        [day for _, day in in_order],
        [player for player, _ in in_order],
        [pack(days[key]) for key in in_order],
    )
    with connection.cursor() as cursor:
        cursor.execute(ADD, columns)


def first_day() -> date:
    return clock.now().astimezone(UTC).date() - timedelta(days=DAYS)


def decisions_by_player() -> Iterator[tuple[int, Decisions, NDArray[np.int64]]]:
    """Each player's last decisions and their moments in hundredths of a second. One player is in memory."""
    first = first_day()
    days = PlayedDay.objects.filter(day__gte=first).order_by("player", "day")
    rows = days.values_list("player", "day", "decisions").iterator(chunk_size=200)
    for player, group in groupby(rows, key=itemgetter(0)):
        parts, moments = [], []
        for _, day, packed in group:
            decisions = unpack(bytes(packed))
            parts.append(decisions)
            moments.append(decisions["at"].astype(np.int64) + (day - first).days * DAY_HUNDREDTHS)
        at = np.concatenate(moments)
        order = np.argsort(at, kind="stable")[-MOST:]
        yield player, np.concatenate(parts)[order], at[order]


def forget_old_days() -> int:
    return PlayedDay.objects.filter(day__lt=first_day()).delete()[0]
