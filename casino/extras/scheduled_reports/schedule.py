"""When reports are sent."""

from __future__ import annotations

SEND = "casino.extras.scheduled_reports.tasks.send_report_mails"
SLOW_TASKS = (SEND,)
DUE: dict[str, dict[str, object]] = {
    "report-mails": {"task": SEND, "schedule": 60.0, "options": {"expires": 60.0}},
}
