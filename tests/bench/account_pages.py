"""The account pages of a player with a hundred thousand rounds, against those of a player with ten."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

from tests.bench import environment
from tests.bench.measure import detail, goal

MANY, FEW = 100_000, 10
TURNS = 21
PAGES = {
    "overview": "/account/",
    "rounds": "/account/rounds/",
    "rounds of one game": "/account/rounds/?system=french-roulette",
    "sessions": "/account/sessions/",
    "movements": "/account/movements/",
    "deposits": "/account/movements/?kind=cash",
    "statements": "/account/statements/",
    "messages": "/account/messages/",
    "API rounds": "/api/v1/rounds/",
    "API movements": "/api/v1/movements/",
    "API sums": "/api/v1/sums/",
}


def account_pages() -> None:
    with environment.servers():
        from django.conf import settings
        from django.db import connection, transaction
        from django.test import Client, override_settings

        from players.history.daily_totals import update_totals
        from players.history.statements import make_statements
        from tests.players.history.past import player_with_past, tables

        at = tables()
        with transaction.atomic():
            people = {count: player_with_past(count, at).person for count in (FEW, MANY)}
        begun = time.perf_counter()
        update_totals()
        detail(
            f"folding {MANY:,} rounds into days: {time.perf_counter() - begun:.2f} s; "
            f"{make_statements()} statements"
        )
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        plain = {
            **settings.STORAGES,
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        }
        with override_settings(API_REQUESTS_A_MINUTE=10**9, STORAGES=plain):
            clients = {}
            for count, person in people.items():
                clients[count] = Client(HTTP_HOST=settings.HOUSE_URL.partition("://")[2])
                clients[count].force_login(
                    person, backend="allauth.account.auth_backends.AuthenticationBackend"
                )
            worst = max(ratio(name, page, clients) for name, page in PAGES.items())
        goal("history.ratio", worst, most=1.5, beside=f"a player with {FEW} rounds")


def ratio(name: str, page: str, clients: dict[int, Any]) -> float:
    """Measured alternately, so that other load affects both alike."""
    times: dict[int, list[float]] = {count: [] for count in clients}
    for turn in range(TURNS):
        for count, client in clients.items():
            begun = time.perf_counter()
            answer = client.get(page)
            if turn:
                times[count].append(time.perf_counter() - begun)
            assert answer.status_code == 200, (page, answer.status_code)
    few, many = median(times[FEW]), median(times[MANY])
    detail(
        f"{name}: {few * 1000:.1f} ms with {FEW} rounds, {many * 1000:.1f} ms with {MANY:,}: {many / few:.2f}"
    )
    return many / few
