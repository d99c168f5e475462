"""Which processes make a house, and what each is told. The same commands run it in production, each by itself (deploy/)."""

from __future__ import annotations

import sys

from casino.embedded.child import Child

# A browser's frame is a few hundred bytes: compressing it would cost more time than it saves.
WEB = [
    "-m", "uvicorn", "casino.asgi:application", "--ws", "games.tables.line:Line", "--loop", "uvloop", "--no-access-log",
    "--no-server-header", "--ws-per-message-deflate", "false", "--ws-max-size", "16384", "--timeout-graceful-shutdown", "2",
    "--lifespan", "off",
]  # fmt: skip
# What the players wait for is loaded before it is needed.
UNDERSTUDY = ["-m", "casino.embedded.understudy"]
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
ROLE = "house_app"


def children(environment: dict[str, str], dealer: dict[str, str], listening: int, outside: int) -> list[Child]:
    common = environment | {
        "DATABASE_ROLE": ROLE,
        "PYTHONUNBUFFERED": "1",
        # One heap for all threads: several would keep several times the memory for nothing.
        "MALLOC_ARENA_MAX": "1",
    }
    web = common | {"DATABASE_POOL": common.get("DATABASE_POOL") or "8", "DATABASE_STATEMENT_TIMEOUT": "15000"}
    schedule = f"{environment['HOUSE_DIR']}/run/beat"
    return [
        Child("web", [sys.executable, *UNDERSTUDY, "casino.asgi,casino.urls", *WEB, "--fd", str(listening)], web, passed=(listening,)),
        Child("croupier", [sys.executable, *UNDERSTUDY, "games.management.commands.croupier", "manage.py", "croupier"], common | dealer),
        Child("worker", [sys.executable, *WORKER], common),
        Child("beat", [sys.executable, *BEAT, "--schedule", schedule], common),
        Child("sandbox", [sys.executable, *SANDBOX, "--fd", str(outside)], stranger(environment), passed=(outside,)),
    ]


def stranger(environment: dict[str, str]) -> dict[str, str]:
    """What somebody outside the house knows: where it is, and the two keys that are shared; nothing of its database or its secrets."""
    keys = ("GATEWAY_KEY", "GATEWAY_KEY_FILE", "REGISTER_KEY", "REGISTER_KEY_FILE")
    known = ("PATH", "HOME", "LANG", "HOUSE_DIR", "HOUSE_NAME", "HOUSE_URL", *keys)
    return {name: environment[name] for name in known if name in environment} | {"PYTHONUNBUFFERED": "1"}


def preparation(environment: dict[str, str]) -> Child:
    return Child("prepare", [sys.executable, "manage.py", "prepare"], environment | {"PYTHONUNBUFFERED": "1"}, once=True)
