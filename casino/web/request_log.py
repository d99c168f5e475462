"""Gives every request an id for its log lines, writes one log line, and measures its time."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from prometheus_client import Counter, Histogram

log = structlog.get_logger("casino.web.request_log")
ANSWERED = Counter(
    "house_requests_total", "Requests answered, by route and status", ["method", "route", "status"]
)
SECONDS = Histogram(
    "house_request_seconds",
    "Time from a request to its answer, by route",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
# Requested every few seconds by monitoring: counted, but not logged.
UNLOGGED_PATHS = ("healthz", "readyz", "metrics", "static")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class RequestLog:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        client_id = request.headers.get("X-Request-ID", "")
        request_id = client_id if CLIENT_ID.fullmatch(client_id) else secrets.token_hex(8)
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            # TRACE and unknown methods reach no view.
            response = self.get_response(request) if request.method in METHODS else HttpResponse(status=405)
            self._report(request, response, time.perf_counter() - started)
        response["X-Request-ID"] = request_id
        return response

    def _report(self, request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
        route = _route(request)
        method = request.method if request.method in METHODS else "other"
        ANSWERED.labels(method, route, str(response.status_code)).inc()
        SECONDS.labels(route).observe(seconds)
        if route in UNLOGGED_PATHS:
            return
        # Only a user that is already loaded: a log line must not cause a query.
        user = getattr(request, "_cached_user", None)
        person = {"person": user.pk} if user is not None and user.pk else {}
        log.info(
            "request",
            method=method,
            route=route,
            status=response.status_code,
            ms=round(seconds * 1000, 1),
            **person,
        )


def _route(request: HttpRequest) -> str:
    """The route instead of the path, which may contain a one-time key or a number."""
    if request.resolver_match:
        return request.resolver_match.route
    return "static" if request.path_info.startswith("/static/") else "none"
