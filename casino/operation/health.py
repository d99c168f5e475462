"""Health endpoints: `/healthz` (this process answers), `/readyz` (so do its dependencies), `/metrics`."""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
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
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from casino.operation import liveness
from casino.operation import metrics as house_metrics
from casino.version import VERSION
from casino.web.origin import REQUESTED_HOST, hosts

HEARTBEAT_KINDS = ("croupier", "worker", "beat")
DATABASE_ROLE = "SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END"
LONGEST_MONITORING_LAG = 60.0  # seconds
LONGEST_SILENCE = 3.0  # seconds without a message from Valkey


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    # Before it ends, a process answers for a moment more, so that the proxy hears of it.
    leaves = bool(settings.LEAVING_FILE) and Path(settings.LEAVING_FILE).exists()
    return HttpResponse(
        "leaving\n" if leaves else "alive\n",
        status=503 if leaves else 200,
        content_type="text/plain",
        headers={"Feltro-Version": VERSION},
    )


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    parts = check_parts()
    ready = all(part["ok"] for part in parts.values())
    known = {"reports": check_reports(), "monitoring": check_monitoring(), "screening": check_screening()}
    known |= check_past()
    return JsonResponse({"ready": ready, **parts, **known}, status=200 if ready else 503)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read_metrics(request):
        return HttpResponseForbidden(
            "Metrics are read with a token, or from this machine where none is set.\n",
            content_type="text/plain",
        )
    for name, part in check_parts().items():
        house_metrics.READY.labels(name).set(int(part["ok"]))
        house_metrics.AGE.labels(name).set(part["age"] if part["age"] is not None else float("inf"))
        house_metrics.PROCESSES.labels(name).set(part.get("count", int(part["ok"])))
        if "leases" in part:
            house_metrics.LEASES.set(part["leases"])
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def check_parts() -> dict[str, dict[str, Any]]:
    """Each part of the house: whether it answers, and how many seconds ago it last gave a sign of life."""
    parts = {"database": check_database()}
    client = liveness.connect()
    try:
        parts["valkey"] = check_answer(client.ping)
        for kind in HEARTBEAT_KINDS:
            parts[kind] = (
                check_heartbeats(client, kind)
                if parts["valkey"]["ok"]
                else {"ok": False, "age": None, "count": 0}
            )
        if parts["croupier"]["ok"]:
            with suppress(redis.RedisError):
                parts["croupier"]["leases"] = house_metrics.leases(client)
    finally:
        client.close()
    from games.tables.web.hub import hub  # connects to Valkey when it is loaded

    if hub.tasks:  # this process has had sockets
        age = hub.subscription.age
        parts["subscription"] = {"ok": age < LONGEST_SILENCE, "age": round(age, 1)}
    return parts


def check_reports() -> dict[str, Any]:
    """Whether bets for money are taken, and what keeps them. It says nothing about this process, so that a
    balancer does not take it away. `ok` is null where it is not known: the database does not answer,
    nothing is reported, or nobody has looked yet.  [903-B 2.3.3]
    """
    from casino.compliance.regulator import overdue
    from games.models import SessionLease, stopped_reports

    try:
        cause = stopped_reports()
        is_watched = SessionLease.objects.exclude(until=None).exists()
    except DatabaseError:
        return {"ok": None}
    return {"ok": (not cause if overdue.is_reporting() and is_watched else None), "stopped": cause}


def check_monitoring() -> dict[str, Any]:
    """How far the monitoring rules have read. Players do not wait for them, so it changes nothing
    about the status. `ok` is null where it is not known.
    """
    try:
        lag = house_metrics.read_value(house_metrics.MONITORING_LAG)
    except DatabaseError:
        lag = None
    return {"ok": None if lag is None else lag < LONGEST_MONITORING_LAG, "lag": lag and round(lag, 1)}


def check_screening() -> dict[str, Any]:
    """Whether the lists of sanctions are recent, and how many seconds ago the oldest was read.

    `ok` is null where it is not known who is on them: no list is set, or one was never read.
    """
    from casino.compliance.screening.lists import list_ages
    from players.shared import clock

    try:
        ages = list_ages()
    except DatabaseError:
        ages = []
    read = [age.last.at for age in ages if age.last is not None]
    oldest = round((clock.now() - min(read)).total_seconds()) if read else None
    if not ages or len(read) < len(ages):
        return {"ok": None, "age": oldest}
    return {"ok": not any(age.is_late for age in ages), "age": oldest}


def check_past() -> dict[str, dict[str, Any]]:
    """In a lively demonstration: whether its simulated past is written. Players do not wait for it."""
    if not settings.HOUSE_LIVELY:
        return {}
    from casino.demo.past_progress import awaited_past

    try:
        awaited = awaited_past()
    except DatabaseError:
        return {"past": {"ok": None}}
    if awaited is None:
        return {"past": {"ok": True}}
    return {"past": {"ok": False, "rounds": awaited.written, "of": awaited.total}}


def check_database() -> dict[str, Any]:
    """A standby answers, but takes no bets."""
    roles: list[str] = []

    def query_role() -> None:
        with connection.cursor() as cursor:
            cursor.execute(DATABASE_ROLE)
            roles.append(str(cursor.fetchone()[0]))

    part = check_answer(query_role)
    role = roles[0] if roles else None
    lag = None
    if part["ok"]:
        with suppress(DatabaseError):
            lag = house_metrics.read_value(house_metrics.REPLICATION_LAG)
    return part | {"ok": role == "primary", "role": role, "replication_lag": lag}


def check_answer(query: Callable[[], object]) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        query()
    except (DatabaseError, psycopg.Error, redis.RedisError):
        return {"ok": False, "age": None}
    # The age of the answer is the time it took.
    return {"ok": True, "age": round(time.perf_counter() - started, 3)}


def check_heartbeats(client: redis.Redis, kind: str) -> dict[str, Any]:
    try:
        ages = liveness.ages(client, kind)
    except redis.RedisError:
        ages = []
    return {"ok": bool(ages), "age": ages[0] if ages else None, "count": len(ages)}


def may_read_metrics(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(token.encode(), settings.METRICS_TOKEN.encode())
    # A proxy on this machine forwards requests from elsewhere, with this header.
    if "X-Forwarded-For" in request.headers or is_page_of_another_host(request):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


# Browsers send Accept-Language with every request, and no script can remove it; Sec-Fetch is sent only with
# TLS.
# Prometheus, curl and HTTP libraries send neither.
BROWSER_HEADERS = ("Accept-Language", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Origin")


def is_page_of_another_host(request: HttpRequest) -> bool:
    """Whether a browser requests a foreign host name that points to this machine (DNS rebinding)."""
    host = request.META[REQUESTED_HOST]
    name = split_domain_port(host)[0].strip("[]")
    if host in hosts() or name == "localhost" or is_address(name):
        return False
    return any(header in request.headers for header in BROWSER_HEADERS)


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
