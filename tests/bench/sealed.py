"""What the keys of players cost sign-in, searches, pages about people, and reports. Two databases have the
same past: in one, personal columns are in clear, as before players had keys; in the other they are sealed.
Each request goes to both in turn.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import environment
from tests.bench.long_past import write_past
from tests.bench.measure import detail, goal
from tests.bench.office_pages import (
    FIND,
    PLAYER,
    Request,
    check_answer,
    head_with_every_role,
    play_one_round,
    unlimited,
)

ROUNDS = int(os.environ.get("SEALED_ROUNDS", "10000"))
TURNS = 25
MOST = 1.05
PAGES = {
    "player, identity": PLAYER + "?tab=identity",
    "player, money": PLAYER + "?tab=money",
    "players": "/admin/players/player/",
    "identities": "/admin/identity/identity/",
    "payments": "/admin/cashier/payment/",
    "command search, a name": "/admin/search/?s={alias}",
    "report of registrations": "/admin/compliance/reports/registrations/",
    "report of accounts": "/admin/compliance/reports/accounts/",
    "report of payments": "/admin/compliance/reports/payments/",
}
ADDRESSES: list[str] = []  # from which somebody has signed in
SEARCHES = ("tax number", "document", "IBAN", "name", "e-mail")


def sealed() -> None:
    with environment.servers(as_administrator=True) as folder, unlimited():
        from django.db import connection

        play_one_round(Path(str(folder.path)))
        past = write_past(ROUNDS)
        client = head_with_every_role()  # signed in to both
        whole, plain = connection.settings_dict["NAME"], "house_without_keys"
        connection.close()
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{plain}" TEMPLATE "{whole}"')
        detail(f"{seal_everything():,} rows of {past.players:,} players sealed")
        slower = [
            ratios(name, request, whole, plain)
            for name, request in requests(client, past.heavy, past.known).items()
        ]
        goal("sealed.slowest", max(slower, key=median), most=MOST, beside="the same with nothing sealed")


def ratios(name: str, request: Request, whole: str, plain: str) -> list[float]:
    """How many times longer a request takes where everything is sealed, in each pair."""
    from django.db import connection

    from tests.demo_house import connected_to

    times: dict[str, list[float]] = {whole: [], plain: []}
    for turn in range(TURNS):
        for database in (whole, plain) if turn % 2 else (plain, whole):
            with connected_to(database):
                connection.ensure_connection()
                begun = time.perf_counter()
                answer = request()
                if turn:
                    times[database].append(time.perf_counter() - begun)
            check_answer(name, answer)
    longer = [one / other for one, other in zip(times[whole], times[plain], strict=True)]
    of_both = [median(times[database]) * 1000 for database in (whole, plain)]
    detail(f"{name}: {of_both[0]:.1f} ms sealed, {of_both[1]:.1f} ms not, {median(longer):.3f} times")
    return longer


def seal_everything() -> int:
    from players.identity.staff.sealing_rows import seal_rows, sealed_models

    return sum(seal_rows(model) for model in sealed_models())


def requests(client: Any, heavy: int, known: dict[str, Any]) -> dict[str, Request]:
    pages = {
        name: lambda address=address: client.get(address.format(heavy=heavy, alias=known["alias"]))
        for name, address in PAGES.items()
    }
    searches = {
        f"find by {kind}": lambda kind=kind: client.post(FIND, {"term": str(known[kind])})
        for kind in SEARCHES
    }
    return {"sign-in": sign_in} | pages | searches


def sign_in() -> Any:
    from django.conf import settings
    from django.test import Client

    from casino.demo.sample_data import PASSWORD

    client = Client(HTTP_HOST=settings.HOUSE_URL.partition("://")[2])
    words = {"login": "ana@feltro.example", "password": PASSWORD.format("ana")}
    # So many sign-ins from one address would be refused.
    ADDRESSES.append(f"192.0.2.{len(ADDRESSES)}")
    answer = client.post("/account/sign-in/", words, REMOTE_ADDR=ADDRESSES[-1])
    assert answer.status_code == 302, "nobody was signed in"
    return answer
