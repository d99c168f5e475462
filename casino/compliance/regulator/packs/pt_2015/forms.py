"""How the print writes days and times: YYYYMMDD, YYYYMMDDHH24MISS and YYYYMMDDHH24MISS.FF TZH:TZM, in
Lisbon's time.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from players.shared import clock


def day_text(day: date | None) -> str:
    return "" if day is None else f"{day:%Y%m%d}"


# The begin and the end of a round stand in each of its operations.
@lru_cache(maxsize=1024)
def seconds(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment.astimezone(clock.LISBON):%Y%m%d%H%M%S}"


@lru_cache(maxsize=1024)
def timestamp(moment: datetime | None) -> str:
    """Three digits of a second and a signed zone, such as «20260314210512.123 +00:00» (open reading)."""
    if moment is None:
        return ""
    shown = moment.astimezone(clock.LISBON)
    zone = f"{shown:%z}"
    return f"{shown:%Y%m%d%H%M%S}.{shown.microsecond // 1000:03} {zone[:3]}:{zone[3:]}"
