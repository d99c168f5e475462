"""The processes of an installation and the environment of each.

Production runs the same commands as units (deploy/).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from casino.services.child_process import ChildProcess
from casino.services.gate import OPENING, WAITING, Gate
from casino.tasks.queues import QUEUES

# Frames are a few hundred bytes: compression would cost more time than it saves.
WEB = [
    "-m", "uvicorn", "casino.asgi:application",
    "--ws", "games.tables.web.socket_protocol:TableSocketProtocol", "--loop", "uvloop",
    "--no-access-log", "--no-server-header", "--ws-per-message-deflate", "false",
    "--ws-max-size", "16384", "--timeout-graceful-shutdown", "2", "--lifespan", "off",
]  # fmt: skip
# Processes that players wait for are restarted from a preloaded copy.
PREFORK = ["-m", "casino.services.prefork"]
# Those that load Django load it while the house is prepared.
WEB_MODULES = "casino.asgi,casino.urls,games.tables.web.socket_protocol,uvicorn.main,uvloop"
CROUPIER_MODULES = "games.management.commands.croupier"
WORKER_MODULES = "casino.management.commands.worker,celery.apps.worker,celery.concurrency.prefork"
BEAT_MODULES = "casino.management.commands.beat,celery.apps.beat,casino.tasks.beat"
# A worker. Which queues it serves follows.
WORKER = ["manage.py", "worker"]
BEAT = ["manage.py", "beat"]
BEAT_SETTINGS = "casino.beat_settings"
# Simulates the payment gateway and the national self-exclusion register in the demonstration.
SANDBOX = ["-m", "players.wallet.cashier.sandbox"]
# Fetches and verifies the values of the beacon that draws depend on.
BEACON = ["-m", "games.beacons"]
# The beacon of the demonstration.
SANDBOX_BEACON = ["-m", "games.beacons.sandbox"]


NOT_FOR_THE_CROUPIER = frozenset(
    f"{name}{ending}"
    for name in ("COMMAND_KEY", "COMMAND_KEY_FALLBACKS", "GATEWAY_KEY", "REGISTER_KEY")
    for ending in ("", "_FILE")
)

MOST_CROUPIERS = 64  # each serves at least one of the lists of commands (games.models.SHARDS)


def croupier_count(setting: str, cores: int) -> int:
    """How many croupiers CROUPIERS asks for: a number, or `auto` for one for every two cores."""
    if setting == "auto":
        return max(1, min(MOST_CROUPIERS, cores // 2))
    if not setting.isdecimal() or not 1 <= int(setting) <= MOST_CROUPIERS:
        raise ValueError(f"CROUPIERS must be auto or a number from 1 to {MOST_CROUPIERS}, not {setting!r}.")
    return int(setting)


def children(
    environment: dict[str, str],
    addresses: Mapping[str, dict[str, str]],
    document_keys: dict[str, str],
    person_keys: dict[str, str],
    seal_keys: dict[str, str],
    worker_keys: dict[str, str],
    beacon_key: dict[str, str],
    listening: int,
    sandbox: int,
    sandbox_beacon: int,
    prepared: Gate,
    croupiers: int = 1,
) -> list[ChildProcess]:
    """All processes; `addresses` holds each one's settings for the embedded servers.

    Those that load Django are to be started early: they wait until the house is `prepared`.
    """
    embedded_settings = {name for own in addresses.values() for name in own}
    common = {name: value for name, value in environment.items() if name not in embedded_settings} | {
        "PYTHONUNBUFFERED": "1",
        # One heap for all threads: one per thread would multiply the memory in use.
        "MALLOC_ARENA_MAX": "1",
    }
    # The worker alone writes the national list and verifies what changes it.
    web = {name: value for name, value in common.items() if name not in ("REGISTER_KEY", "REGISTER_KEY_FILE")}
    web |= (
        addresses["web"] | document_keys | person_keys | {"DATABASE_POOL": common.get("DATABASE_POOL") or "8"}
    )
    # The croupier signs no tasks, deals with no payments and asks no register.
    croupier = {name: value for name, value in common.items() if name not in NOT_FOR_THE_CROUPIER}
    croupier |= addresses["croupier"] | seal_keys
    worker = common | addresses["worker"] | worker_keys | person_keys
    worker |= {"WORKER_PROCESSES": common.get("WORKER_PROCESSES") or "1"}
    beat = common | addresses["beat"] | {"DJANGO_SETTINGS_MODULE": BEAT_SETTINGS}
    gate, waits = {WAITING: str(prepared.reading)}, (prepared.reading,)
    once = [*PREFORK, "--once"]
    return [
        ChildProcess(
            "web",
            [sys.executable, *PREFORK, WEB_MODULES, *WEB, "--fd", str(listening)],
            web | gate,
            passed=(listening, *waits),
        ),
        *(
            ChildProcess(
                "croupier" if number == 1 else f"croupier{number}",
                [sys.executable, *PREFORK, CROUPIER_MODULES, "manage.py", "croupier"],
                croupier | gate,
                passed=waits,
            )
            for number in range(1, croupiers + 1)
        ),
        # One worker for both queues: what runs on one machine has few slow tasks, and memory counts.
        ChildProcess(
            "worker",
            [sys.executable, *once, WORKER_MODULES, *WORKER, "--queues", ",".join(QUEUES)],
            worker | gate,
            passed=waits,
        ),
        ChildProcess("beat", [sys.executable, *once, BEAT_MODULES, *BEAT], beat | gate, passed=waits),
        ChildProcess(
            "sandbox",
            [sys.executable, *SANDBOX, "--fd", str(sandbox)],
            sandbox_environment(environment | worker_keys),
            passed=(sandbox,),
        ),
        ChildProcess(
            "beacon",
            [sys.executable, *BEACON],
            chosen(environment, *BEACON_SETTINGS) | addresses["beacon"],
        ),
        *(
            [
                ChildProcess(
                    "sandbox-beacon",
                    [sys.executable, *SANDBOX_BEACON, "--fd", str(sandbox_beacon)],
                    chosen(environment, "BEACON_CHAIN_FILE") | beacon_key,
                    passed=(sandbox_beacon,),
                )
            ]
            if environment.get("BEACON") == "sandbox"
            else []
        ),
    ]


# The process that follows a beacon has no key of the house, and no other database role than its own.
BEACON_SETTINGS = (
    "HOUSE_DEMO", "HOUSE_TEST", "BEACON", "BEACON_RELAYS", "BEACON_CHAIN_FILE", "DATABASE_URL",
    "DATABASE_URL_FILE", "HTTPS_PROXY", "https_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip


def chosen(environment: dict[str, str], *names: str) -> dict[str, str]:
    """The part of the environment that a process outside Django needs."""
    known = ("PATH", "HOME", "LANG", *names)
    return {name: environment[name] for name in known if name in environment} | {"PYTHONUNBUFFERED": "1"}


def sandbox_environment(environment: dict[str, str]) -> dict[str, str]:
    """The sandbox gets the public address and the keys that it shares, no database and no other secret."""
    shared = ("GATEWAY_KEY", "PAYOUT_KEY", "REGISTER_KEY")
    keys = (*shared, *(f"{name}_FILE" for name in shared))
    return chosen(environment, "HOUSE_DIR", "HOUSE_NAME", "HOUSE_URL", *keys)


def preparation(environment: dict[str, str], servers: Gate, loaded: Gate) -> ChildProcess:
    """Prepares the house: what needs no database first, then it waits for the servers."""
    gates = {WAITING: str(servers.reading), OPENING: str(loaded.writing)}
    return ChildProcess(
        "prepare",
        [sys.executable, "manage.py", "prepare"],
        environment | gates | {"PYTHONUNBUFFERED": "1"},
        passed=(servers.reading, loaded.writing),
        once=True,
    )


def past_writing(environment: dict[str, str], seal_keys: dict[str, str], *, bar: bool) -> ChildProcess:
    """Writes the simulated past beside the open house, after what players wait for. It seals the rounds, so
    it has the key.
    """
    return ChildProcess(
        "past",
        ["nice", "-n", "5", sys.executable, "manage.py", "write_past", *(["--bar"] if bar else [])],
        environment | seal_keys | {"PYTHONUNBUFFERED": "1"},
        ends=True,
    )
