"""Limits in the words of people: their names, and values that are money or time."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from players.money import written
from players.protection.forms import said
from players.protection.limits import Line
from players.protection.models import Limit

register = template.Library()


@register.filter
def limit_name(line: Line) -> str:
    return said(line.kind, line.period)


@register.filter
def limit_value(value: int | None, kind: str) -> str:
    if value is None:
        return _("no limit")
    return f"{value // 60} h {value % 60:02} min" if kind == "time" else written(value, "EUR")


@register.filter
def coming_value(limit: Limit) -> str:
    return limit_value(limit.value, limit.kind)


@register.filter
def limit_told(limit: dict[str, object]) -> str:
    """A limit as a message keeps it: its name and its value."""
    kind, value = str(limit["kind"]), limit["value"]
    return (
        f"{said(kind, str(limit['period']))}: {limit_value(value if isinstance(value, int) else None, kind)}"
    )
