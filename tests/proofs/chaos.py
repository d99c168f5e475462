"""The house under fire: processes are killed at random moments while players bet, and nothing that was said is lost.

    make chaos KILLS=50        ends with the line «K kills, A acknowledged, 0 lost, 0 paid twice, ledger 0»
    ... --attackers 10000      meanwhile attackers try so many things; one more line says what they gained: nothing
    ... --plant answer-before-commit     plants that fault in the croupier: the proof must go red

SIGKILL falls on web, croupier, Valkey and PostgreSQL. Players keep journals written through to the disk; the check reads only
those and the database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import math
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from casino.services.folder import PROJECT
from tests.proofs.chaos_attackers import Attackers
from tests.proofs.chaos_check import Found, check, different
from tests.proofs.chaos_clocks import LEAST_DECISIONS, LEAST_KILLS, Decision, judged, open_decisions
from tests.proofs.chaos_player import ChaosPlayer
from tests.proofs.joined import cookie, joined
from tests.running import RunningHouse

VICTIMS = ("web", "croupier", "valkey", "postgres")
PLANTS = Path(__file__).with_name("planted")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--players", type=int, default=200, help="over all games")
    parser.add_argument("--seed", type=int, default=None, help="of the killings and of the players' fancies")
    parser.add_argument(
        "--attackers", type=int, nargs="?", const=10_000, default=0, metavar="TRIES",
        help="a hostile writer of Valkey and hostile staff try so many things meanwhile (10000 where no number is given)",
    )  # fmt: skip
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
        found, kills = attack(house, folder, seed, asked.kills, asked.players, asked.attackers)
        if keep := os.environ.get("CHAOS_KEEP"):
            shutil.copy(house.log, keep)
    for line in (*found.lost[:10], *found.twice[:10], *found.wrong[:10]):
        print("  ", line)
    print(", ".join(f"{count} rounds {status}" for status, count in sorted(found.rounds.items())))
    if found.wrong:
        print(f"{len(found.wrong)} other contradictions")
    print(
        f"{kills} kills, {found.acknowledged} acknowledged, {len(found.lost)} lost, {len(found.twice)} paid twice, ledger {found.ledger}"
    )
    return 0 if found.clean() and found.acknowledged else 1


# Each game with the table it is played at, how many sit at one, and how fast it goes.
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "american-roulette": ("roulette", 25, {"betting_seconds": 5, "rest_seconds": 5, "seats": 200}),
    "french-roulette": ("roulette", 25, {"betting_seconds": 5, "rest_seconds": 5, "seats": 200}),
    "blackjack": (
        "blackjack",
        7,
        {"betting_seconds": 5, "rest_seconds": 5, "decision_seconds": 5, "extra_seconds": 3},
    ),
    "baccarat": ("baccarat", 9, {"betting_seconds": 5, "rest_seconds": 3, "card_ms": 200, "shoe": "kept"}),
    "holdem": (
        "holdem",
        6,
        {"betting_seconds": 1, "rest_seconds": 2, "decision_seconds": 5, "extra_seconds": 3},
    ),
    "caribbean-stud": (
        "stud",
        7,
        {"betting_seconds": 5, "rest_seconds": 3, "decision_seconds": 5, "extra_seconds": 5},
    ),
    "macau-stud": (
        "stud",
        7,
        {"betting_seconds": 5, "rest_seconds": 3, "decision_seconds": 5, "extra_seconds": 5},
    ),
}


def attack(
    house: RunningHouse, folder: Path, seed: int, kills: int, people: int, tries: int = 0
) -> tuple[Found, int]:
    tables = _tables(people)
    journals = [folder / f"player-{n}.journal" for n in range(people)]
    players = _players(house, tables, journals, seed)
    stop = asyncio.Event()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=_play, args=(loop, players, stop))
    thread.start()
    chance = random.Random(seed)  # who is killed when is no draw of the house
    blows: list[tuple[str, float]] = []
    decisions: list[Decision] = []
    numbers = [table for table, _, _ in tables]
    attackers = (
        Attackers(house, numbers, [player.id for player in players], tries, seed, _query) if tries else None
    )
    try:
        _until(lambda: sum(bool(player.answered) for player in players) > 0.9 * people, 180)
        print(f"{sum(bool(player.answered) for player in players)} of {people} players play", flush=True)
        if attackers:
            attackers.start()
        for number in range(kills):
            time.sleep(chance.uniform(0.2, 2.5))
            victim = chance.choice(VICTIMS)
            before = open_decisions(players, number + 1, victim)
            if _kill(house, victim, number):
                decisions += before
                blows.append((victim, time.monotonic()))
            _wait_until_back(house)
            at = time.monotonic() if not blows else blows[-1][1]
            _until(partial(_play_again, players, at), 60)
        if attackers:
            attackers.finish(patience=0.1 * tries)
        time.sleep(8)
    except KeyboardInterrupt:
        print("stopped before the last kill; what happened until now is checked", flush=True)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(90)
    _drain(numbers)
    _until_settled(numbers)
    _resumed(blows, players)
    found = check(journals, {table: system for table, system, _ in tables}, _query)
    found.wrong += _asked_once_more(players, found)
    found.wrong += _proved(house, numbers)
    found.wrong += _clocks(decisions, len(blows))
    if attackers:
        found.wrong += attackers.judge()
    return found, len(blows)


def _tables(people: int) -> list[tuple[int, str, int]]:
    """Tables of all games for so many people: of each its number, its game, and how many sit at it."""
    from tests.room import table_open

    tables: list[tuple[int, str, int]] = []
    while sum(seats for _, _, seats in tables) < people:
        system = list(GAMES)[len(tables) % len(GAMES)]
        _, seats, setting = GAMES[system]
        # Not all in step: a fall that stops them together would otherwise leave moments in which nobody anywhere may bet.
        setting = setting | {"rest_seconds": setting["rest_seconds"] + len(tables) % 5}
        tables.append((table_open(system, name=f"Caos {len(tables)}", **setting).pk, system, seats))
    return tables


def _players(
    house: RunningHouse, tables: list[tuple[int, str, int]], journals: list[Path], seed: int
) -> list[ChaosPlayer]:
    """One player for each journal, spread over the tables."""
    from tests.room import players_with

    address = house.url.replace("http://", "ws://").rstrip("/")
    places = [(table, system) for table, system, seats in tables for _ in range(seats)]
    players = []
    for number, (journal, player) in enumerate(
        zip(journals, players_with(100_000_000, len(journals)), strict=True)
    ):
        table, system = places[number]
        knows = SimpleNamespace(
            setting=SimpleNamespace(
                minimum=100 if system == "american-roulette" else 50, rebuys=(10_000, 20_000)
            ),
            sheet=SimpleNamespace(calls=()),
        )
        ticket = cookie(player.person)
        url = f"{address}/ws/table/{table}/"
        players.append(
            ChaosPlayer(
                url, ticket, journal, seed + number, GAMES[system][0], knows, player=player.pk, table=table
            )
        )
    return players


def _until(done: Callable[[], bool], patience: float) -> None:
    end = time.monotonic() + patience
    while not done() and time.monotonic() < end:
        time.sleep(0.1)


def _play_again(players: list[ChaosPlayer], since: float) -> bool:
    return any(player.answered and player.answered[-1][0] > since for player in players)


def _resumed_after(players: list[ChaosPlayer], at: float) -> float | None:
    """When the first thing that was asked after that moment was heard to stand on the record."""
    return min(
        (said for player in players for asked, said in list(player.answered) if asked > at), default=None
    )


def _resumed(blows: list[tuple[str, float]], players: list[ChaosPlayer]) -> None:
    """How long after a blow something that was asked after it stood on the record again."""
    for group, victims in (
        ("PostgreSQL", ("postgres",)),
        ("web, croupier, Valkey", ("web", "croupier", "valkey")),
    ):
        waits = sorted(
            ((_resumed_after(players, at) or math.inf) - at, victim, number)
            for number, (victim, at) in enumerate(blows, 1)
            if victim in victims
        )
        if waits:
            median, last = waits[len(waits) // 2][0], waits[math.ceil(0.99 * len(waits)) - 1][0]
            slowest = ", ".join(f"{wait:.2f} ({number} {victim})" for wait, victim, number in waits[:-4:-1])
            print(
                f"resume after {group}: median {median:.2f} s, p99 {last:.2f} s of {len(waits)}; slowest {slowest}"
            )


def _proved(house: RunningHouse, tables: list[int]) -> list[str]:
    """The record of these tables, proved by the house's own command, which shares nothing with the players' journals."""
    chosen = [word for table in tables for word in ("--table", str(table))]
    done = subprocess.run(
        [sys.executable, "manage.py", "prove", *chosen],
        env=house.environment(),
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    print("prove:", done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr[-400:])
    return [] if done.returncode == 0 else done.stdout.strip().splitlines()[:10] or [done.stderr[-200:]]


def _play(loop: asyncio.AbstractEventLoop, players: list[ChaosPlayer], stop: asyncio.Event) -> None:
    async def everybody() -> None:
        await asyncio.gather(*(player.play(stop) for player in players))

    loop.run_until_complete(everybody())


def _asked_once_more(players: list[ChaosPlayer], found: Found) -> list[str]:
    """An accepted command is answered alike for ever: each that was refused before it was taken, and each player's first and last."""
    later = set(found.taken_later)
    ids = []
    for player in players:
        mine = [id for id in player.wishes if id in found.stands]
        ids.append(list(dict.fromkeys([*mine[:1], *(id for id in mine if id in later), *mine[-1:]])))

    async def everybody() -> list[dict[str, str]]:
        asking = (player.ask_once_more(own) for player, own in zip(players, ids, strict=True) if own)
        return await asyncio.gather(*asking)

    answers = {id: answer for told in asyncio.run(everybody()) for id, answer in told.items()}
    asked = sum(len(own) for own in ids)
    print(
        f"{len(later)} taken after a refusal; {asked} accepted commands asked once more, {len(answers)} answered"
    )
    silent = (
        [f"only {len(answers)} of {asked} accepted commands were answered once more"]
        if len(answers) < asked
        else []
    )
    return different(answers) + silent


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


def _clocks(decisions: list[Decision], kills: int) -> list[str]:
    """The closing figure of the clocks: nobody lost a decision by a kill."""
    counted, wrong = judged(decisions, _query)
    print(f"{counted} decisions open at a kill, {len(wrong)} decided by default because of it")
    if kills >= LEAST_KILLS and counted < LEAST_DECISIONS:
        wrong.append(f"only {counted} decisions were open at a kill")
    return wrong


def _drain(tables: list[int]) -> None:
    """No table opens another round: at hold'em people who are away would be dealt hand after hand."""
    from django.db import Error, connection

    from games.models import Table

    for _ in range(100):
        try:
            Table.objects.filter(pk__in=tables, status="open").update(status="draining")
        except Error:
            connection.close()
            time.sleep(0.3)
        else:
            return


def _until_settled(tables: list[int]) -> None:
    """The rounds under way end by themselves, although everybody's time passes: at hold'em six who check because their time is over
    take eight seconds each in four turns of betting."""
    end = time.monotonic() + 900
    while time.monotonic() < end:
        open_with_stakes = _query(
            "SELECT count(*) FROM wallet_account WHERE \"table\" = ANY(%s) AND kind = 'stakes' AND balance <> 0",
            [tables],
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
