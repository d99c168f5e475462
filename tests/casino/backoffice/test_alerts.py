"""Alerts to people on call: by e-mail and signed webhook, once, with a runbook link, and retried."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.core import mail

from casino.backoffice import alerts, outgoing
from casino.backoffice.models import Alert
from casino.backoffice.standard_webhooks import InvalidSecret, decode_secret, sign
from casino.record_checks.labels import TITLES
from casino.record_checks.models import State
from casino.tasks.schedule import DUE
from games.models import Incident, Table
from players.audit.models import Line
from players.shared import clock

KEY = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(KEY).decode()
# The example of the specification's reference libraries.
EXAMPLE = ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330)


class Receiver(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.received: list[tuple[dict[str, str], bytes]] = []
        self.status = 204
        self.location = ""  # where an answer leads


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.received.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self.do_POST()

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    settings.ALERT_WEBHOOK_URL = f"http://127.0.0.1:{server.server_port}/alerts"
    settings.ALERT_WEBHOOK_SECRET = SECRET
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def hold() -> Incident:
    table = Table.objects.order_by("pk").first()
    return Incident.objects.create(table=table, reason="system", opened=clock.now())


def test_the_signature_is_the_one_of_the_specification() -> None:
    secret, message_id, timestamp = EXAMPLE
    signature = sign(secret, message_id, timestamp, b'{"test": 2432232314}')
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.parametrize(
    "secret", ["", "whsec_", "whsec_c2hvcnQ=", "whsec_%%%", base64.b64encode(KEY).decode()]
)
def test_a_secret_of_another_form_signs_nothing(secret: str) -> None:
    with pytest.raises(InvalidSecret):
        decode_secret(secret)


def test_a_table_on_hold_is_posted_once_with_a_signature_and_a_runbook(
    demo: None,
    receiver: Receiver,
    settings: Any,
) -> None:
    settings.RUNBOOK_URL = "https://guide.example/"
    incident = hold()
    assert alerts.send_alerts() == 1
    assert alerts.send_alerts() == 0, "once"
    [(headers, body)] = receiver.received
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    digest = base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{digest}"
    content = json.loads(body)
    assert content["type"] == "table-held"
    assert content["data"]["runbook"] == "https://guide.example/operating/monitoring/#table-on-hold"
    assert content["data"]["link"].endswith(f"/admin/games/incident/{incident.pk}/change/")
    assert Line.objects.filter(kind="alerts.sent").count() == 1


def test_a_table_on_hold_is_mailed_to_the_people_on_call(demo: None, settings: Any) -> None:
    settings.ALERT_EMAILS = ["piquete@feltro.example"]
    incident = hold()
    alerts.send_alerts()
    [message] = mail.outbox
    assert message.to == ["piquete@feltro.example"]
    assert incident.table.name in message.subject
    assert "docs/operating/monitoring.md#table-on-hold" in message.body


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_receiver_leads_the_worker_nowhere_else(
    demo: None,
    receiver: Receiver,
    settings: Any,
    status: int,
) -> None:
    """A receiver that was taken over must not make the worker call addresses inside the network."""
    hold()
    receiver.status, receiver.location = status, f"http://127.0.0.1:{receiver.server_port}/inside"
    assert alerts.send_alerts() == 0
    assert len(receiver.received) == 1
    assert Alert.objects.get().sent is None


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/alerts", "data:,x"])
def test_an_alert_travels_over_http_alone(demo: None, receiver: Receiver, settings: Any, url: str) -> None:
    settings.ALERT_WEBHOOK_URL = url
    hold()
    assert alerts.send_alerts() == 0
    assert Alert.objects.get().sent is None


def test_a_webhook_is_retried_with_the_same_id(
    demo: None,
    receiver: Receiver,
) -> None:
    hold()
    receiver.status = 500
    assert alerts.send_alerts() == 0
    assert alerts.send_alerts() == 0, "not before its time"
    receiver.status = 200
    with clock.at(clock.now() + timedelta(seconds=11)):
        assert alerts.send_alerts() == 1
    first, second = (headers["webhook-id"] for headers, _body in receiver.received)
    assert first == second


def test_a_self_check_that_begins_to_fail_is_posted_once(
    demo: None,
    receiver: Receiver,
) -> None:
    now = clock.now()
    State.objects.all().delete()
    State.objects.create(name="chains", good=False, since=now - timedelta(minutes=5))
    State.objects.create(name="ledger", good=True, since=now - timedelta(minutes=5))
    State.objects.create(name="anchors", good=False, since=now - timedelta(days=2))
    assert alerts.send_alerts() == 1, "not for a check that passes, nor for one that has failed for days"
    assert alerts.send_alerts() == 0, "once"
    [(_headers, body)] = receiver.received
    content = json.loads(body)
    assert content["type"] == "check-failed"
    assert str(TITLES["chains"]) in content["data"]["title"]
    State.objects.filter(name="chains").update(since=now - timedelta(minutes=1))
    assert alerts.send_alerts() == 1, "it was good in between and fails again"


def test_a_receiver_that_stays_silent_is_tried_at_growing_intervals(
    demo: None,
    receiver: Receiver,
) -> None:
    hold()
    receiver.status = 500
    alerts.send_alerts()
    began = Alert.objects.get().next_try - timedelta(seconds=10)
    for seconds, tries in ((9, 1), (11, 2), (29, 2), (32, 3), (70, 3), (73, 4)):
        with clock.at(began + timedelta(seconds=seconds)):
            alerts.send_alerts()
        assert Alert.objects.get().tries == tries, f"after {seconds} s"


def test_after_the_last_try_the_audit_log_says_so(demo: None, receiver: Receiver) -> None:
    hold()
    receiver.status = 500
    alerts.send_alerts()
    Alert.objects.update(tries=outgoing.MAX_TRIES - 1, next_try=clock.now())
    alerts.send_alerts()
    Alert.objects.update(next_try=clock.now())
    alerts.send_alerts()
    assert len(receiver.received) == 2
    assert Line.objects.filter(kind="alerts.given-up").count() == 1


def test_nothing_is_raised_where_no_channel_is_set_up(demo: None) -> None:
    hold()
    assert alerts.send_alerts() == 0
    assert not Alert.objects.exists()


def test_an_alert_leaves_within_a_minute_of_the_hold() -> None:
    """The worker looks this often, and one look raises and sends."""
    period = DUE["alerts"]["schedule"]
    assert isinstance(period, float)
    assert period <= 15
