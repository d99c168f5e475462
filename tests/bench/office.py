"""The back office over a million rounds, transfers, events and audit lines, compared with the same pages
over a thousand.
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import environment
from tests.bench.measure import detail, goal

FEW, MANY = 1_000, 1_000_000
TURNS = 7
TURNED = 200  # pages of a list, opened one after the other
# What is copied, and what of it is another each time.
EARLIER = "- n * interval '20 s'"  # a million of them in 231 days
COPIED = {
    "games_round": {
        "id": "id + n",
        "number": "number + n",
        "opened": f"opened {EARLIER}",
        "ended": f"ended {EARLIER}",
    },
    "wallet_transfer": {"id": "gen_random_uuid()", "at": f"at {EARLIER}"},
    "games_event": {"seq": "seq + n", "command": "NULL", "at": f"at {EARLIER}"},
    "audit_line": {"id": "id + n", "at": f"at {EARLIER}"},
    "players_playsession": {
        "id": "id + n",
        "started": f"started {EARLIER}",
        "ended": f"started {EARLIER}",
        "cause": "'player'",
    },
}
PAGES = {
    "rounds": "/admin/games/round/",
    "rounds of a table": "/admin/games/round/?table__id__exact={table}",
    "rounds that are void": "/admin/games/round/?status__exact=void",
    "rounds by number": "/admin/games/round/?q={round}",
    "rounds, many pages on": "/admin/games/round/?p={page}",
    "a round": "/admin/games/round/{round}/change/",
    "transfers": "/admin/wallet/transfer/",
    "transfers of a round": "/admin/wallet/transfer/?q={round}",
    "transfers of a kind": "/admin/wallet/transfer/?kind__exact=jackpot-prize",
    "audit log": "/admin/compliance/audit/",
    "audit log of one kind": "/admin/compliance/audit/?kind=rules.draft-saved",
    "play sessions": "/admin/players/playsession/",
    "a table": "/admin/games/table/{table}/change/",
    "live floor": "/admin/floor/",
    "jackpots": "/admin/jackpots/",
    "search": "/admin/search/?s={round}",
    "overview": "/admin/",
}

# A pot is proved by adding up every transfer that ever fed it or came out of it: that page grows with them,
# and is meant to.
ADDED_UP = ("jackpots",)


def office() -> None:
    with environment.servers(as_administrator=True) as folder:
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connection
        from django.test import Client, override_settings

        from games.models import Round, Table
        from players.models import Person, Player
        from players.shared.admin_base import ReadOnlyAdmin
        from tests.live_table import LiveTable, bet

        plain = {
            **settings.STORAGES,
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        }
        with override_settings(HOUSE_DEMO=True, STORAGES=plain):
            call_command("seed_demo", verbosity=0)
            ana, table = Player.objects.get(alias="Ana"), Table.objects.get(name="Lisboa")
            room = LiveTable(Path(str(folder.path)), table)
            room.sit([ana])
            room.until("bets-opened")
            room.send((ana, bet(room.round, {"straight:17": 500, "red": 1000})))
            room.until("round-ended")
            known = {"round": Round.objects.get(table=table, number=room.round).pk, "table": table.pk}
            client = Client(HTTP_HOST=settings.HOUSE_URL.partition("://")[2])
            client.force_login(
                Person.objects.get(email="direcao@feltro.example"),
                backend="allauth.account.auth_backends.AuthenticationBackend",
            )
            times: dict[int, dict[str, float]] = {}
            for count in (FEW, MANY):
                begun = time.perf_counter()
                with connection.cursor() as cursor:
                    crowd(cursor, count)
                    cursor.execute("ANALYZE")
                detail(f"{count:,} of each in {time.perf_counter() - begun:.0f} s")
                known["page"] = min(count // ReadOnlyAdmin.list_per_page // 2, TURNED)
                times[count] = {
                    name: median_time(client, page.format(**known)) for name, page in PAGES.items()
                }
            for name in PAGES:
                few, many = times[FEW][name], times[MANY][name]
                detail(
                    f"{name}: {few * 1000:.1f} ms over {FEW:,}, {many * 1000:.1f} ms over {MANY:,}: "
                    f"{many / few:.2f}"
                )
            worst = max(times[MANY][name] / times[FEW][name] for name in PAGES if name not in ADDED_UP)
        goal("office.ratio", worst, most=2, beside=f"{FEW:,} rows of each")


def crowd(cursor: Any, count: int) -> None:
    """Adds this many rows of each kind, as only the owner of the database could."""
    cursor.execute("SET session_replication_role = replica")
    for table, changed in COPIED.items():
        cursor.execute(f"SELECT count(*) FROM {table}")
        existing = cursor.fetchone()[0]
        cursor.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 "
            "AND NOT attisdropped",
            [table],
        )
        columns = [name for (name,) in cursor.fetchall()]
        wanted = ", ".join(changed.get(name, f'"{name}"') for name in columns)
        names = ", ".join(f'"{name}"' for name in columns)
        last = "seq" if table == "games_event" else "id"
        cursor.execute(
            f"INSERT INTO {table} ({names}) SELECT {wanted} FROM (SELECT * FROM {table} ORDER BY {last} DESC "
            "LIMIT 1) AS one, "
            f"generate_series(1, {max(0, count - existing)}) AS n"
        )
    cursor.execute("SET session_replication_role = origin")


def median_time(client: Any, address: str) -> float:
    """The median of several requests in seconds, without the first."""
    took = []
    for turn in range(TURNS):
        begun = time.perf_counter()
        answer = client.get(address)
        if turn:
            took.append(time.perf_counter() - begun)
        assert answer.status_code == 200, (address, answer.status_code)
    return median(took)
