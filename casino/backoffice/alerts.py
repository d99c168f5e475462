"""Alerts to people on call: a table on hold, or a self-check that fails.

The worker looks every ten seconds, so an alert leaves within a minute. Each goes out once over each channel
that is set up, by e-mail and as a signed webhook, and is retried while the receiver does not answer.
"""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.backoffice.models import Alert
from casino.backoffice.outgoing import due_messages, mail_message
from casino.backoffice.standard_webhooks import webhook_headers
from casino.record_checks.labels import TITLES
from casino.record_checks.models import State
from casino.tasks import task_runs
from casino.tasks.task_names import name_of
from games.catalogue.labels import fault_label
from games.models import Incident
from players.audit import note
from players.shared import clock
from players.shared.signed_http import TIMEOUT, open_http

MAX_AGE = timedelta(days=1)  # when alerts are first set up, older events send none
BATCH = 20


class AlertEvent(Struct, frozen=True):
    """What happened, and where people read on."""

    name: str
    key: str
    content: dict[str, Any]


def send_alerts() -> int:
    """Raises alerts for new events and sends those that are due. Returns how many were sent."""
    channels = configured_channels()
    if not channels:
        return 0
    with translation.override(settings.LANGUAGE_CODE):
        for event in current_events():
            for channel in channels:
                Alert.objects.get_or_create(
                    event=event.name, key=event.key, channel=channel, defaults={"content": event.content}
                )
    rows = Alert.objects.filter(channel__in=channels)
    return sum(send_alert(number) for number in due_messages(rows, BATCH))


def configured_channels() -> list[str]:
    channels = {
        Alert.Channel.EMAIL: bool(settings.ALERT_EMAILS),
        Alert.Channel.WEBHOOK: bool(settings.ALERT_WEBHOOK_URL),
    }
    return [channel for channel, is_configured in channels.items() if is_configured]


def current_events() -> Iterator[AlertEvent]:
    since = clock.now() - MAX_AGE
    incidents = Incident.objects.filter(closed=None, opened__gt=since).select_related("table")
    for incident in incidents.order_by("pk"):
        yield AlertEvent(
            "table-held",
            str(incident.pk),
            {
                "title": _("Table %(table)s is on hold") % {"table": incident.table.name},
                "detail": str(fault_label(incident.reason)),
                "since": incident.opened.isoformat(),
                "link": house_link(reverse("admin:games_incident_change", args=[incident.pk])),
                "runbook": runbook_link("monitoring", "table-on-hold"),
            },
        )
    for name, standing in task_runs.failing_tasks().items():
        if standing.since is None or standing.since <= since:
            continue
        yield AlertEvent(
            "task-failed",
            f"{name} {standing.since:%Y-%m-%dT%H:%M:%SZ}",
            {
                "title": _("The task %(task)s: %(state)s")
                % {"task": f"{name_of(name)} ({name})", "state": standing.label},
                "detail": standing.reason,
                "since": standing.since.isoformat(),
                "link": house_link(reverse("compliance_panel")),
                "runbook": runbook_link("alarms", "schedule"),
            },
        )
    # Each task raises its own alarm, so the check of all tasks raises none.
    for state in State.objects.filter(good=False, since__gt=since).exclude(pk="schedule").order_by("name"):
        title = str(TITLES.get(state.name, state.name))
        yield AlertEvent(
            "check-failed",
            f"{state.name} {state.since:%Y-%m-%dT%H:%M:%SZ}",
            {
                "title": _("A self-check fails: %(check)s") % {"check": title},
                "detail": "",
                "since": state.since.isoformat(),
                "link": house_link(reverse("compliance_panel")),
                "runbook": runbook_link("alarms", state.name),
            },
        )


def house_link(path: str) -> str:
    return f"{settings.HOUSE_URL}{path}"


def runbook_link(page: str, section: str) -> str:
    """The section of the operating guide: on the documentation's site, or as a file of this repository."""
    if settings.RUNBOOK_URL:
        return f"{settings.RUNBOOK_URL.rstrip('/')}/operating/{page}/#{section}"
    return f"docs/operating/{page}.md#{section}"


def send_alert(number: int) -> bool:
    return mail_message(
        Alert.objects.all(), number, _send, note_sent=_note_sent, note_given_up=_note_given_up
    )


def _note_sent(alert: Alert) -> None:
    about = f"alert:{alert.pk}"
    note("alerts.sent", about=about, event=alert.event, channel=alert.channel, tries=alert.tries)


def _note_given_up(alert: Alert) -> None:
    note("alerts.given-up", about=f"alert:{alert.pk}", event=alert.event, channel=alert.channel)


def _send(alert: Alert) -> None:
    SENDERS[alert.channel](alert)


def _send_email(alert: Alert) -> None:
    content = alert.content
    lines = [content["title"], content["detail"], content["since"], content["link"], content["runbook"]]
    body = "\n".join(line for line in lines if line) + "\n"
    send_mail(content["title"], body, settings.DEFAULT_FROM_EMAIL, settings.ALERT_EMAILS)


def _send_webhook(alert: Alert) -> None:
    now = clock.now()
    body = json.dumps(
        {"type": alert.event, "timestamp": alert.made.isoformat(), "data": alert.content}, ensure_ascii=False
    ).encode()
    headers = webhook_headers(settings.ALERT_WEBHOOK_SECRET, f"alert_{alert.pk}", int(now.timestamp()), body)
    request = urllib.request.Request(settings.ALERT_WEBHOOK_URL, data=body, headers=headers, method="POST")
    with open_http(request, timeout=TIMEOUT):
        pass


SENDERS: dict[str, Callable[[Alert], None]] = {
    Alert.Channel.EMAIL: _send_email,
    Alert.Channel.WEBHOOK: _send_webhook,
}
