"""What is not known because a task of the worker has not run, has failed, or is late: said on every page that
shows its work.
"""

from __future__ import annotations

from django import template

from casino import task_runs
from casino.check_states import Verdict
from players.shared import clock

register = template.Library()


@register.inclusion_tag("backoffice/task_states.html")
def task_states(*names: str) -> dict[str, object]:
    """Nothing where all these tasks are in order."""
    states = task_runs.standings()
    rows = [{"name": name, "standing": states[name]} for name in names if not states[name].is_fine]
    return {"rows": rows, "now": clock.now(), "unknown": Verdict.UNKNOWN, "late": Verdict.LATE}
