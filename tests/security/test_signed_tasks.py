"""Tasks for the worker are signed.

The attack: somebody who can write to Valkey queues a task of their own.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import time
import uuid
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import redis
from celery import current_app
from celery.signals import task_unknown

from casino.services.folder import PROJECT, Folder
from casino.services.postgres import OWNER, database_url
from casino.services.valkey import ADMIN, valkey_url
from casino.tasks import signed_tasks
from casino.tasks.signed_tasks import RefusedTask, SignedRequest, TaskVerifier
from players.audit.models import Line
from tests.running import RunningHouse

CHECK = "casino.record_checks.tasks.check_record"
FACTS = """
SELECT (SELECT count(*) FROM self_checks_proof),
    (SELECT count(*) FROM audit_line WHERE kind = 'tasks.refused')
"""


def task(arguments: tuple[int, ...] = (7,), **headers: Any) -> tuple[dict[str, Any], Any]:
    """A signed task as it arrives: through JSON."""
    sent, body = message_parts(CHECK, arguments)
    sent |= headers
    signed_tasks.sign(headers=sent, body=body)
    return json.loads(json.dumps([sent, body]))


def message_parts(name: str, arguments: tuple[int, ...]) -> tuple[dict[str, Any], Any]:
    message = current_app.amqp.as_task_v2(str(uuid.uuid4()), name, list(arguments), {})
    return dict(message.headers), message.body


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The alarms that were raised."""
    alarms: list[dict[str, Any]] = []
    monkeypatch.setattr(TaskVerifier, "raise_alarm", lambda self, headers: alarms.append(headers))
    return alarms


def test_a_signed_task_is_accepted_once() -> None:
    verifier = TaskVerifier()
    headers, body = task()
    verifier.verify(headers, body)
    with pytest.raises(RefusedTask, match="before"):
        verifier.verify({**headers, "redelivered": True}, body)


def test_a_task_of_the_key_before_is_accepted_while_the_processes_change(settings: Any) -> None:
    headers, body = task()
    older, settings.COMMAND_KEY = settings.COMMAND_KEY, bytes(32)
    with pytest.raises(RefusedTask, match="signature"):
        TaskVerifier().verify(headers, body)
    settings.COMMAND_KEY_FALLBACKS = [older]
    TaskVerifier().verify(headers, body)


@pytest.mark.parametrize(
    "changed",
    [
        {"task": "players.identity.tasks.sweep_emails"},
        {"id": "another"},
        {"expires": "2099-01-01T00:00:00+00:00"},
        {"sent": time.time() + 1},
        {"signature": "0" * 64},
        {"signature": None},
        {"timelimit": [None, 1]},
        {"ignore_result": True},
        {"added": 1},
    ],
)
def test_nothing_in_the_headers_can_be_changed(changed: dict[str, Any], quiet: list[dict[str, Any]]) -> None:
    headers, body = task()
    with pytest.raises(RefusedTask, match="signature"):
        TaskVerifier().verify(headers | changed, body)
    assert len(quiet) == 1


@pytest.mark.parametrize(
    "body", [[[8], {}, {}], [[7], {"person": 1}, {}], [], None, 5, [[7], {}, {"chain": []}]]
)
def test_nothing_in_the_body_can_be_changed(body: Any) -> None:
    headers, _ = task()
    with pytest.raises(RefusedTask, match="signature"):
        TaskVerifier().verify(headers, body)


@pytest.mark.parametrize("late", [signed_tasks.MAX_AGE + 1, -signed_tasks.MAX_CLOCK_DIFFERENCE - 1])
def test_an_old_task_is_refused_without_an_alarm(
    late: float, monkeypatch: pytest.MonkeyPatch, quiet: list[dict[str, Any]]
) -> None:
    headers, body = task()
    monkeypatch.setattr(signed_tasks.time, "time", lambda: headers["sent"] + late)
    with pytest.raises(RefusedTask, match="too long ago"):
        TaskVerifier().verify(headers, body)
    assert quiet == []


def test_older_forms_of_a_message_are_refused() -> None:
    headers, body = task()
    message = SimpleNamespace(headers=headers, payload=body, body=b"")
    with pytest.raises(RefusedTask, match="current form"):
        SignedRequest(message, body=(body, {}, {}), headers=headers, decoded=True)


def test_every_task_that_the_worker_knows_is_verified() -> None:
    current_app.loader.import_default_modules()
    requests = {name: str(known.Request) for name, known in current_app.tasks.items()}
    assert len(requests) > 40
    assert {
        name for name, request in requests.items() if request != "casino.tasks.signed_tasks:SignedRequest"
    } == set()


def test_an_unknown_task_raises_an_alarm(quiet: list[dict[str, Any]]) -> None:
    task_unknown.send(sender=None, name="os.system", id="1", message=None, exc=None)
    assert quiet == [{"task": "os.system"}]


def test_a_task_of_an_optional_app_that_is_off_here_is_no_attack(quiet: list[dict[str, Any]]) -> None:
    """Red before: a worker without `push` called the tasks of a beat with it forged, once a minute."""
    name = "players.extras.push.tasks.send_push_notices"
    task_unknown.send(sender=None, name=name, id="1", message=None, exc=None)
    assert quiet == []
    task_unknown.send(sender=None, name="players.extras.other.tasks.run", id="2", message=None, exc=None)
    assert len(quiet) == 1


def by_hand(name: str, arguments: list[Any], **headers: Any) -> str:
    """What Celery would have written, made without the key."""
    number = str(uuid.uuid4())
    body = base64.b64encode(json.dumps([arguments, {}, {}]).encode()).decode()
    return json.dumps(
        {
            "body": body,
            "content-encoding": "utf-8",
            "content-type": "application/json",
            "headers": {"lang": "py", "task": name, "id": number, "root_id": number, "retries": 0} | headers,
            "properties": {
                "correlation_id": number,
                "reply_to": number,
                "delivery_mode": 2,
                "delivery_info": {"exchange": "", "routing_key": "celery"},
                "priority": 0,
                "body_encoding": "base64",
                "delivery_tag": number,
            },
        }
    )


def facts(house: RunningHouse) -> tuple[int, int]:
    """How many proofs there are, and how many refused tasks are on the record."""
    with psycopg.connect(database_url(Folder(house.folder), OWNER)) as connection:
        row = connection.execute(FACTS).fetchone()
    assert row is not None
    return row[0], row[1]


def send_signed(house: RunningHouse) -> None:
    command = f"from {CHECK.rpartition('.')[0]} import check_record; check_record.delay()"
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", command],
        cwd=PROJECT, env=house.environment(), capture_output=True, check=True,
    )  # fmt: skip


@pytest.mark.journey
def test_a_task_written_by_hand_is_not_executed(house: RunningHouse) -> None:
    proofs, _ = facts(house)
    for user in ("web_broker", ADMIN):
        with redis.Redis.from_url(valkey_url(Folder(house.folder), user)) as attacker:
            attacker.lpush("celery", by_hand(CHECK, []))
            attacker.lpush("celery", by_hand(CHECK, [1], sent=time.time(), signature="0" * 64))
    end = time.monotonic() + 60
    while (seen := facts(house))[1] == 0:
        assert time.monotonic() < end, f"no alarm: {seen}"
        time.sleep(0.2)
    # Written after them, so executed after them: the worker continues and executes what is signed.
    send_signed(house)
    while (seen := facts(house))[0] == proofs:
        assert time.monotonic() < end, f"the signed task was not executed: {seen}"
        time.sleep(0.2)
    assert seen[0] == proofs + 1
    assert house.ready()["worker"]["ok"]


@pytest.mark.django_db
def test_a_forged_task_is_an_alarm_on_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    from casino.record_checks import checks
    from players.audit import note
    from players.shared.clock import now

    assert checks.tasks(now())[0]
    note("tasks.refused", task=CHECK)
    good, details = checks.tasks(now())
    assert not good and details["lines"] == Line.objects.filter(kind="tasks.refused").count() == 1
