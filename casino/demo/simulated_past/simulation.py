"""A stretch of time at some tables with some people: who comes when, and sitting after sitting as it is written."""

from __future__ import annotations

from bisect import insort
from collections.abc import Generator, Iterator
from datetime import UTC, date, datetime, timedelta

from casino.demo.simulated_past import staff_events
from casino.demo.simulated_past.background_writer import Clerk
from casino.demo.simulated_past.payments import Till
from casino.demo.simulated_past.people import Resident
from casino.demo.simulated_past.seeded_draw import Luck
from casino.demo.simulated_past.table_play import Board, Sitting, Visitor
from games.tables.croupier import journal
from games.tables.domain.commands import Guest
from players.models import Person
from players.shared import clock
from players.wallet.ledger import Balance, account_open

HOUR = 3_600_000
DAY = 24 * HOUR
# At which hour of Lisbon people sit down, most of them in the evening.
HOURS = (0, 1, 10, 12, 13, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 21, 21, 21, 22, 22, 22, 23, 23)
ROUNDS = (20, 70)  # of one sitting, from and to
WEIGHTS = {
    "american-roulette": 4,
    "french-roulette": 3,
    "blackjack": 3,
    "baccarat": 4,
    "holdem": 2,
    "caribbean-stud": 2,
    "macau-stud": 3,
}
ALONE = 2  # times as many come to play by themselves as to a table with others
EVENING, LONG_EVENING = (
    19,
    400,
)  # the hour at which such an evening begins, and how many rounds it has at most
MOST_AFTERWARDS = 40  # sittings, until everything has happened that is wanted
MOST_ROUNDS = 90  # of one player in one sitting, that a wallet is filled for


def _weight(board: Board) -> int:
    if board.row.currency == "DEMO":
        return 1
    return WEIGHTS[board.row.system] * (ALONE if board.alone else 1)


class Part:
    """Tables and people of their own: parts are simulated beside each other, and none waits for another's wallets."""

    def __init__(
        self,
        number: int,
        boards: list[Board],
        residents: list[Resident],
        staff: tuple[Person, Person],
        seed: int,
        tag: str,
    ) -> None:
        self.number, self.boards, self.residents, self.staff, self.tag = number, boards, residents, staff, tag
        self.luck = Luck(seed, "part", number)
        self.stacks: dict[tuple[int, int], int] = {}
        self.sittings = 0
        self.rare, self.seen = boards[0].rare, boards[0].seen
        for board in boards:
            board.seen = self.seen
        self.weighted = [board for board in boards for _ in range(_weight(board))]

    def play(self, rounds: int, first: date, days: int, until: datetime) -> Generator[int]:
        """Yields how many rounds each sitting had. When it ends, or is closed before, all of them are on the record, each sitting whole."""
        self.until = int(until.timestamp() * 1000)
        self.till = Till(self.luck, self.until)
        with Clerk() as self.clerk:
            try:
                yield from self._days(rounds, first, days)
            except GeneratorExit:
                self._cash_up()
                raise
            self._cash_up()

    def _days(self, rounds: int, first: date, days: int) -> Iterator[int]:
        mean = sum(ROUNDS) / 2
        done = 0
        for day in range(days):
            wanted = rounds * (day + 1) // days - done
            starts: list[int] = []
            for _ in range(max(0, round(wanted / mean + 0.5)) if wanted > 0 else 0):
                insort(starts, self._start(first + timedelta(days=day)))
            for start in starts:
                for played in self._sitting(start, min(rounds - done, self.luck.between(*ROUNDS))):
                    done += played
                    yield played
            if self.rare.night_follows(first + timedelta(days=day)):
                yield from self._evening(first + timedelta(days=day))
        while done < rounds:  # what evenings without people have left
            if not (
                last := list(
                    self._sitting(
                        self.until - 6 * HOUR - self.luck.below(3600) * 1000, min(rounds - done, ROUNDS[1])
                    )
                )
            ):
                return
            done += sum(last)
            yield from last
        yield from self._rest()

    def _evening(self, day: date) -> Iterator[int]:
        """At a French table until a stake is in prison, which lies there over the night."""
        wheels = [board for board in self.boards if board.row.system == "french-roulette" and not board.alone]
        start = clock.midnight(day) + timedelta(hours=EVENING)
        for board in wheels[:1]:
            yield from self._sitting(int(start.timestamp() * 1000), LONG_EVENING, board, night=True)

    def _rest(self) -> Iterator[int]:
        """What has not happened by chance: sittings at the games where it may, until it has."""
        for number in range(MOST_AFTERWARDS):
            missing = self.rare.missing({board.row.system for board in self.boards}, self.seen)
            boards = [board for board in self.boards if board.row.system in missing]
            if not boards:
                return
            board = boards[number % len(boards)]
            yield from self._sitting(
                max(board.free, self.until - 2 * DAY + number * HOUR // 4), ROUNDS[0], board
            )

    def _cash_up(self) -> None:
        if (page := self.till.page()) is not None:
            self.clerk(page)

    def _start(self, day: date) -> int:
        hour = clock.midnight(day) + timedelta(
            hours=self.luck.of(HOURS), milliseconds=self.luck.below(3600) * 1000
        )
        return int(hour.astimezone(UTC).timestamp() * 1000)

    def _sitting(
        self, start: int, rounds: int, board: Board | None = None, *, night: bool = False
    ) -> Iterator[int]:
        luck, board = self.luck, board or self._board()
        start = max(start, board.free)
        if rounds < 1 or start > self.until - 4 * HOUR:
            return
        currency = board.row.currency
        people = self._people(board, start)
        if not people:
            return
        least = board.current.setting.minimum
        poker = board.current.engine.between_players
        for who in people:
            self.till.fill(
                who,
                currency,
                board.current.setting.buy_in * 2
                if poker
                else least * (who.size + 1) * max(MOST_ROUNDS, rounds) // 2,
                start,
            )
        self._cash_up()
        guests = [
            Guest(
                who.player, who.wallets[currency], who.alias, session, self._stack(who, board) if poker else 0
            )
            for who, session in zip(people, journal.session_ids(len(people)), strict=True)
        ]
        excluded = luck.below(len(people)) if luck.once_in(self.rare.excluded_in) else -1
        visitors = [
            Visitor(guest, who.size, excluded=place == excluded)
            for place, (guest, who) in enumerate(zip(guests, people, strict=True))
        ]
        purses = {who.wallets[currency]: Balance(who.cents[currency], 0) for who in people}
        sitting = Sitting(board, start, visitors, purses, luck)
        sitting.play(rounds, night=night)
        played = board.pen.ended
        self.clerk(board.pen.page(sitting.stage, board.key))
        left = sitting.left()
        for who in people:
            who.cents[currency], who.free = left[who.player], board.free
        self._afterwards(people, excluded, board.free, least if not poker else board.current.setting.buy_in)
        self.sittings += 1
        yield played

    def _board(self) -> Board:
        """By chance; where every kind is wanted, one after the other."""
        return (
            self.boards[self.sittings % len(self.boards)]
            if self.rare.every_kind
            else self.luck.of(self.weighted)
        )

    def _people(self, board: Board, start: int) -> list[Resident]:
        """Who is free, the regulars more often than others; nobody sits at two tables."""
        seats = 1 if board.alone else min(5, int(board.current.setting.seats))
        wanted = (
            1 if board.alone else self.luck.between(2 if board.current.engine.between_players else 1, seats)
        )
        found: dict[int, Resident] = {}
        for _ in range(wanted * 12):
            if len(found) == wanted:
                break
            place = self.luck.below(min(65_536, len(self.residents)))
            who = self.residents[place * (place + 1) // len(self.residents) if self.luck.below(2) else place]
            if who.free + 10 * 60_000 <= start and not who.gone:
                found[who.player] = who
        enough = len(found) >= 2 or not board.current.engine.between_players
        return list(found.values()) if enough else []

    def _stack(self, who: Resident, board: Board) -> int:
        key = who.player, board.table
        if key not in self.stacks:
            self.stacks[key] = account_open(
                kind="stack", currency=board.row.currency, player=who.player, table=board.table
            )
        return self.stacks[key]

    def _afterwards(self, people: list[Resident], excluded: int, at: int, least: int) -> None:
        luck = self.luck
        for place, who in enumerate(people):
            if place == excluded:
                staff_events.exclude(who, at, luck)
            self.till.empty(who, max(5_000, least * who.size * 40), at)
            who.free = max(who.free, at) + 5 * 60_000
        if luck.once_in(150):
            staff_events.complain(
                people[0], at, self.until, f"S{self.tag}-{self.number}{self.sittings:05}", self.staff, luck
            )
        if luck.once_in(self.rare.corrected_in):
            self._cash_up()
            self.clerk.wait()
            staff_events.correct(people[0], at + 4 * 60_000, f"{self.tag}-{self.sittings}", self.staff, luck)
