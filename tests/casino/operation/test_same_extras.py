"""Every process has the optional apps that the others and the database have, or somebody hears of it."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import Any

import pytest
import redis
import yaml
from django.db import connection
from django.test import Client

from casino.archive import options
from casino.operation import liveness
from casino.operation.same_extras import check_extras
from casino.services.folder import PROJECT
from games.tables.croupier import metrics
from games.tables.croupier.metrics import CroupierMetrics
from players.audit.models import DetachedPart
from players.shared import clock
from players.shared.extras import extras_here

pytestmark = pytest.mark.django_db
PUSH, WEBHOOKS = "players.extras.push", "casino.extras.webhooks"


@pytest.fixture(autouse=True)
def push_alone(settings: Any) -> None:
    """This process and the database have `push` and no other optional app."""
    settings.EXTRAS = [PUSH]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = ANY(%s)", [[*settings.KNOWN_EXTRAS]])
    migrated("push")


def migrated(app: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (%s, '0001_initial', now())", [app]
        )


def problems(process: str = "worker") -> list[str]:
    return [found.problem for found in check_extras(process)]


def test_the_same_everywhere_is_no_problem(valkey_url: str) -> None:
    beside(valkey_url, croupier="push", worker="push", beat="push")
    assert problems() == problems("web") == []


@pytest.mark.parametrize("process", ["web", "croupier", "worker", "beat", "operator"])
def test_tables_of_an_app_that_a_process_leaves_out(valkey_url: str, process: str) -> None:
    migrated("webhooks")
    (problem,) = problems(process)
    assert "the tables of webhooks, which HOUSE_EXTRAS leaves out here" in problem


def test_an_app_whose_tables_are_missing(settings: Any) -> None:
    settings.EXTRAS = [PUSH, WEBHOOKS]
    (problem,) = problems()
    assert "HOUSE_EXTRAS of this process has webhooks, whose tables the database has not" in problem


def test_an_app_without_tables_is_missed_nowhere(settings: Any) -> None:
    settings.EXTRAS = ["games.extras.phh", PUSH]
    assert problems() == []


def test_months_that_nothing_brings_back(monkeypatch: pytest.MonkeyPatch) -> None:
    DetachedPart.objects.create(
        until=clock.now() - timedelta(days=900), name="first", events=1, transfers=1, archives={}, heads={}
    )
    way = options.ArchiveOption(name="attach", help="", run=lambda store: [])
    monkeypatch.setattr(options, "_registered", {"attach": way})
    assert problems() == []
    monkeypatch.setattr(options, "_registered", {})
    (problem,) = problems()
    assert "HOUSE_EXTRAS leaves out what brings them back" in problem


# --- the living processes


def beside(url: str, *, croupier: str, worker: str, beat: str) -> None:
    """Living processes with these optional apps."""
    now = time.time()
    with redis.Redis.from_url(url) as valkey:
        valkey.delete("croupier:alive", "worker:alive", "beat:alive")
        valkey.zadd(metrics.ALIVE, {"c": now})
        metrics.write(valkey, "c", CroupierMetrics(extras=croupier))
        valkey.zadd("worker:alive", {f"host-1 {worker}": now})
        valkey.zadd("beat:alive", {f"host-2 {beat}": now})


def ringing(client: Client) -> float:
    found = re.search(r"^house_other_extras (\S+)$", client.get("/metrics").content.decode(), re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_web_names_each_process_that_has_others(client: Client, valkey_url: str) -> None:
    beside(valkey_url, croupier="push", worker="none", beat="push,webhooks")
    assert problems("web") == [
        "The worker host-1 has HOUSE_EXTRAS=none, and this process push.",
        "The beat host-2 has HOUSE_EXTRAS=push,webhooks, and this process push.",
    ]
    assert ringing(client) == 2
    beside(valkey_url, croupier="push", worker="push", beat="push")
    assert ringing(client) == 0


def test_a_process_that_does_not_say_is_another(client: Client, valkey_url: str) -> None:
    beside(valkey_url, croupier="", worker="push", beat="push")
    assert problems("web") == ["The croupier c has HOUSE_EXTRAS=unknown, and this process push."]
    assert ringing(client) == 1


def test_a_heartbeat_says_what_its_process_has(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended(Exception):
        pass

    def end(seconds: float) -> None:
        raise Ended

    monkeypatch.setattr(liveness.time, "sleep", end)
    with pytest.raises(Ended):
        liveness.beat("worker")
    client = liveness.connect()
    assert [extras for _, extras in liveness.extras_of(client, "worker")] == ["push"]
    assert len(liveness.ages(client, "worker")) == 1
    client.close()


# --- the files of an installation


def test_every_container_gets_the_setting() -> None:
    """Red before: it stood in house.env and reached no container."""
    services = yaml.safe_load((PROJECT / "deploy" / "compose.yaml").read_text())["services"]
    for name in ("migrate", "web", "croupier", "worker", "beat"):
        assert services[name]["environment"]["HOUSE_EXTRAS"] == "${HOUSE_EXTRAS:-}", name


def test_the_names_of_the_apps_are_their_labels(settings: Any) -> None:
    """The database knows them by label, HOUSE_EXTRAS by name."""
    assert all(app.rpartition(".")[2] == name for name, app in settings.KNOWN_EXTRAS.items())
    settings.EXTRAS = []
    assert extras_here() == "none"
