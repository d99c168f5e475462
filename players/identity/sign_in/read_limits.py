"""Limits reads that anybody may repeat at will and that the database has to answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import redis
from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render

from players.shared.networks import network_of

# A page of a table reads its chat once, and its frequencies when somebody opens them. As many people behind
# one address as may watch remain below it.
READS_A_MINUTE: Final = 240

View = Callable[..., HttpResponseBase]


def limit_reads(view: View, cost: int = 1) -> View:
    """Decorator of views that query the database for strangers.

    Who is signed in is counted by account, everybody else by address. `cost` is how many reads it counts as.
    """

    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        is_allowed = _count_reads(request, cost) <= READS_A_MINUTE
        return view(request, *args, **kwargs) if is_allowed else _refusal(request)

    return limited


def _count_reads(request: HttpRequest, cost: int) -> int:
    """How many reads this account or address has made within the minute, with these."""
    if request.user.is_authenticated:
        counter = f"reads:account:{request.user.pk}"
    else:
        counter = f"reads:address:{_network(request)}"
    try:
        cache.add(counter, 0, 60)
        return int(cache.incr(counter, cost))
    except (redis.RedisError, ValueError):  # while Valkey is away nobody is refused; or the minute just ended
        return 0


def _network(request: HttpRequest) -> str:
    try:
        return network_of(str(get_adapter().get_client_ip(request)))
    except PermissionDenied:  # it came around the proxies that the settings name
        return ""


def _refusal(request: HttpRequest) -> HttpResponse:
    """A page for people, and a code for the scripts of the tables' pages."""
    if "text/html" in request.headers.get("Accept", ""):
        return render(request, "429.html", status=429)
    return JsonResponse({"error": "too-many"}, status=429)
