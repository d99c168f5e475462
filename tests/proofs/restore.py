"""Restore an installation: a backup during play, a lost machine, and the same installation at a random
second in another folder.

    python -m tests.proofs.restore [--players 24] [--seconds 40] [--seed N]

The restored installation must hold exactly what had happened by that second, table by table and without a
gap. Its record replays, its seals and books are correct, and rounds that were open continue and end. The
data that would have been lost with the machine (RPO) and the time until it was open again (RTO) are
printed.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import os
import random
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg

from casino.services import wal_archive
from casino.services.folder import PROJECT, Folder
from casino.services.restore import Restored, restore
from casino.services.server_lease import leased_servers
from tests.proofs.chaos_player import ChaosPlayer
from tests.proofs.running_system import connected, cookie
from tests.running import RunningHouse, house_environment, start

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "american-roulette": ("roulette", 8, {"betting_seconds": 5, "rest_seconds": 5, "seats": 40}),
    "blackjack": (
        "blackjack",
        5,
        {"betting_seconds": 5, "rest_seconds": 5, "decision_seconds": 5, "extra_seconds": 3},
    ),
    "baccarat": ("baccarat", 6, {"betting_seconds": 5, "rest_seconds": 3, "card_ms": 200, "shoe": "kept"}),
    "holdem": (
        "holdem",
        5,
        {"betting_seconds": 1, "rest_seconds": 2, "decision_seconds": 5, "extra_seconds": 3},
    ),
}
# A transaction at a table is over so soon after the hour that its events carry.
COMMITTED = datetime.timedelta(seconds=3)
EVENTS = "SELECT table_id, seq, at, kind, encode(chain, 'hex') FROM games_event ORDER BY table_id, seq"
MONEY = "SELECT id, kind, source_id, target_id, cents FROM wallet_transfer"


class Wrong(Exception):
    """The restored installation differs from the original."""


def rows(url: str, sql: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(sql).fetchall()


class Play(threading.Thread):
    """Players at tables of several games, until they are stopped."""

    def __init__(self, house: RunningHouse, folder: Path, people: int, seed: int) -> None:
        super().__init__(daemon=True)
        import asyncio

        from tests.live_table import players_with, table_open

        self.loop, self.stop = asyncio.new_event_loop(), asyncio.Event()
        address = house.url.replace("http://", "ws://").rstrip("/")
        seats = []
        for system, (_game, count, setting) in GAMES.items():
            table = table_open(system, name=f"Volta {system}", **setting).pk
            seats += [(table, system)] * count
        cookies = [cookie(player.person) for player in players_with(10_000_000, min(people, len(seats)))]
        self.players = []
        for number, (own, (table, system)) in enumerate(zip(cookies, seats, strict=False)):
            minimum = 100 if system == "american-roulette" else 50
            knows = SimpleNamespace(
                setting=SimpleNamespace(minimum=minimum, rebuys=(10_000, 20_000)),
                sheet=SimpleNamespace(calls=()),
            )
            line = f"{address}/ws/table/{table}/"
            self.players.append(
                ChaosPlayer(line, own, folder / f"player-{number}", seed + number, GAMES[system][0], knows)
            )

    def run(self) -> None:
        import asyncio

        async def everybody() -> None:
            await asyncio.gather(*(player.play(self.stop) for player in self.players))

        self.loop.run_until_complete(everybody())

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.join(60)


def drill(place: Path, *, people: int, seconds: float, seed: int) -> None:
    chance = random.Random(seed)  # which second it is brought back to is no draw of the house
    alone = dict(os.environ)
    with contextlib.ExitStack() as stack:
        house = stack.enter_context(RunningHouse.opened(place))
        stack.enter_context(connected(house.folder))
        backup = wal_archive.backups(house.folder)
        play = Play(house, place, people, seed)
        play.start()
        until_sealed(url_of(Folder(house.folder)))
        print(command(house.environment(), "-m", "casino.services.backup").splitlines()[0], flush=True)
        began = now(house)
        time.sleep(seconds)
        ended = now(house)
        at = began + (ended - began) * chance.uniform(0.2, 0.8)
        play.end()
        kept = lost(house, backup)
        print(
            f"RPO: the machine lost now would lose {kept:.1f} s of play; "
            f"at any moment no more than {wal_archive.ARCHIVE_INTERVAL}",
            flush=True,
        )
        command(house.environment(), "-c", SEND)
        url = url_of(Folder(house.folder))
        was = {"events": rows(url, EVENTS), "money": rows(url, MONEY)}
        back = Path(tempfile.mkdtemp(prefix="feltro-back-"))
        back.chmod(0o711)
        stack.callback(shutil.rmtree, back, ignore_errors=True)
        restored = restore(backup, Folder(back), at=at)
        shutil.copytree(house.folder / "keys", back / "keys", dirs_exist_ok=True)
        print(
            f"back in {restored.seconds:.1f} s at {at.isoformat(timespec='milliseconds')}, "
            f"from {restored.base}",
            flush=True,
        )
        same(back, was, at)
        # The restored house is independent of the original, which keeps running.
        os.environ.clear()
        os.environ.update(alone)
        resumed(back, place, restored)


SEND = """
from casino.services import backup, wal_archive
from casino.services.folder import Folder
from casino.services.postgres import Postgres
folder = Folder.default()
backup.send_journal(Postgres(folder), wal_archive.backups(folder.path))
"""


def command(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        env=environment,
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    if done.returncode != 0:
        raise Wrong(f"{' '.join(words)[:80]}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def url_of(folder: Folder) -> str:
    from casino.services.postgres import Postgres

    return Postgres(folder).url()


def now(house: RunningHouse) -> datetime.datetime:
    moment: datetime.datetime = rows(url_of(Folder(house.folder)), "SELECT clock_timestamp()")[0][0]
    return moment


def until_sealed(url: str) -> None:
    """Wait for the first seal of the record, which the worker makes in its second minute."""
    end = time.monotonic() + 300
    while not rows(url, "SELECT number FROM audit_seal LIMIT 1"):
        if time.monotonic() > end:
            raise Wrong("nothing was sealed in five minutes")
        time.sleep(1)


def lost(house: RunningHouse, backup: Path) -> float:
    """Seconds of play that the stored journal does not contain yet."""
    last = max(
        (path.stat().st_mtime for path in wal_archive.journal(backup).glob(f"*{wal_archive.SEGMENT}")),
        default=0.0,
    )
    return max(0.0, time.time() - last)


def same(back: Path, was: dict[str, list[tuple[Any, ...]]], at: datetime.datetime) -> None:
    """The restored record is a prefix of the events of every table: no gap, and nothing later than the target
    time.
    """
    with leased_servers(Folder(back), ["postgres"]):
        url = url_of(Folder(back))
        events, money = rows(url, EVENTS), rows(url, MONEY)
        open_rounds = rows(url, "SELECT count(*) FROM games_round WHERE status = 'open'")[0][0]
        level = rows(
            url, "SELECT currency, sum(balance) FROM wallet_account GROUP BY 1 HAVING sum(balance) <> 0"
        )
    before, after = set(was["events"]), set(events)
    if not after <= before or not set(money) <= set(was["money"]):
        raise Wrong("there is something in it that never was")
    tables: dict[int, int] = {}
    for table, seq, *_ in events:
        if seq != tables.get(table, 0) + 1:
            raise Wrong(f"table {table} has a gap before event {seq}")
        tables[table] = seq
    if missing := [event for event in before - after if event[2] < at - COMMITTED]:
        raise Wrong(f"{len(missing)} events had happened and are not there")
    if early := [event for event in after if event[2] > at]:
        raise Wrong(f"{len(early)} events are there and had not happened")
    if level:
        raise Wrong(f"the ledger does not sum to zero: {level}")
    print(
        f"{len(after)} of {len(before)} events, {len(money)} of {len(was['money'])} transfers, "
        f"{open_rounds} rounds open, ledger 0",
        flush=True,
    )
    if len(after) == len(before):
        raise Wrong("nothing was played after that second: nothing is proved")


def resumed(back: Path, place: Path, restored: Restored) -> None:
    """The record proves, and the installation opens on it: open rounds continue to their end."""
    environment = house_environment(back)
    print("prove:", command(environment, "manage.py", "prove").strip().splitlines()[-1], flush=True)
    print(
        "seals:", command(environment, "manage.py", "check_seals").strip().splitlines()[-1][:60], flush=True
    )
    folder = Folder(back)
    with leased_servers(folder, ["postgres"]):
        waiting = [row[0] for row in rows(url_of(folder), "SELECT id FROM games_round WHERE status = 'open'")]
    started = time.monotonic()
    house = RunningHouse(back, start(back, place / "back.log", PORT="0"), place / "back.log")
    try:
        house.wait_until_open()
        opened = time.monotonic() - started
        end = time.monotonic() + 180
        states: list[tuple[Any, ...]] = []
        while time.monotonic() < end:
            states = rows(
                url_of(folder),
                f"SELECT status, count(*) FROM games_round WHERE id = ANY(ARRAY{waiting}::bigint[]) "
                "GROUP BY 1",
            )
            if not any(status == "open" for status, _count in states):
                break
            time.sleep(0.5)
        print(
            f"RTO: {restored.seconds + opened:.1f} s ({restored.seconds:.1f} s for the record, "
            f"{opened:.1f} s for the house)"
        )
        print(
            f"{len(waiting)} rounds were open; since then:",
            ", ".join(f"{count} {status}" for status, count in states) or "none",
        )
        if any(status == "open" for status, _count in states):
            raise Wrong(f"rounds stand still: {states}")
    finally:
        house.close()
    print("prove:", command(environment, "manage.py", "prove").strip().splitlines()[-1])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=40.0, help="of play after the backup")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else secrets.randbelow(2**31)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as place:
        try:
            drill(Path(place), people=options.players, seconds=options.seconds, seed=seed)
        except Wrong as wrong:
            print(f"WRONG: {wrong}")
            return 1
    print("the house is back")
    return 0


if __name__ == "__main__":
    sys.exit(main())
