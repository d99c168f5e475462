"""The house under fire: processes are killed at random moments while players bet, and nothing that was said is lost.

    make chaos KILLS=50        ends with the line «K kills, A acknowledged, 0 lost, 0 paid twice, ledger 0»
    ... --plant answer-before-commit     plants that fault in the croupier: the proof must go red

SIGKILL falls on web, croupier, Valkey and PostgreSQL. Players keep journals written through to the disk; the check reads only
those and the database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import os
import random
import secrets
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.proofs.chaos_check import Found, check
from tests.proofs.chaos_player import ChaosPlayer
from tests.proofs.joined import cookie, joined
from tests.running import RunningHouse

VICTIMS = ("web", "croupier", "valkey", "postgres")
PLANTS = Path(__file__).with_name("planted")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--seed", type=int, default=None, help="of the killings and of the players' fancies")
    parser.add_argument("--plant", choices=("answer-before-commit",), default=None)
    asked = parser.parse_args()
    seed = asked.seed if asked.seed is not None else secrets.randbelow(2**31)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        folder = Path(place)
        planted = {"PYTHONPATH": str(PLANTS), "PLANTED": asked.plant} if asked.plant else {}
        planted["HOUSE_RAN_WELL"] = "0.5"  # here falling often is no sign of a broken house
        house = stack.enter_context(RunningHouse.opened(folder, **planted))
        stack.enter_context(joined(house.folder))
        found, kills = attack(house, folder, seed, asked.kills, asked.players, asked.tables)
        if not found.clean() and (keep := os.environ.get("CHAOS_KEEP")):
            shutil.copy(house.log, keep)
    for line in (*found.lost[:10], *found.twice[:10], *found.wrong[:10]):
        print("  ", line)
    print(", ".join(f"{count} rounds {status}" for status, count in sorted(found.rounds.items())))
    if found.wrong:
        print(f"{len(found.wrong)} other contradictions")
    print(f"{kills} kills, {found.acknowledged} acknowledged, {len(found.lost)} lost, {len(found.twice)} paid twice, ledger {found.ledger}")
    return 0 if found.clean() and found.acknowledged else 1


def attack(house: RunningHouse, folder: Path, seed: int, kills: int, people: int, tables: int) -> tuple[Found, int]:
    from tests.room import players_with, table_open

    opened = [table_open(name=f"Caos {n}", betting_seconds=5, rest_seconds=5, seats=200).pk for n in range(tables)]
    cookies = [cookie(player.person) for player in players_with(100_000_000, people)]
    address = house.url.replace("http://", "ws://").rstrip("/")
    journals = [folder / f"player-{n}.journal" for n in range(people)]
    players = [ChaosPlayer(f"{address}/ws/table/{opened[n % tables]}/", cookies[n], journals[n], seed + n) for n in range(people)]
    stop = asyncio.Event()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=_play, args=(loop, players, stop))
    thread.start()
    chance = random.Random(seed)  # who is killed when is no draw of the house
    time.sleep(6)
    done = 0
    try:
        for number in range(kills):
            time.sleep(chance.uniform(0.2, 2.5))
            done += _kill(house, chance.choice(VICTIMS), number)
            _wait_until_back(house)
        time.sleep(8)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(60)
    _until_settled(opened)
    return check(journals, opened, _query), done


def _play(loop: asyncio.AbstractEventLoop, players: list[ChaosPlayer], stop: asyncio.Event) -> None:
    async def everybody() -> None:
        await asyncio.gather(*(player.play(stop) for player in players))

    loop.run_until_complete(everybody())


def _kill(house: RunningHouse, name: str, number: int) -> int:
    for _ in range(100):  # one that fell a moment ago is being started again
        try:
            os.kill(house.number(name), signal.SIGKILL)
        except (ProcessLookupError, FileNotFoundError, KeyError, ValueError):
            time.sleep(0.1)
            continue
        print(f"{number + 1:4} {name}", file=sys.stderr, flush=True)
        return 1
    return 0


def _wait_until_back(house: RunningHouse) -> None:
    """The next blow falls under load, not on a house that is still getting up."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            if house.ready().get("ready"):
                return
        time.sleep(0.1)


def _until_settled(tables: list[int]) -> None:
    """The rounds under way end by themselves: the table goes on without anybody betting."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        open_with_stakes = _query(
            "SELECT count(*) FROM wallet_account WHERE \"table\" = ANY(%s) AND kind = 'stakes' AND balance <> 0", [tables]
        )
        if not open_with_stakes[0][0]:
            return
        time.sleep(0.5)


def _query(sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
    from django.db import Error, connection

    for _ in range(100):
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql, values)
                return list(cursor.fetchall())
        except Error:
            connection.close()
            time.sleep(0.3)
    raise SystemExit("the database did not come back")


if __name__ == "__main__":
    sys.exit(main())
