"""When notices are sent: nobody waits longer than a second to be called."""

from __future__ import annotations

SLOW_TASKS: tuple[str, ...] = ()
DUE: dict[str, dict[str, object]] = {
    "push-notices": {
        "task": "players.extras.push.tasks.send_push_notices",
        "schedule": 1.0,
        "options": {"expires": 1.0},
    },
}
