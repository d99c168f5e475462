"""Template filters for limits."""

from __future__ import annotations

from django import template

from players.protection import limit_text
from players.protection.limits import LimitStatus
from players.protection.limits_reached import LimitReached
from players.protection.models import Limit

register = template.Library()
register.filter("limit_value", limit_text.limit_value)
register.filter("limit_summary", limit_text.limit_summary)


@register.filter
def limit_name(limit: LimitStatus | LimitReached) -> str:
    return limit_text.limit_name(limit.kind, limit.period)


@register.filter
def period_name(period: str) -> str:
    return str(limit_text.PERIODS[period])


@register.filter
def scheduled_value(limit: Limit) -> str:
    return limit_text.limit_value(limit.value, limit.kind)
