"""Tells every page which of its figures are unknown because a task of the worker is late or has failed."""

from __future__ import annotations

from django import template
from django.template import Context

from casino.tasks import task_runs
from casino.tasks.check_states import Verdict
from players.shared import clock

register = template.Library()


@register.inclusion_tag("backoffice/task_states.html", takes_context=True)
def task_states(context: Context, *names: str) -> dict[str, object]:
    """Nothing where all these tasks are in order. A page that knows the time need not ask for it again."""
    now = context.get("now") or clock.now()
    states = task_runs.standings(now)
    rows = [{"name": name, "standing": states[name]} for name in names if not states[name].is_fine]
    return {"rows": rows, "now": now, "unknown": Verdict.UNKNOWN, "late": Verdict.LATE}
