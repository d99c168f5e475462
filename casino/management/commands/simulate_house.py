"""`manage.py simulate_house`: adds a simulated past, at tables and with players of its own."""

from __future__ import annotations

import hashlib
import os
import time
from argparse import ArgumentParser
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction

from casino.compliance.reports import daily_totals
from casino.demo import sample_data
from casino.demo.demo_tables import seed_sheet, seed_table
from casino.demo.sample_data import DemoTable
from casino.demo.simulated_past import rare_events
from casino.demo.simulated_past.parallel_play import RoundIds, StopOnSignal, WorkerCrashed, play_parts
from casino.demo.simulated_past.people import SimulatedPlayer, create_players
from casino.demo.simulated_past.seeded_draw import SeededRandom
from casino.demo.simulated_past.simulation import SimulationPart
from casino.demo.simulated_past.table_play import SimulatedTable
from casino.management.pending_migrations import migrate_pending
from games.catalogue import GAMES
from games.draw.seal_key import SealKey
from games.models import RuleSheet, Table
from games.rules.engine import AnyEngine
from games.tables.croupier import journal
from players.audit.models import Seal
from players.history.models import FoldedUntil
from players.models import Person
from players.shared import clock
from players.shared.progress import progress

NAMES = (
    "Braga",
    "Viseu",
    "Faro",
    "Leiria",
    "Beja",
    "Tavira",
    "Lagos",
    "Silves",
    "Guarda",
    "Chaves",
    "Mértola",
    "Óbidos",
    "Sagres",
    "Batalha",
    "Sines",
    "Elvas",
)
MAX_PARTS = 8
WRITTEN = (
    "games_event",
    "games_round",
    "games_stake",
    "wallet_transfer",
    "wallet_account",
    "players_playsession",
    "cashier_payment",
    "cashier_payoutstep",
)
MIN_PART_ROUNDS, MIN_PART_PLAYERS = 2_000, 12
SIZE = {**sample_data.WHEEL, "seats": 8}
TABLES: tuple[tuple[str, dict[str, Any], str], ...] = (
    (sample_data.AMERICAN, {**SIZE, "variant": "37", "minimum": 50}, "EUR"),
    ("baccarat", sample_data.BACCARAT, "EUR"),
    ("blackjack", sample_data.BLACKJACK, "EUR"),
    ("holdem", sample_data.POKER, "EUR"),
    (sample_data.FRENCH, {**SIZE, "variant": "FR", "minimum": 100, "cap": 200_000}, "EUR"),
    ("caribbean-stud", sample_data.STUD, "EUR"),
    ("macau-stud", {**sample_data.STUD, "jackpot": sample_data.JACKPOT}, "EUR"),
    (sample_data.AMERICAN, {**SIZE, **sample_data.SINGLE_PLAYER, "variant": "38", "minimum": 100}, "EUR"),
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
        {**sample_data.BLACKJACK, **sample_data.SINGLE_PLAYER, "places": 3, "shoe": "fresh", "cut": 0},
        "EUR",
    ),
    (
        "baccarat",
        {**sample_data.BACCARAT, **sample_data.SINGLE_PLAYER, "commission": "b", "shoe": "fresh"},
        "EUR",
    ),
    ("caribbean-stud", {**sample_data.STUD, **sample_data.SINGLE_PLAYER}, "EUR"),
    ("macau-stud", {**sample_data.STUD, "jackpot": sample_data.JACKPOT}, "EUR"),
    (sample_data.FRENCH, {**SIZE, **sample_data.SINGLE_PLAYER, "variant": "FR", "minimum": 50}, "EUR"),
    (sample_data.AMERICAN, {**SIZE, "variant": "37", "minimum": 50}, "DEMO"),
)


class Command(BaseCommand):
    help = (
        "Write a simulated past of play, at tables and with players of its own; equal seeds give equal pasts."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=20_000, help="rounds to play")
        parser.add_argument("--players", type=int, default=500, help="players to create")
        parser.add_argument("--seed", type=int, default=1, help="random seed")
        parser.add_argument(
            "--days", type=int, default=365, help="days before today on which the past begins"
        )
        parser.add_argument(
            "--every-kind",
            action="store_true",
            help="include rare events: every kind of transfer, end and void round, and stakes in prison over "
            "special nights; needs a new installation, and uses rule sheets of its own",
        )
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="parallel processes")

    def handle(self, *args: Any, **options: Any) -> None:
        rounds, players, days, jobs = (int(options[name]) for name in ("rounds", "players", "days", "jobs"))
        key = self._check_arguments(rounds, players, days, jobs)
        if applied := migrate_pending():
            self.stderr.write(f"{applied} migrations")
        rare = rare_events.EVERY_KIND if options["every_kind"] else rare_events.USUAL
        now = clock.now()
        first = clock.day_of(now) - timedelta(days=days)
        self._check_not_sealed(clock.midnight(first))
        with transaction.atomic():
            count = max(1, min(MAX_PARTS, rounds // MIN_PART_ROUNDS, players // MIN_PART_PLAYERS))
            parts = self._parts(key, count, players, options["seed"], clock.midnight(first), rare)
        started = time.monotonic()
        # The signals are those of StopOnSignal: the plays that are under way are written.
        with progress("Simulation", "rounds", rounds, resume="") as shown, StopOnSignal() as stop:
            try:
                for played in play_parts(parts, rounds, first, days, now, jobs, stop):
                    shown.advance(played)
            except WorkerCrashed as error:
                raise CommandError(str(error)) from error
            done = shown.done
            if stop.is_set():
                shown.report_interruption(
                    "What was played is on the record. Run the command again with "
                    f"--rounds {max(1, rounds - done)} to add the rest."
                )
        FoldedUntil.objects.all().delete()  # the totals of these days must be computed again
        daily_totals.unfold()
        with connection.cursor() as cursor:  # the planner's statistics are outdated
            cursor.execute(f"ANALYZE {', '.join(WRITTEN)}")
        took = time.monotonic() - started
        self.stdout.write(
            f"{done} rounds in {took:.1f} s, {done / took:,.0f} a second, {min(jobs, len(parts))} processes"
        )

    def _check_arguments(self, rounds: int, players: int, days: int, jobs: int) -> SealKey:
        if not (settings.HOUSE_DEMO or settings.HOUSE_TEST):
            raise CommandError("A simulated past needs a demonstration or a test house.")
        if rounds < 1 or players < 12 or not 1 <= days <= 3650 or jobs < 1:
            raise CommandError("At least one round, twelve players, one process, and from 1 to 3650 days.")
        try:
            return SealKey(Path(settings.SEAL_KEY_FILE))
        except (OSError, TypeError, ValueError) as error:
            raise CommandError(
                f"Rounds are sealed with the croupier's key (SEAL_KEY_FILE): {error}"
            ) from error

    @staticmethod
    def _check_not_sealed(begins: datetime) -> None:
        last = Seal.objects.order_by("-number").first()
        if last is not None and last.until > begins:
            raise CommandError(
                "The record of this house is sealed, and nothing can be written into its past: take a new "
                "one (HOUSE_DIR)."
            )

    def _parts(
        self, key: SealKey, count: int, players: int, seed: int, since: datetime, rare: rare_events.RareEvents
    ) -> list[SimulationPart]:
        """Create tables and players, and distribute them evenly over the parts."""
        tag = f"{seed}{hashlib.sha256(f'{clock.now()}'.encode()).hexdigest()[:4]}"
        staff = _staff()
        for system, rules in rare.sheets.items():
            seed_sheet(system, dict(rules))
        created = create_players(players, since, SeededRandom(seed, "people"), staff[0], f"sim{tag}")
        groups: list[tuple[list[SimulatedTable], list[SimulatedPlayer]]] = [([], []) for _ in range(count)]
        for index, (system, setting, currency) in enumerate(TABLES):
            row, table_id = _create_table(system, setting, currency, NAMES[index])
            table = SimulatedTable(table_id, row, key, seed, RoundIds(), (staff[0].pk, staff[1].pk), rare)
            groups[index % count][0].append(table)
        for index, player in enumerate(created):
            groups[index % count][1].append(player)
        return [
            SimulationPart(number, tables, people, staff, seed, tag)
            for number, (tables, people) in enumerate(groups)
        ]


def _staff() -> tuple[Person, Person]:
    """Two members of staff, for what needs two people."""
    staff = list(Person.objects.filter(is_staff=True, is_active=True).order_by("pk")[:2])
    while len(staff) < 2:
        staff.append(
            Person.objects.create(email=f"turno-{len(staff) + 1}@feltro.example", password="!", is_staff=True)
        )
    return staff[0], staff[1]


def _create_table(
    system: str, setting: dict[str, Any], currency: str, base_name: str
) -> tuple[journal.TableRow, int]:
    """A new table under a free name."""
    engine: AnyEngine = GAMES[system].engine
    sheet = RuleSheet.objects.get(system=system, status=RuleSheet.Status.IN_FORCE)
    rules = msgspec.json.decode(sheet.data, type=engine.sheet_type)
    converted = msgspec.convert({**setting, "currency": currency}, type=engine.setting_type, strict=False)
    if breaches := engine.check_setting(rules, converted):
        raise CommandError(f"The rules in force of {system} do not allow the simulation's table: {breaches}")
    name, number = base_name, 1
    while Table.objects.filter(name=name).exists():
        number += 1
        name = f"{base_name} {number}"
    seed_table(DemoTable(name, system, setting, currency))
    table = Table.objects.get(name=name)
    row = journal.lock_row(table.pk)
    assert row is not None
    return row, table.pk
