"""The parts of a record's name: a time, or the span between two times."""

from __future__ import annotations

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext


def moment_name(moment: datetime) -> str:
    """Lisbon time to the minute."""
    return str(date_format(localtime(moment), "SHORT_DATETIME_FORMAT"))


def day_name(day: date) -> str:
    return str(date_format(day, "SHORT_DATE_FORMAT"))


def span_name(start: datetime, end: datetime | None) -> str:
    return f"{moment_name(start)} – {moment_name(end) if end else gettext('without end')}"
