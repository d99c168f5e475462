"""Kill processes at random moments while players bet, and check that no accepted command is lost.

    make chaos KILLS=50        ends with the line «K kills, A acknowledged, 0 lost, 0 paid twice, ledger 0»
    ... ARGS="--attackers 10000"   attackers make so many attempts meanwhile; another line reports the result
    ... ARGS=--beacon          tables draw with the sandbox beacon, whose processes are killed and stalled too
    ... ARGS="--plant answer-before-commit"     plants that fault in the croupier: the proof must fail

Web, croupier, worker, Valkey and PostgreSQL receive SIGKILL. Players write synced journals; the check reads
only these and the database. The alerts of the rules over play must equal a fold of the record.
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
from tests.proofs import chaos_beacon, chaos_monitoring
from tests.proofs.chaos_attackers import Attackers
from tests.proofs.chaos_check import Report, check, contradicting_replies
from tests.proofs.chaos_clocks import MIN_KILLS, Decision, judged, needed_decisions, open_decisions
from tests.proofs.chaos_player import ChaosPlayer
from tests.proofs.running_system import connected, cookie, drain, query, wait_until_settled
from tests.running import RunningHouse

VICTIMS = ("web", "croupier", "valkey", "postgres", chaos_monitoring.VICTIM)
PLANTS = Path(__file__).with_name("planted")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--players", type=int, default=200, help="over all games")
    parser.add_argument("--seed", type=int, default=None, help="of the kills and of the players' decisions")
    parser.add_argument(
        "--attackers", type=int, nargs="?", const=10_000, default=0, metavar="TRIES",
        help="attempts of a hostile writer of Valkey and of hostile staff meanwhile (10000 by default)",
    )  # fmt: skip
    parser.add_argument(
        "--beacon", action="store_true", help="draw with the sandbox beacon; attack its processes as well"
    )
    parser.add_argument("--plant", choices=("answer-before-commit",), default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else secrets.randbelow(2**31)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        folder = Path(place)
        variables = {"PYTHONPATH": str(PLANTS), "PLANTED": options.plant} if options.plant else {}
        variables["HOUSE_RAN_WELL"] = "0.5"  # frequent crashes are expected here
        house = stack.enter_context(RunningHouse.opened(folder, **variables))
        stack.enter_context(connected(house.folder))
        report, kills = attack(
            house, folder, seed, options.kills, options.players, options.attackers, with_beacon=options.beacon
        )
        if keep := os.environ.get("CHAOS_KEEP"):
            shutil.copy(house.log, keep)
    for line in (*report.lost[:10], *report.twice[:10], *report.wrong[:10]):
        print("  ", line)
    print(", ".join(f"{count} rounds {status}" for status, count in sorted(report.rounds.items())))
    if report.wrong:
        print(f"{len(report.wrong)} other contradictions")
    print(
        f"{kills} kills, {report.acknowledged} acknowledged, {len(report.lost)} lost, "
        f"{len(report.twice)} paid twice, ledger {report.ledger}"
    )
    return 0 if report.clean() and report.acknowledged else 1


# The table kind, the number of seats and the fast settings of every game.
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
    house: RunningHouse,
    folder: Path,
    seed: int,
    kills: int,
    people: int,
    tries: int = 0,
    *,
    with_beacon: bool = False,
) -> tuple[Report, int]:
    tables = open_tables(people, with_beacon=with_beacon)
    chaos_monitoring.bring_rules()
    journals = [folder / f"player-{n}.journal" for n in range(people)]
    players = _players(house, tables, journals, seed)
    stop = asyncio.Event()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=play_all, args=(loop, players, stop))
    thread.start()
    rng = random.Random(seed)  # the kills do not use the product's draw
    victims = chaos_beacon.victims(VICTIMS) if with_beacon else VICTIMS
    kill_times: list[tuple[str, float]] = []
    decisions: list[Decision] = []
    numbers = [table for table, _, _ in tables]
    attackers = (
        Attackers(house, numbers, [player.id for player in players], tries, seed, query) if tries else None
    )
    try:
        _wait_for(lambda: sum(bool(player.answered) for player in players) > 0.9 * people, 180)
        print(f"{sum(bool(player.answered) for player in players)} of {people} players play", flush=True)
        if attackers:
            attackers.start()
        for number in range(kills):
            time.sleep(rng.uniform(0.2, 2.5))
            victim = rng.choice(victims)
            before = open_decisions(players, number + 1, victim)
            if not chaos_beacon.stalled(house, victim, number, rng) and _kill(house, victim, number):
                decisions += before
                kill_times.append((victim, time.monotonic()))
            _wait_until_back(house)
            at = time.monotonic() if not kill_times else kill_times[-1][1]
            _wait_for(partial(_play_again, players, at), 60)
        if attackers:
            attackers.finish(patience=0.1 * tries)
        time.sleep(8)
    except KeyboardInterrupt:
        print("stopped before the last kill; what happened until now is checked", flush=True)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(90)
    drain(numbers)
    wait_until_settled(numbers)
    _print_resume_times(kill_times, players)
    report = check(journals, {table: system for table, system, _ in tables}, query)
    report.wrong += retry_accepted(players, report)
    report.wrong += _prove(house, numbers)
    report.wrong += _clocks(decisions, len(kill_times))
    report.wrong += chaos_monitoring.print_check()
    if with_beacon:
        report.wrong += chaos_beacon.print_check(numbers, query)
    if attackers:
        report.wrong += attackers.judge()
    return report, len(kill_times)


def open_tables(people: int, *, with_beacon: bool) -> list[tuple[int, str, int]]:
    """Tables of all games for this many players: the id, the game and the seats of each."""
    from tests.live_table import table_open

    tables: list[tuple[int, str, int]] = []
    while sum(seats for _, _, seats in tables) < people:
        system = list(GAMES)[len(tables) % len(GAMES)]
        _, seats, setting = GAMES[system]
        # Out of step: otherwise a crash could leave moments in which no table accepts bets.
        setting = setting | {"rest_seconds": setting["rest_seconds"] + len(tables) % 5}
        # The first table of a game puts its sheet in force.
        is_first = system not in [other for _, other, _ in tables]
        sheet = chaos_beacon.sheet_for(with_beacon=with_beacon and is_first)
        table = table_open(system, name=f"Caos {len(tables)}", sheet=sheet, **setting)
        tables.append((table.pk, system, seats))
    return tables


def _players(
    house: RunningHouse, tables: list[tuple[int, str, int]], journals: list[Path], seed: int
) -> list[ChaosPlayer]:
    """One player per journal, distributed over the tables."""
    from tests.live_table import players_with

    address = house.url.replace("http://", "ws://").rstrip("/")
    places = [(table, system) for table, system, seats in tables for _ in range(seats)]
    players = []
    for number, (journal, player) in enumerate(
        zip(journals, players_with(100_000_000, len(journals)), strict=True)
    ):
        table, system = places[number]
        rules = SimpleNamespace(
            setting=SimpleNamespace(
                minimum=100 if system == "american-roulette" else 50, rebuys=(10_000, 20_000)
            ),
            sheet=SimpleNamespace(calls=()),
        )
        ticket = cookie(player.person)
        url = f"{address}/ws/table/{table}/"
        players.append(
            ChaosPlayer(
                url, ticket, journal, seed + number, GAMES[system][0], rules, player=player.pk, table=table
            )
        )
    return players


def _wait_for(done: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.1)


def _play_again(players: list[ChaosPlayer], since: float) -> bool:
    return any(player.answered and player.answered[-1][0] > since for player in players)


def _resumed_after(players: list[ChaosPlayer], at: float) -> float | None:
    """When the first command sent after that moment was accepted."""
    return min(
        (accepted_at for player in players for sent_at, accepted_at in list(player.answered) if sent_at > at),
        default=None,
    )


def _print_resume_times(kill_times: list[tuple[str, float]], players: list[ChaosPlayer]) -> None:
    """Print how long after a kill the first command sent after it was accepted."""
    for group, victims in (
        ("PostgreSQL", ("postgres",)),
        ("web, croupier, Valkey", ("web", "croupier", "valkey")),
        ("the worker", (chaos_monitoring.VICTIM,)),
        ("the beacon", chaos_beacon.VICTIMS),
    ):
        waits = sorted(
            ((_resumed_after(players, at) or math.inf) - at, victim, number)
            for number, (victim, at) in enumerate(kill_times, 1)
            if victim in victims
        )
        if waits:
            median, last = waits[len(waits) // 2][0], waits[math.ceil(0.99 * len(waits)) - 1][0]
            slowest = ", ".join(f"{wait:.2f} ({number} {victim})" for wait, victim, number in waits[:-4:-1])
            print(
                f"resume after {group}: median {median:.2f} s, p99 {last:.2f} s of {len(waits)}; "
                f"slowest {slowest}"
            )


def _prove(house: RunningHouse, tables: list[int]) -> list[str]:
    """Prove the record of these tables with `manage.py prove`, which does not use the players' journals."""
    chosen = [word for table in tables for word in ("--table", str(table))]
    done = subprocess.run(
        [sys.executable, "manage.py", "prove", *chosen],
        check=False,
        env=house.environment(),
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    print("prove:", done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr[-400:])
    return [] if done.returncode == 0 else done.stdout.strip().splitlines()[:10] or [done.stderr[-200:]]


def play_all(loop: asyncio.AbstractEventLoop, players: list[ChaosPlayer], stop: asyncio.Event) -> None:
    async def everybody() -> None:
        await asyncio.gather(*(player.play(stop) for player in players))

    loop.run_until_complete(everybody())


def retry_accepted(players: list[ChaosPlayer], report: Report) -> list[str]:
    """Retry accepted commands: the reply must not change.

    These are each player's first and last, and all that were refused before they were accepted.
    """
    later = set(report.taken_later)
    ids = []
    for player in players:
        mine = [command_id for command_id in player.commands if command_id in report.recorded_ids]
        ids.append(
            list(
                dict.fromkeys(
                    [*mine[:1], *(command_id for command_id in mine if command_id in later), *mine[-1:]]
                )
            )
        )

    async def everybody() -> list[dict[str, str]]:
        asking = (player.retry_commands(own) for player, own in zip(players, ids, strict=True) if own)
        return await asyncio.gather(*asking)

    answers = {
        command_id: answer for replies in asyncio.run(everybody()) for command_id, answer in replies.items()
    }
    retried = sum(len(own) for own in ids)
    print(
        f"{len(later)} taken after a refusal; {retried} accepted commands asked once more, "
        f"{len(answers)} answered"
    )
    missing = []
    if len(answers) < retried:
        missing = [f"only {len(answers)} of {retried} accepted commands received another reply"]
    return contradicting_replies(answers) + missing


def _kill(house: RunningHouse, name: str, number: int) -> int:
    for _ in range(100):  # a process that just crashed is restarting
        try:
            os.kill(house.process_id(name), signal.SIGKILL)
        except (ProcessLookupError, FileNotFoundError, KeyError, ValueError):
            time.sleep(0.1)
            continue
        print(f"{number + 1:4} {name}", file=sys.stderr, flush=True)
        return 1
    return 0


def _wait_until_back(house: RunningHouse) -> None:
    """Wait until all processes are ready, so that the next kill happens under load."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            if house.ready().get("ready"):
                return
        time.sleep(0.1)


def _clocks(decisions: list[Decision], kills: int) -> list[str]:
    """Check and print that no player lost a decision because of a kill."""
    counted, wrong = judged(decisions, query)
    needed = needed_decisions(kills)
    least = f"at least {needed} wanted" if needed else f"no least number below {MIN_KILLS} kills"
    print(f"{counted} decisions open at a kill ({least}), {len(wrong)} decided by default because of it")
    if counted < needed:
        wrong.append(f"only {counted} decisions were open at a kill, of {needed}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
