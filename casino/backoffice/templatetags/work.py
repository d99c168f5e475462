"""The owner and notes of an item of the work queue, and ages and deadlines in words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils.translation import gettext as _

from casino.backoffice.work_queue import panel_context
from games.floor.live_floor import format_age
from players.models import Person

register = template.Library()
NO_BREAK = "\N{NO-BREAK SPACE}"


@register.inclusion_tag("backoffice/work/panel.html", takes_context=True)
def work_panel(context: template.Context, source: str, key: Any) -> dict[str, Any]:
    """Shown on the page that decides an item, to people who work on its source."""
    request = context["request"]
    panel = panel_context(request.user, source, str(key)) if isinstance(request.user, Person) else {}
    return {"panel": panel, "request": request, "csrf_token": context.get("csrf_token"), "from": "page"}


@register.filter
def age(since: datetime, now: datetime) -> str:
    """On one line: «11 h 04» must not break."""
    return format_age(since, now).replace(" ", NO_BREAK)


@register.filter
def time_left(due: datetime, now: datetime) -> str:
    """How long until the deadline, or since it."""
    if due < now:
        return _("late by %(time)s") % {"time": age(due, now)}
    return _("in %(time)s") % {"time": age(now, due)}
