"""Tells every page which task of the worker has not done its work, what the page lacks, and up to when it is
known.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from django import template
from django.template import Context

from casino.tasks import task_runs
from casino.tasks.check_states import Verdict
from casino.tasks.task_names import MISSING, name_of
from players.shared import clock

register = template.Library()


@register.inclusion_tag("backoffice/task_states.html", takes_context=True)
def task_states(context: Context, *names: str, until: date | Literal[""] | None = "") -> dict[str, object]:
    """Nothing where all these tasks are in order. `until` is the last day or moment of what the page shows;
    None where nothing is known yet. A page that knows the time need not ask for it again.
    """
    now = context.get("now") or clock.now()
    states = task_runs.standings(now)
    rows = [
        {"title": name_of(name), "missing": MISSING.get(name, ""), "standing": states[name]}
        for name in names
        if not states[name].is_fine
    ]
    return {
        "rows": rows,
        "now": now,
        "unknown": Verdict.UNKNOWN,
        "late": Verdict.LATE,
        "until": until,
        "is_day": not isinstance(until, datetime),
    }
