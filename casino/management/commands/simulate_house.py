"""`manage.py simulate_house`: a year of play at tables of its own, written as the croupier would have written it."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import multiprocessing
import os
import queue
import signal
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction

from casino.compliance.reports import daily_totals
from casino.demo import sample_data
from casino.demo.sample_data import DemoTable
from casino.demo.simulated_past import rare_events
from casino.demo.simulated_past.background_writer import unhurried
from casino.demo.simulated_past.people import Resident, residents_make
from casino.demo.simulated_past.seeded_draw import Luck
from casino.demo.simulated_past.simulation import Part
from casino.demo.simulated_past.table_play import Board
from casino.management.commands.seed_demo import sheet_seed, table_seed
from casino.management.pending_migrations import migrate_pending
from games.catalogue import GAMES
from games.models import RuleSheet, Table
from games.tables.croupier import journal
from games.tables.croupier.keys import SealKey
from players.audit.models import Seal
from players.history.models import Folded
from players.models import Person
from players.shared import clock

NAMES = (
    "Braga", "Viseu", "Faro", "Leiria", "Beja", "Tavira", "Lagos", "Silves", "Guarda", "Chaves", "Mértola", "Óbidos", "Sagres", "Batalha",
    "Sines", "Elvas",
)  # fmt: skip
PARTS = 8
WRITTEN = (
    "games_event",
    "games_round",
    "games_stake",
    "wallet_transfer",
    "wallet_account",
    "players_playsession",
    "cashier_payment",
)
ROUNDS_OF_A_PART, PLAYERS_OF_A_PART = 2_000, 12  # at least
SIZE = {**sample_data.WHEEL, "seats": 8}
WANTED: tuple[tuple[str, dict[str, Any], str], ...] = (
    (sample_data.AMERICAN, {**SIZE, "variant": "37", "minimum": 50}, "EUR"),
    ("baccarat", sample_data.BACCARAT, "EUR"),
    ("blackjack", sample_data.BLACKJACK, "EUR"),
    ("holdem", sample_data.POKER, "EUR"),
    (sample_data.FRENCH, {**SIZE, "variant": "FR", "minimum": 100, "cap": 200_000}, "EUR"),
    ("caribbean-stud", sample_data.STUD, "EUR"),
    ("macau-stud", {**sample_data.STUD, "jackpot": sample_data.JACKPOT}, "EUR"),
    (sample_data.AMERICAN, {**SIZE, **sample_data.ALONE, "variant": "38", "minimum": 100}, "EUR"),
    ("baccarat", sample_data.MACAU, "EUR"),
    (
        "holdem",
        {
            **sample_data.POKER,
            "minimum": 400,
            "small_blind": 200,
            "buy_in": 40_000,
            "rebuys": [20_000],
            "limit": "pot-limit",
        },
        "EUR",
    ),
    (
        "blackjack",
        {**sample_data.BLACKJACK, **sample_data.ALONE, "places": 3, "shoe": "fresh", "cut": 0},
        "EUR",
    ),
    ("baccarat", {**sample_data.BACCARAT, **sample_data.ALONE, "commission": "b", "shoe": "fresh"}, "EUR"),
    ("caribbean-stud", {**sample_data.STUD, **sample_data.ALONE}, "EUR"),
    ("macau-stud", {**sample_data.STUD, "jackpot": sample_data.JACKPOT}, "EUR"),
    (sample_data.FRENCH, {**SIZE, **sample_data.ALONE, "variant": "FR", "minimum": 50}, "EUR"),
    (sample_data.AMERICAN, {**SIZE, "variant": "37", "minimum": 50}, "DEMO"),
)


class Command(BaseCommand):
    help = "Writes a past of play through the engines and the ledger: tables and players of its own, the same for the same seed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=20_000, help="rounds to play")
        parser.add_argument("--players", type=int, default=500, help="players to make")
        parser.add_argument("--seed", type=int, default=1, help="a number from which everything follows")
        parser.add_argument("--days", type=int, default=365, help="how far back the past begins")
        parser.add_argument(
            "--every-kind",
            action="store_true",
            help="also what seldom happens: every kind of transfer, of end and of void round, and stakes in prison over the nights "
            "that change the clocks or end a month; in a new house, under rule sheets of its own",
        )
        parser.add_argument(
            "--jobs", type=int, default=os.cpu_count() or 1, help="processes beside each other"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rounds, players, days, jobs = (int(options[name]) for name in ("rounds", "players", "days", "jobs"))
        key = self._allowed(rounds, players, days, jobs)
        if applied := migrate_pending():  # a folder that no house was opened in yet
            self.stderr.write(f"{applied} migrations")
        rare = rare_events.EVERY_KIND if options["every_kind"] else rare_events.USUAL
        now = clock.now()
        first = clock.day_of(now) - timedelta(days=days)
        self._unsealed(clock.midnight(first))
        with transaction.atomic():
            count = max(1, min(PARTS, rounds // ROUNDS_OF_A_PART, players // PLAYERS_OF_A_PART))
            parts = self._parts(key, count, players, options["seed"], clock.midnight(first), rare)
        shares = [
            rounds * (part.number + 1) // len(parts) - rounds * part.number // len(parts) for part in parts
        ]
        began, done, said = time.monotonic(), 0, 0.0
        with _stopping() as stop:
            for played in _played(parts, shares, first, days, now, jobs, stop):
                done += played
                if time.monotonic() - said > 5:
                    said = time.monotonic()
                    self.stderr.write(f"{done:,} of {rounds:,} rounds, {done / (said - began):,.0f} a second")
        Folded.objects.all().delete()  # the days are folded again, with what was played on them
        daily_totals.unfold()
        with (
            connection.cursor() as cursor
        ):  # so much has come at once that nothing the planner knew is true any more
            cursor.execute(f"ANALYZE {', '.join(WRITTEN)}")
        took = time.monotonic() - began
        self.stdout.write(
            f"{done} rounds in {took:.1f} s, {done / took:,.0f} a second, {min(jobs, len(parts))} processes"
        )

    def _allowed(self, rounds: int, players: int, days: int, jobs: int) -> SealKey:
        if not (settings.HOUSE_DEMO or settings.HOUSE_TEST):
            raise CommandError("Only a demonstration or a test house has an invented past.")
        if rounds < 1 or players < 12 or not 1 <= days <= 3650 or jobs < 1:
            raise CommandError("At least one round, twelve players, one process, and from 1 to 3650 days.")
        try:
            return SealKey(Path(settings.SEAL_KEY_FILE))
        except (OSError, TypeError, ValueError) as error:
            raise CommandError(
                f"Rounds are sealed with the croupier's key (SEAL_KEY_FILE): {error}"
            ) from error

    @staticmethod
    def _unsealed(begins: datetime) -> None:
        last = Seal.objects.order_by("-number").first()
        if last is not None and last.until > begins:
            raise CommandError(
                "The record of this house is sealed, and nothing can be written into its past: take a new one (HOUSE_DIR)."
            )

    def _parts(
        self, key: SealKey, count: int, players: int, seed: int, since: datetime, rare: rare_events.Rarities
    ) -> list[Part]:
        """Tables and people, dealt out evenly."""
        tag = f"{seed}{hashlib.sha256(f'{clock.now()}'.encode()).hexdigest()[:4]}"
        staff = _staff()
        for system, rules in rare.sheets.items():
            sheet_seed(system, dict(rules))
        residents = residents_make(players, since, Luck(seed, "people"), staff[0], f"sim{tag}")
        dealt: list[tuple[list[Board], list[Resident]]] = [([], []) for _ in range(count)]
        for place, (system, setting, currency) in enumerate(WANTED):
            row, table = _table(system, setting, currency, place)
            dealt[place % count][0].append(
                Board(table, row, key, seed, _Ids(), (staff[0].pk, staff[1].pk), rare)
            )
        for place, resident in enumerate(residents):
            dealt[place % count][1].append(resident)
        return [
            Part(number, boards, people, staff, seed, tag) for number, (boards, people) in enumerate(dealt)
        ]


class _Ids:
    """Numbers of rounds, taken by the hundred."""

    def __init__(self) -> None:
        self.left: list[int] = []

    def __call__(self) -> int:
        if not self.left:
            self.left = journal.round_ids(100)[::-1]
        return self.left.pop()


def _staff() -> tuple[Person, Person]:
    """Two people who sign what two people must."""
    found = list(Person.objects.filter(is_staff=True, is_active=True).order_by("pk")[:2])
    while len(found) < 2:
        found.append(
            Person.objects.create(email=f"turno-{len(found) + 1}@feltro.example", password="!", is_staff=True)
        )
    return found[0], found[1]


def _table(system: str, setting: dict[str, Any], currency: str, place: int) -> tuple[journal.Row, int]:
    """A table of the simulation's own, which nobody has played at."""
    engine: Any = GAMES[system].engine
    sheet = RuleSheet.objects.get(system=system, status=RuleSheet.Status.IN_FORCE)
    rules = msgspec.json.decode(sheet.data, type=engine.sheet_type)
    if breaches := engine.check_setting(
        rules, msgspec.convert({**setting, "currency": currency}, type=engine.setting_type, strict=False)
    ):
        raise CommandError(f"The rules in force of {system} do not allow the simulation's table: {breaches}")
    name, again = NAMES[place], 1
    while Table.objects.filter(name=name).exists():
        again += 1
        name = f"{NAMES[place]} {again}"
    table_seed(DemoTable(name, system, setting, currency))
    table = Table.objects.get(name=name)
    row = journal.lock(table.pk)
    assert row is not None
    return row, table.pk


class _stopping:
    """Ctrl-C ends the simulation after the sittings that are under way."""

    def __enter__(self) -> Any:
        self.event = multiprocessing.get_context("fork").Event()
        self.before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            for number in self.before:
                signal.signal(number, lambda *_: self.event.set())
        except ValueError:  # not in the main thread: then nobody sends it signals
            self.before = {}
        return self.event

    def __exit__(self, *error: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)


def _played(
    parts: list[Part], shares: list[int], first: Any, days: int, now: datetime, jobs: int, stop: Any
) -> Iterator[int]:
    if jobs < 2 or len(parts) < 2:
        with _unhurried():
            for part, share in zip(parts, shares, strict=True):
                with contextlib.closing(part.play(share, first, days, now)) as playing:
                    for played in playing:
                        yield played
                        if stop.is_set():
                            return
        return
    connection.close()  # each process has its own
    context = multiprocessing.get_context("fork")
    told: Any = context.Queue()
    turn = context.Value("i", 0)
    lots = list(zip(parts, shares, strict=True))
    workers = [
        context.Process(target=_work, args=(lots, turn, first, days, now, stop, told))
        for _ in range(min(jobs, len(parts)))
    ]
    for worker in workers:
        worker.start()
    yield from _heard(workers, told)


@contextlib.contextmanager
def _unhurried() -> Iterator[None]:
    """Rubbish is looked for seldom, because a round makes none that goes in circles, and nobody waits for the disk."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    unhurried()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
        if not connection.needs_rollback:
            with connection.cursor() as cursor:
                cursor.execute("RESET synchronous_commit")


def _work(
    lots: list[tuple[Part, int]], turn: Any, first: Any, days: int, now: datetime, stop: Any, told: Any
) -> None:
    """Takes one part after another, until somebody has taken each."""
    try:
        with _unhurried():
            while (part_share := _next(lots, turn)) is not None:
                part, share = part_share
                with contextlib.closing(part.play(share, first, days, now)) as playing:
                    for played in playing:
                        told.put(played)
                        if stop.is_set():
                            return
    finally:
        connection.close()


def _next(lots: list[tuple[Part, int]], turn: Any) -> tuple[Part, int] | None:
    with turn.get_lock():
        place, turn.value = turn.value, turn.value + 1
    return lots[place] if place < len(lots) else None


def _heard(workers: list[Any], told: Any) -> Iterator[int]:
    while True:
        try:
            yield told.get(timeout=0.5)
        except queue.Empty:
            if not any(worker.is_alive() for worker in workers):
                break
    for worker in workers:
        worker.join()
        if worker.exitcode:
            raise CommandError("A part of the simulation fell; what was written is whole.")
