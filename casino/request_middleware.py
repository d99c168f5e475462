"""Around every request: an id that all its log lines carry, one line when it is answered, and its time in the metrics."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from prometheus_client import Counter, Histogram

log = structlog.get_logger("casino.request_middleware")
ANSWERED = Counter(
    "house_requests_total", "Requests answered, by route and status", ["method", "route", "status"]
)
SECONDS = Histogram(
    "house_request_seconds",
    "Time from a request to its answer, by route",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
# Asked every few seconds by machines: counted, not told.
QUIET = ("healthz", "readyz", "metrics", "static")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
GIVEN_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Requests:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get("X-Request-ID", "")
        number = given if GIVEN_ID.fullmatch(given) else secrets.token_hex(8)
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=number):
            # TRACE and methods of nobody's making reach no view.
            response = self.get_response(request) if request.method in METHODS else HttpResponse(status=405)
            self.tell(request, response, time.perf_counter() - started)
        response["X-Request-ID"] = number
        return response

    def tell(self, request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
        # The route, not the path: a path may carry a one-time key, and would make a metric of every number in it.
        route = (
            request.resolver_match.route
            if request.resolver_match
            else "static"
            if request.path_info.startswith("/static/")
            else "none"
        )
        method = request.method if request.method in METHODS else "other"
        ANSWERED.labels(method, route, str(response.status_code)).inc()
        SECONDS.labels(route).observe(seconds)
        if route in QUIET:
            return
        # Only what the session loaded anyway: a line of the log is no reason to ask the database.
        user = getattr(request, "_cached_user", None)
        who = {"person": user.pk} if user is not None and user.pk else {}
        log.info(
            "request",
            method=method,
            route=route,
            status=response.status_code,
            ms=round(seconds * 1000, 1),
            **who,
        )
