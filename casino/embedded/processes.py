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
ROLE = "house_app"


def children(environment: dict[str, str], dealer: dict[str, str], listening: int) -> list[Child]:
    common = environment | {
        "DATABASE_ROLE": ROLE,
        "PYTHONUNBUFFERED": "1",
        # One heap for all threads: several would keep several times the memory for nothing.
        "MALLOC_ARENA_MAX": "1",
    }
    web = common | {"DATABASE_POOL": common.get("DATABASE_POOL") or "8", "DATABASE_STATEMENT_TIMEOUT": "15000"}
    schedule = f"{environment['HOUSE_DIR']}/run/beat"
    return [
        Child("web", [sys.executable, *WEB, "--fd", str(listening)], web, passed=(listening,)),
        Child("croupier", [sys.executable, "manage.py", "croupier"], common | dealer),
        Child("worker", [sys.executable, *WORKER], common),
        Child("beat", [sys.executable, *BEAT, "--schedule", schedule], common),
    ]


def preparation(environment: dict[str, str]) -> Child:
    return Child("prepare", [sys.executable, "manage.py", "prepare"], environment | {"PYTHONUNBUFFERED": "1"}, once=True)
