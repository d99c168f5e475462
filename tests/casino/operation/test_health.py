"""The health endpoints and the metrics."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from django.db import connection
from django.test import Client

from casino.operation import health, liveness
from casino.version import VERSION
from games.models import Table
from games.tables.croupier import metrics
from games.tables.croupier.metrics import CroupierMetrics
from games.tables.web.hub import hub
from players.audit.models import Seal
from players.shared import clock

pytestmark = pytest.mark.django_db


def write_heartbeats(url: str, *kinds: str) -> None:
    with redis.Redis.from_url(url) as valkey:
        for kind in kinds:
            valkey.zadd(f"{kind}:alive", {"one": time.time() - 2})


def test_healthz_has_no_dependencies(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"alive\n")
    assert "no-store" in response["Cache-Control"]
    assert response["Feltro-Version"] == VERSION


def test_healthz_says_that_the_process_is_about_to_end(client: Client, settings: Any, tmp_path: Path) -> None:
    """Red before: the proxy learnt it from the first request that was lost."""
    settings.LEAVING_FILE = str(tmp_path / "leaving")
    assert client.get("/healthz").status_code == 200
    (tmp_path / "leaving").touch()
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (503, b"leaving\n")


def test_readyz_shows_each_part_and_its_age(client: Client, valkey_url: str) -> None:
    write_heartbeats(valkey_url, "croupier", "worker", "beat")
    response = client.get("/readyz")
    parts: dict[str, Any] = response.json()
    assert response.status_code == 200
    assert parts["ready"] is True
    assert parts["database"]["ok"] and parts["valkey"]["ok"]
    assert (parts["database"]["role"], parts["database"]["replication_lag"]) == ("primary", None)
    assert parts["croupier"]["leases"] == 0
    assert all(
        parts[kind]["ok"] and parts[kind]["age"] == pytest.approx(2, abs=0.5) and parts[kind]["count"] == 1
        for kind in ("croupier", "worker", "beat")
    )


@pytest.mark.parametrize("missing", ["croupier", "worker", "beat"])
def test_not_ready_without_a_heartbeat(client: Client, valkey_url: str, missing: str) -> None:
    write_heartbeats(valkey_url, *({"croupier", "worker", "beat"} - {missing}))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["ready"] is False
    assert response.json()[missing] == {"ok": False, "age": None, "count": 0}


def test_not_ready_without_valkey(client: Client, valkey_url: str, settings: Any) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    response = client.get("/readyz")
    assert response.status_code == 503
    parts = response.json()
    assert parts["database"]["ok"]
    assert not any(parts[part]["ok"] for part in ("valkey", "croupier", "worker", "beat"))


def test_a_refusal_of_readyz_is_no_error_of_the_log(
    client: Client, valkey_url: str, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    with caplog.at_level("ERROR", "django.request"):
        assert client.get("/readyz").status_code == 503
    assert caplog.records == []


def test_not_ready_at_a_standby(client: Client, valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standby answers every query, and takes no bet."""
    write_heartbeats(valkey_url, "croupier", "worker", "beat")
    monkeypatch.setattr(health, "DATABASE_ROLE", "SELECT 'standby'")
    response = client.get("/readyz")
    assert response.status_code == 503 and not response.json()["database"]["ok"]


def test_not_ready_while_nothing_arrives_from_valkey(
    client: Client, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_heartbeats(valkey_url, "croupier", "worker", "beat")
    monkeypatch.setattr(hub, "tasks", [])
    assert "subscription" not in client.get("/readyz").json()
    monkeypatch.setattr(hub, "tasks", [object()])
    monkeypatch.setattr(hub.subscription, "last_message", time.monotonic() - 1)
    assert client.get("/readyz").json()["subscription"] == {"ok": True, "age": pytest.approx(1, abs=0.2)}
    monkeypatch.setattr(hub.subscription, "last_message", time.monotonic() - 4)
    response = client.get("/readyz")
    assert response.status_code == 503 and not response.json()["subscription"]["ok"]


def test_heartbeats_are_written_and_read(
    valkey_url: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.REDIS_URL = valkey_url

    def once(_seconds: float) -> None:
        raise InterruptedError

    monkeypatch.setattr(liveness.time, "sleep", once)
    with pytest.raises(InterruptedError):
        liveness.beat("worker")
    with liveness.connect() as client:
        assert liveness.ages(client, "worker") == [pytest.approx(0, abs=0.5)]


def test_without_a_token_only_this_machine_reads_metrics(client: Client, valkey_url: str) -> None:
    write_heartbeats(valkey_url, "croupier")
    client.get("/healthz")
    response = client.get("/metrics")
    assert response.status_code == 200
    metrics_text = response.content.decode()
    assert 'house_requests_total{method="GET",route="healthz",status="200"}' in metrics_text
    assert 'house_ready{part="croupier"} 1.0' in metrics_text
    assert 'house_ready{part="worker"} 0.0' in metrics_text
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403


def test_the_token_gives_access_to_metrics(client: Client, valkey_url: str, settings: Any) -> None:
    settings.METRICS_TOKEN = "a token of this test"
    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 403
    assert (
        client.get(
            "/metrics", headers={"Authorization": "Bearer a token of this test"}, REMOTE_ADDR="203.0.113.9"
        ).status_code
        == 200
    )


def test_every_answer_carries_the_id_of_its_request(client: Client) -> None:
    assert len(client.get("/healthz")["X-Request-ID"]) == 16
    assert (
        client.get("/healthz", headers={"X-Request-ID": "from-the-proxy-1"})["X-Request-ID"]
        == "from-the-proxy-1"
    )
    assert "\n" not in client.get("/healthz", headers={"X-Request-ID": "forged line"})["X-Request-ID"]


def test_the_policy_for_scripts_is_strict(client: Client) -> None:
    policy = client.get("/healthz")["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_metrics_of_each_croupier(client: Client, valkey_url: str) -> None:
    one = CroupierMetrics(commands=40, refused=3, rounds=7, void=1, tables=2)
    for seconds in (0.004, 0.02, 3):
        one.add_turn(seconds)
    with redis.Redis.from_url(valkey_url) as valkey:
        valkey.zadd(metrics.ALIVE, {"one": time.time(), "other": time.time()})
        metrics.write(valkey, "one", one)
        metrics.write(valkey, "other", CroupierMetrics(commands=5))
        valkey.set("lease:3", "one")
        valkey.rpush("commands:2", b"batch", b"batch")
        valkey.rpush("celery", b"task")
        valkey.set("web:alive:abc", 41)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO games_processkey (id, kind, key) VALUES ('abc', 'web', %s)", [bytes(32)])
    Seal.objects.create(
        number=1,
        until=clock.now() - timedelta(seconds=90),
        lines=0,
        transfers=0,
        chain="",
        lines_digest="",
        transfers_digest="",
    )
    Table.objects.create(name="parada", system="american-roulette", currency="EUR", status="held")
    metrics_text = client.get("/metrics").content.decode()
    for line in (
        'house_croupier_commands_total{croupier="one"} 40.0',
        'house_croupier_commands_total{croupier="other"} 5.0',
        'house_croupier_refused_total{croupier="one"} 3.0',
        'house_croupier_rounds_total{croupier="one"} 7.0',
        'house_croupier_void_total{croupier="one"} 1.0',
        'house_croupier_tables{croupier="one"} 2.0',
        'house_croupier_turn_seconds_bucket{croupier="one",le="0.005"} 1.0',
        'house_croupier_turn_seconds_bucket{croupier="one",le="0.025"} 2.0',
        'house_croupier_turn_seconds_bucket{croupier="one",le="+Inf"} 3.0',
        "house_tables_held 1.0",
        "house_leases 1.0",
        'house_backlog{shard="2"} 2.0',
        'house_backlog{shard="0"} 0.0',
        'house_tasks_waiting{queue="celery"} 1.0',
        'house_tasks_waiting{queue="slow"} 0.0',
        'house_sockets{process="abc"} 41.0',
    ):
        assert line in metrics_text, line
    (lag,) = re.findall(r"^house_seal_lag_seconds (.*)$", metrics_text, re.MULTILINE)
    assert 90 <= float(lag) < 100
    assert "house_replication_lag_seconds" not in metrics_text  # there is no standby


def test_metrics_work_without_valkey(client: Client, valkey_url: str, settings: Any) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    response = client.get("/metrics")
    assert response.status_code == 200 and "house_tables_held" in response.content.decode()
