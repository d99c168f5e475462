"""Which processes make a house, and what each is told. The same commands run it in production, each by itself (deploy/)."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from casino.services.child_process import Child

# A browser's frame is a few hundred bytes: compressing it would cost more time than it saves.
WEB = [
    "-m", "uvicorn", "casino.asgi:application", "--ws", "games.tables.web.socket_protocol:Line", "--loop", "uvloop", "--no-access-log",
    "--no-server-header", "--ws-per-message-deflate", "false", "--ws-max-size", "16384", "--timeout-graceful-shutdown", "2",
    "--lifespan", "off",
]  # fmt: skip
# What the players wait for is loaded before it is needed.
UNDERSTUDY = ["-m", "casino.services.prefork"]
WORKER = [
    "-m",
    "celery",
    "--quiet",
    "-A",
    "casino",
    "worker",
    "--pool",
    "solo",
    "--without-gossip",
    "--without-mingle",
    "--without-heartbeat",
]
BEAT = ["-m", "celery", "--quiet", "-A", "casino", "beat", "--pidfile="]
# Stands in for the payment service and the national list, which a demonstration house does not have.
SANDBOX = ["-m", "players.wallet.cashier.sandbox"]


def children(
    environment: dict[str, str],
    addresses: Mapping[str, Mapping[str, str]],
    documents: dict[str, str],
    dealer: dict[str, str],
    listening: int,
    outside: int,
) -> list[Child]:
    """The processes; `addresses` has the settings by which each finds the embedded servers."""
    of_all = {name for own in addresses.values() for name in own}
    common = {name: value for name, value in environment.items() if name not in of_all} | {
        "PYTHONUNBUFFERED": "1",
        # One heap for all threads: several would keep several times the memory for nothing.
        "MALLOC_ARENA_MAX": "1",
    }
    web = common | addresses["web"] | documents | {"DATABASE_POOL": common.get("DATABASE_POOL") or "8"}
    croupier = common | addresses["croupier"] | dealer
    worker, beat = common | addresses["worker"], common | addresses["beat"]
    schedule = f"{environment['HOUSE_DIR']}/run/beat"
    return [
        Child(
            "web",
            [sys.executable, *UNDERSTUDY, "casino.asgi,casino.urls", *WEB, "--fd", str(listening)],
            web,
            passed=(listening,),
        ),
        Child(
            "croupier",
            [sys.executable, *UNDERSTUDY, "games.management.commands.croupier", "manage.py", "croupier"],
            croupier,
        ),
        Child("worker", [sys.executable, *WORKER], worker),
        Child("beat", [sys.executable, *BEAT, "--schedule", schedule], beat),
        Child(
            "sandbox",
            [sys.executable, *SANDBOX, "--fd", str(outside)],
            stranger(environment),
            passed=(outside,),
        ),
    ]


def stranger(environment: dict[str, str]) -> dict[str, str]:
    """What somebody outside the house knows: where it is, and the two keys that are shared; nothing of its database or its secrets."""
    keys = ("GATEWAY_KEY", "GATEWAY_KEY_FILE", "REGISTER_KEY", "REGISTER_KEY_FILE")
    known = ("PATH", "HOME", "LANG", "HOUSE_DIR", "HOUSE_NAME", "HOUSE_URL", *keys)
    return {name: environment[name] for name in known if name in environment} | {"PYTHONUNBUFFERED": "1"}


def preparation(environment: dict[str, str]) -> Child:
    return Child(
        "prepare",
        [sys.executable, "manage.py", "prepare"],
        environment | {"PYTHONUNBUFFERED": "1"},
        once=True,
    )
