"""Days of a report by name, and the period before a choice of days."""

from __future__ import annotations

from datetime import date, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, structs

from casino.compliance.reports.parameters import ReportChoice
from players.shared import clock

QUARTER = 3  # months


class Preset(Struct, frozen=True):
    code: str
    label: str | Promise
    since: date
    until: date
    step: str


def quarter_name(day: date) -> str:
    """The quarter of a day, in words."""
    number = (day.month - 1) // QUARTER + 1
    return gettext("quarter %(number)s of %(year)s") % {"number": number, "year": day.year}


def presets(today: date) -> tuple[Preset, ...]:
    """The periods that people ask for most; all but the running month and year are over."""
    month = today.replace(day=1)
    quarter = month.replace(month=(month.month - 1) // QUARTER * QUARTER + 1)
    one = timedelta(days=1)
    monday = today - timedelta(days=today.weekday())
    last_month, last_quarter = clock.months_after(month, -1), clock.months_after(quarter, -QUARTER)
    return (
        Preset("yesterday", _("Yesterday"), today - one, today - one, "day"),
        Preset("last-week", _("Last week"), monday - timedelta(days=7), monday - one, "day"),
        Preset("this-month", _("This month"), month, today, "day"),
        Preset("last-month", _("Last month"), last_month, month - one, "day"),
        Preset("last-quarter", _("Last quarter"), last_quarter, quarter - one, "month"),
        Preset("this-year", _("This year"), today.replace(month=1, day=1), today, "month"),
    )


def period_before(choice: ReportChoice) -> ReportChoice:
    """Whole months before whole months; the same days of the month before, for the begin of a month; else as
    many days before as the choice has.
    """
    after_last = choice.until + timedelta(days=1)
    if choice.since.day == 1 and after_last.day == 1:
        months = (after_last.year - choice.since.year) * 12 + after_last.month - choice.since.month
        since = clock.months_after(choice.since, -months)
    elif choice.since == choice.until.replace(day=1):
        since = clock.months_after(choice.since, -1)
        return structs.replace(choice, since=since, until=clock.months_after(choice.until, -1))
    else:
        since = choice.since - (after_last - choice.since)
    return structs.replace(choice, since=since, until=choice.since - timedelta(days=1))
