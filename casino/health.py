"""Health endpoints. `/healthz`: this process answers. `/readyz`: everything it needs answers. `/metrics`: for Prometheus."""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import psycopg
import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.http.request import split_domain_port
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from casino import liveness
from casino.origin import ASKED_HOST, hosts
from games.models import Table
from games.tables.croupier import metrics as croupier_metrics

UNSEEN = ("croupier", "worker", "beat")
READY = Gauge("house_ready", "1 where a part of the house answers", ["part"])
AGE = Gauge("house_age_seconds", "Seconds since the youngest sign of life of a part of the house", ["part"])
COUNT = Gauge("house_processes", "Living processes of a part of the house", ["part"])
HELD = Gauge("house_tables_held", "Tables on hold, which wait for two people of the house")
# What each croupier counts: the name here, and what it is.
COUNTED = {
    "wishes": "What people asked of tables, decided by this croupier",
    "refused": "What this croupier refused",
    "rounds": "Rounds that ended at this croupier",
    "void": "Rounds among them that were void",
    "faults": "Turns that ended with a table on hold",
}


class Croupiers:
    """The figures of all croupiers, as they last told them, each under its own name."""

    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterator[Metric]:
        client = liveness.connect()
        try:
            found = list(croupier_metrics.told(client))
        except redis.RedisError:
            return
        finally:
            client.close()
        for name, what in COUNTED.items():
            counter = CounterMetricFamily(f"house_croupier_{name}", what, labels=["croupier"])
            for croupier, each in found:
                counter.add_metric([croupier], getattr(each, name))
            yield counter
        turns = HistogramMetricFamily(
            "house_croupier_turn_seconds", "How long one turn at one table took", labels=["croupier"]
        )
        tables = GaugeMetricFamily(
            "house_croupier_tables", "Tables in this croupier's memory", labels=["croupier"]
        )
        for croupier, each in found:
            within = [
                (str(bound), count) for bound, count in zip(croupier_metrics.BOUNDS, each.within, strict=True)
            ]
            turns.add_metric([croupier], [*within, ("+Inf", each.turns)], each.seconds)
            tables.add_metric([croupier], each.tables)
        yield from (turns, tables)


REGISTRY.register(Croupiers())


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("alive\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    parts = look()
    ready = all(part["ok"] for part in parts.values())
    response = JsonResponse({"ready": ready, **parts}, status=200 if ready else 503)
    # An answer, not a fault of this process: no line of the log for each time that somebody asks.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read_metrics(request):
        return HttpResponseForbidden(
            "Metrics are read with a token, or from this machine where none is set.\n",
            content_type="text/plain",
        )
    for name, part in look().items():
        READY.labels(name).set(int(part["ok"]))
        AGE.labels(name).set(part["age"] if part["age"] is not None else float("inf"))
        COUNT.labels(name).set(part.get("count", int(part["ok"])))
    with suppress(DatabaseError):
        HELD.set(Table.objects.filter(status=Table.Status.HELD).count())
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def look() -> dict[str, dict[str, Any]]:
    """Each part of the house: whether it answers, and how many seconds ago it last gave a sign of life."""
    parts = {"database": answers(ask_database)}
    client = liveness.connect()
    try:
        parts["valkey"] = answers(client.ping)
        for kind in UNSEEN:
            parts[kind] = (
                living(client, kind) if parts["valkey"]["ok"] else {"ok": False, "age": None, "count": 0}
            )
    finally:
        client.close()
    return parts


def ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def answers(ask: Callable[[], object]) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        ask()
    except (DatabaseError, psycopg.Error, redis.RedisError):
        return {"ok": False, "age": None}
    # It answered just now; how long it took is the age of what it said.
    return {"ok": True, "age": round(time.perf_counter() - started, 3)}


def living(client: redis.Redis, kind: str) -> dict[str, Any]:
    try:
        ages = liveness.ages(client, kind)
    except redis.RedisError:
        ages = []
    return {"ok": bool(ages), "age": ages[0] if ages else None, "count": len(ages)}


def may_read_metrics(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    # A proxy on this machine passes on what comes from elsewhere, and says so.
    if "X-Forwarded-For" in request.headers or is_page_of_another_name(request):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


# Browsers send Accept-Language with every request, and no script of a page can take it away. On addresses without TLS they send
# nothing of Sec-Fetch. Prometheus, curl and the libraries of programs send neither.
SENT_BY_BROWSERS = ("Accept-Language", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Origin")


def is_page_of_another_name(request: HttpRequest) -> bool:
    """Whether a browser here asks by a name that may be a stranger's, made to point to this machine (DNS rebinding)."""
    asked = request.META[ASKED_HOST]
    name = split_domain_port(asked)[0].strip("[]")
    if asked in hosts() or name == "localhost" or is_address(name):
        return False
    return any(header in request.headers for header in SENT_BY_BROWSERS)


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
]
