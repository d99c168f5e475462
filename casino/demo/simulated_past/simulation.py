"""A part of the simulation: some tables and players over some days, play after play."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import cast

from casino.demo.simulated_past import staff_events
from casino.demo.simulated_past.background_writer import BackgroundWriter, LaterWriter
from casino.demo.simulated_past.payments import PaymentSimulator
from casino.demo.simulated_past.people import SimulatedPlayer
from casino.demo.simulated_past.seeded_draw import SeededRandom
from casino.demo.simulated_past.table_play import SimulatedTable, TablePlay, Visitor
from games.rules.engine import StackSetting
from games.tables.croupier import journal
from games.tables.domain.commands import Entrant
from players.models import Person
from players.shared import clock
from players.wallet.ledger import Balance, open_ledger_account

HOUR = 3_600_000
DAY = 24 * HOUR
# The hours, in Lisbon, at which players sit down: mostly in the evening.
START_HOURS = (0, 1, 10, 12, 13, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 21, 21, 21, 22, 22, 22, 23, 23)
ROUNDS = (20, 70)  # of one play, from and to
WEIGHTS = {
    "american-roulette": 4,
    "french-roulette": 3,
    "blackjack": 3,
    "baccarat": 4,
    "holdem": 2,
    "caribbean-stud": 2,
    "macau-stud": 3,
}
ALONE_WEIGHT = 2  # of a table for one player
# The hour at which an evening with stakes in prison begins, and its maximum of rounds.
EVENING_HOUR, EVENING_ROUNDS = 19, 400
MAX_EVENING_PLAYS = 10  # everybody may leave before a stake is in prison
CORRECTION = ("kind", "adjustment")
MAX_EXTRA_PLAYS = 40  # to bring about the rare events that are missing
MAX_ROUNDS = 90  # of one player in one play, that a wallet must cover


def _weight(table: SimulatedTable) -> int:
    if table.row.currency == "DEMO":
        return 1
    return WEIGHTS[table.row.system] * (ALONE_WEIGHT if table.alone else 1)


class SimulationPart:
    """Tables and players of its own, so that parts run in parallel without sharing wallets."""

    def __init__(
        self,
        number: int,
        tables: list[SimulatedTable],
        players: list[SimulatedPlayer],
        staff: tuple[Person, Person],
        seed: int,
        tag: str,
        open_writer: Callable[[], BackgroundWriter | LaterWriter] = BackgroundWriter,
    ) -> None:
        self.number, self.tables, self.players, self.staff, self.tag = number, tables, players, staff, tag
        self.open_writer = open_writer
        self.rng = SeededRandom(seed, "part", number)
        self.stacks: dict[tuple[int, int], int] = {}
        self.play_count = 0
        self.rare, self.seen = tables[0].rare, tables[0].seen
        for table in tables:
            table.seen = self.seen
        self.weighted = [table for table in tables for _ in range(_weight(table))]

    def play(self, rounds: int, first: date, days: int, until: datetime) -> Generator[int]:
        """Yields the number of rounds of each play. Plays are written completely, even when closed early."""
        self.until = int(until.timestamp() * 1000)
        self.payments = PaymentSimulator(self.rng, self.until)
        with self.open_writer() as self.writer:
            try:
                yield from self._days(rounds, first, days)
            except GeneratorExit:
                self._write_payments()
                raise
            self._write_payments()

    def _days(self, rounds: int, first: date, days: int) -> Iterator[int]:
        mean = sum(ROUNDS) / 2
        done = 0
        for day in range(days):
            wanted = rounds * (day + 1) // days - done
            starts: list[int] = []
            for _ in range(max(0, round(wanted / mean + 0.5)) if wanted > 0 else 0):
                insort(starts, self._start(first + timedelta(days=day)))
            for start in starts:
                for played in self._play_table(start, min(rounds - done, self.rng.between(*ROUNDS))):
                    done += played
                    yield played
            if self.rare.is_special_night(first + timedelta(days=day)):
                yield from self._evening(first + timedelta(days=day))
        while done < rounds:  # rounds that found no free players
            start = self.until - 6 * HOUR - self.rng.below(3600) * 1000
            last = list(self._play_table(start, min(rounds - done, ROUNDS[1])))
            if not last:
                return
            done += sum(last)
            yield from last
        yield from self._missing_events()

    def _evening(self, day: date) -> Iterator[int]:
        """Play French roulette until a stake is in prison over the night."""
        french_tables = [
            table for table in self.tables if table.row.system == "french-roulette" and not table.alone
        ]
        start = clock.midnight(day) + timedelta(hours=EVENING_HOUR)
        morning = int(clock.midnight(day + timedelta(days=1)).timestamp() * 1000)
        for table in french_tables[:1]:
            for _ in range(MAX_EVENING_PLAYS):
                yield from self._play_table(int(start.timestamp() * 1000), EVENING_ROUNDS, table, night=True)
                if table.free > morning:
                    break

    def _missing_events(self) -> Iterator[int]:
        """Play more at the games whose rare events have not happened yet."""
        for number in range(MAX_EXTRA_PLAYS):
            missing = self.rare.games_with_missing_events(
                {table.row.system for table in self.tables}, self.seen
            )
            tables = [table for table in self.tables if table.row.system in missing]
            if not tables:
                return
            table = tables[number % len(tables)]
            yield from self._play_table(
                max(table.free, self.until - 2 * DAY + number * HOUR // 4), ROUNDS[0], table
            )

    def _write_payments(self) -> None:
        if (write := self.payments.pending_writer()) is not None:
            self.writer(write)

    def _start(self, day: date) -> int:
        hour = clock.midnight(day) + timedelta(
            hours=self.rng.choose(START_HOURS), milliseconds=self.rng.below(3600) * 1000
        )
        return int(hour.astimezone(UTC).timestamp() * 1000)

    def _play_table(
        self, start: int, rounds: int, table: SimulatedTable | None = None, *, night: bool = False
    ) -> Iterator[int]:
        rng, table = self.rng, table or self._next_table()
        start = max(start, table.free)
        if rounds < 1 or start > self.until - 4 * HOUR:
            return
        currency = table.row.currency
        players = self._free_players(table, start)
        if not players:
            return
        minimum = table.current.setting.minimum
        is_poker = table.current.engine.between_players
        for player in players:
            need = minimum * (player.size + 1) * max(MAX_ROUNDS, rounds) // 2
            if is_poker:
                need = cast(StackSetting, table.current.setting).buy_in * 2
            self.payments.deposit_for(player, currency, need, start)
        self._write_payments()
        guests = [
            self._guest(player, table, session)
            for player, session in zip(players, journal.session_ids(len(players)), strict=True)
        ]
        excluded = rng.below(len(players)) if rng.once_in(self.rare.excluded_in) else -1
        visitors = [
            Visitor(guest, player.size, excluded=index == excluded)
            for index, (guest, player) in enumerate(zip(guests, players, strict=True))
        ]
        opening_balances = {
            player.wallets[currency]: Balance(player.cents[currency], 0) for player in players
        }
        play = TablePlay(table, start, visitors, opening_balances, rng)
        play.play(rounds, night=night)
        played = table.recorder.ended
        self.writer(table.recorder.pending_writer(play.pending, table.key))
        balances = play.final_balances()
        for player in players:
            player.cents[currency], player.free = balances[player.player_id], table.free
        unit = cast(StackSetting, table.current.setting).buy_in if is_poker else minimum
        self._after_play(players, excluded, table.free, unit)
        self.play_count += 1
        yield played

    def _next_table(self) -> SimulatedTable:
        """A random table; one after the other if every kind of event or every table is wanted."""
        if self.rare.every_kind or (self.rare.every_table and self.play_count < len(self.tables)):
            return self.tables[self.play_count % len(self.tables)]
        return self.rng.choose(self.weighted)

    def _free_players(self, table: SimulatedTable, start: int) -> list[SimulatedPlayer]:
        """Free players, the first of the list more often than others.

        A player sits at one table at a time.
        """
        at_least = 2 if table.current.engine.between_players else 1
        count = 1
        if not table.alone:
            count = self.rng.between(at_least, min(5, int(table.current.setting.seats)))
        chosen: dict[int, SimulatedPlayer] = {}
        for _ in range(count * 12):
            if len(chosen) == count:
                break
            index = self.rng.below(min(65_536, len(self.players)))
            if self.rng.below(2):
                index = index * (index + 1) // len(self.players)
            player = self.players[index]
            if player.free + 10 * 60_000 <= start and not player.gone:
                chosen[player.player_id] = player
        return list(chosen.values()) if len(chosen) >= at_least else []

    def _guest(self, player: SimulatedPlayer, table: SimulatedTable, session: int) -> Entrant:
        stack = self._stack(player, table) if table.current.engine.between_players else 0
        return Entrant(player.player_id, player.wallets[table.row.currency], player.alias, session, stack)

    def _stack(self, player: SimulatedPlayer, table: SimulatedTable) -> int:
        key = player.player_id, table.table_id
        if key not in self.stacks:
            self.stacks[key] = open_ledger_account(
                kind="stack", currency=table.row.currency, player=player.player_id, table=table.table_id
            )
        return self.stacks[key]

    def _after_play(self, players: list[SimulatedPlayer], excluded: int, at: int, unit: int) -> None:
        rng = self.rng
        for index, player in enumerate(players):
            if index == excluded:
                self.writer(staff_events.exclude_player(player, at, rng))
            self.payments.withdraw_excess(player, max(5_000, unit * player.size * 40), at)
            player.free = max(player.free, at) + 5 * 60_000
        if rng.once_in(self.rare.complaint_in):
            number = f"S{self.tag}-{self.number}{self.play_count:05}"
            self.writer(staff_events.file_complaint(players[0], at, self.until, number, self.staff, rng))
        if rng.once_in(self.rare.corrected_in) or (self.rare.every_kind and CORRECTION not in self.seen):
            self._write_payments()
            ticket = f"{self.tag}-{self.play_count}"
            self.writer(staff_events.correct_balance(players[0], at + 4 * 60_000, ticket, self.staff, rng))
            self.seen.add(CORRECTION)
