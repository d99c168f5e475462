"""Alive, ready, measured: each as whoever watches over the house asks for it."""

from __future__ import annotations

import time
from typing import Any

import pytest
import redis
from django.test import Client

from casino import liveness
from games.models import Table
from games.tables.croupier import metrics
from games.tables.croupier.metrics import Meters

pytestmark = pytest.mark.django_db


def living(url: str, *kinds: str) -> None:
    with redis.Redis.from_url(url) as valkey:
        for kind in kinds:
            valkey.zadd(f"{kind}:alive", {"one": time.time() - 2})


def test_alive_asks_nobody(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert "no-store" in answer["Cache-Control"]


def test_ready_says_each_part_and_its_age(client: Client, valkey_url: str) -> None:
    living(valkey_url, "croupier", "worker", "beat")
    answer = client.get("/readyz")
    told: dict[str, Any] = answer.json()
    assert answer.status_code == 200
    assert told["ready"] is True
    assert told["database"]["ok"] and told["valkey"]["ok"]
    assert all(
        told[kind]["ok"] and told[kind]["age"] == pytest.approx(2, abs=0.5) and told[kind]["count"] == 1
        for kind in ("croupier", "worker", "beat")
    )


@pytest.mark.parametrize("missing", ["croupier", "worker", "beat"])
def test_not_ready_without_a_sign_of_life(client: Client, valkey_url: str, missing: str) -> None:
    living(valkey_url, *({"croupier", "worker", "beat"} - {missing}))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["ready"] is False
    assert answer.json()[missing] == {"ok": False, "age": None, "count": 0}


def test_not_ready_without_valkey(client: Client, valkey_url: str, settings: Any) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    told = answer.json()
    assert told["database"]["ok"]
    assert not any(told[part]["ok"] for part in ("valkey", "croupier", "worker", "beat"))


def test_a_pulse_is_written_and_read(valkey_url: str, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.REDIS_URL = valkey_url

    def once(_seconds: float) -> None:
        raise InterruptedError

    monkeypatch.setattr(liveness.time, "sleep", once)
    with pytest.raises(InterruptedError):
        liveness.beat("worker")
    with liveness.connect() as client:
        assert liveness.ages(client, "worker") == [pytest.approx(0, abs=0.5)]


def test_metrics_are_for_this_machine_where_no_token_is_set(client: Client, valkey_url: str) -> None:
    living(valkey_url, "croupier")
    client.get("/healthz")
    answer = client.get("/metrics")
    assert answer.status_code == 200
    said = answer.content.decode()
    assert 'house_requests_total{method="GET",route="healthz",status="200"}' in said
    assert 'house_ready{part="croupier"} 1.0' in said
    assert 'house_ready{part="worker"} 0.0' in said
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403


def test_metrics_are_for_whoever_has_the_token(client: Client, valkey_url: str, settings: Any) -> None:
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


def test_each_croupier_says_what_it_has_done(client: Client, valkey_url: str) -> None:
    one = Meters(wishes=40, refused=3, rounds=7, void=1, tables=2)
    for seconds in (0.004, 0.02, 3):
        one.turn(seconds)
    with redis.Redis.from_url(valkey_url) as valkey:
        valkey.zadd(metrics.ALIVE, {"one": time.time(), "other": time.time()})
        metrics.tell(valkey, "one", one)
        metrics.tell(valkey, "other", Meters(wishes=5))
    Table.objects.create(name="parada", system="american-roulette", currency="EUR", status="held")
    said = client.get("/metrics").content.decode()
    for line in (
        'house_croupier_wishes_total{croupier="one"} 40.0',
        'house_croupier_wishes_total{croupier="other"} 5.0',
        'house_croupier_refused_total{croupier="one"} 3.0',
        'house_croupier_rounds_total{croupier="one"} 7.0',
        'house_croupier_void_total{croupier="one"} 1.0',
        'house_croupier_tables{croupier="one"} 2.0',
        'house_croupier_turn_seconds_bucket{croupier="one",le="0.005"} 1.0',
        'house_croupier_turn_seconds_bucket{croupier="one",le="0.025"} 2.0',
        'house_croupier_turn_seconds_bucket{croupier="one",le="+Inf"} 3.0',
        "house_tables_held 1.0",
    ):
        assert line in said, line


def test_metrics_are_told_without_valkey_too(client: Client, valkey_url: str, settings: Any) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    answer = client.get("/metrics")
    assert answer.status_code == 200 and "house_tables_held" in answer.content.decode()
