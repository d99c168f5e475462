"""When events are sent."""

from __future__ import annotations

SLOW_TASKS: tuple[str, ...] = ()
DUE: dict[str, dict[str, object]] = {
    "webhooks": {
        "task": "casino.extras.webhooks.tasks.send_webhooks",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
}
