"""`python -m games.beacons` follows the beacon that BEACON names until it is told to stop.

Without BEACON it only waits, so that a unit may always run. With --check it says what it would meet, and
ends.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import msgspec
import structlog

from games.beacons.follower import Follower, KeyChangedError
from games.beacons.relays import Relay
from games.draw.beacon import PINNED, SANDBOX_NAME, Chain
from players.shared.alive import show_alive

log = structlog.get_logger("beacon")
DRAND_RELAYS = (
    "https://api.drand.sh",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
    "https://drand.cloudflare.com",
)
CHAIN_FILE_WITHIN = 30.0  # seconds
WAIT_SECONDS = 10.0  # between two signs of a process that only waits
EX_CONFIG = 78


class SettingError(Exception):
    """A setting is missing or wrong."""


def secret(name: str) -> str:
    path = os.environ.get(f"{name}_FILE", "")
    return Path(path).read_text().strip() if path else os.environ.get(name, "")


def chain_from_settings(name: str) -> Chain:
    """The beacon of that name: pinned in the program, or the sandbox's, which writes its own file."""
    if name in PINNED:
        return PINNED[name]
    if name != SANDBOX_NAME:
        raise SettingError(f"BEACON must be one of {', '.join([*PINNED, SANDBOX_NAME])}, not {name!r}.")
    if os.environ.get("HOUSE_DEMO") != "1" and os.environ.get("HOUSE_TEST") != "1":
        raise SettingError("BEACON=sandbox is for demonstrations: its only key belongs to this machine.")
    path = Path(os.environ.get("BEACON_CHAIN_FILE", ""))
    end = time.monotonic() + CHAIN_FILE_WITHIN
    while not path.is_file():
        if time.monotonic() > end:
            raise SettingError(f"BEACON_CHAIN_FILE names {path}, which does not exist.")
        time.sleep(0.1)
    return msgspec.json.decode(path.read_bytes(), type=Chain)


def relay_urls(name: str) -> list[str]:
    urls = os.environ.get("BEACON_RELAYS", "").replace(",", " ").split()
    if not urls and name == SANDBOX_NAME:
        raise SettingError("Missing required setting: BEACON_RELAYS.")
    urls = urls or list(DRAND_RELAYS)
    if name != SANDBOX_NAME and not all(url.startswith("https://") for url in urls):
        raise SettingError("BEACON_RELAYS must be addresses that begin with https://.")
    return urls


def follower_from_settings() -> Follower | None:
    name = os.environ.get("BEACON", "")
    if not name:
        return None
    urls, database_url = relay_urls(name), secret("DATABASE_URL")
    if not database_url:
        raise SettingError("Missing required setting: DATABASE_URL.")
    chain = chain_from_settings(name)
    return Follower(chain, [Relay(url, chain) for url in urls], database_url)


def wait_alive(stopping: threading.Event) -> None:
    show_alive("beacon")
    while not stopping.wait(WAIT_SECONDS):
        show_alive("beacon")


def main() -> int:
    structlog.configure(processors=[
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.JSONRenderer(),
    ])  # fmt: skip
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    try:
        follower = follower_from_settings()
    except (SettingError, OSError, msgspec.DecodeError) as error:
        print(error, file=sys.stderr)
        return EX_CONFIG
    if follower is None:
        log.info("no beacon is followed", setting="BEACON")
        wait_alive(stopping)
        return 0
    follower.stopping = stopping
    try:
        follower.run()
    except KeyChangedError as error:
        log.critical("beacon refused", reason=str(error))
        wait_alive(stopping)  # a person must decide; the self-check alarms
        return EX_CONFIG
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        from games.beacons.check import main as check

        sys.exit(check())
    sys.exit(main())
