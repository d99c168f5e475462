"""How long something took, for people: two units at most."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.utils.translation import ngettext

register = template.Library()


@register.filter
def span(value: timedelta) -> str:
    seconds = max(0, round(value.total_seconds()))
    if seconds < 60:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    days, hours = divmod(round(seconds / 3600), 24)
    text = ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
    return f"{text} {hours} h" if hours else text
