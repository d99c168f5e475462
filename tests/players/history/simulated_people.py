"""People with a year of sessions, rounds, deposits and limits, and what it comes to, added up in Python.

The rows are written in bulk, as the record has them; the sums are kept beside them, so nothing that is
compared comes from the code that is tested.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date, datetime, timedelta
from random import Random
from uuid import uuid4

from msgspec import Struct, field

from games.models import Round, Stake, Table
from players.audit.models import Line
from players.models import Player, PlaySession
from players.shared import clock
from players.wallet import ledger
from players.wallet.models import Transfer
from tests.live_table import players_with, table_open

LONGEST_PAST = 400  # days
STOPPED = ("limits.time-reached", "limits.stake-reached", "limits.loss-reached", "deposits.refused")
WEALTH, FIRST_WITHDRAWAL = 100_000_000, 5_000_000  # so that no account goes below zero, whatever the order


class Past(Struct):
    """What one person did, by day of Lisbon."""

    player: Player
    opened: date
    stays: list[tuple[datetime, datetime]] = field(default_factory=list)
    stakes: list[tuple[date, int, int, bool]] = field(default_factory=list)  # staked, returned, void
    deposited: dict[date, int] = field(default_factory=lambda: defaultdict(int))
    withdrawn: dict[date, int] = field(default_factory=lambda: defaultdict(int))
    stopped: list[date] = field(default_factory=list)  # by a limit

    def minutes(self, first: date, last: date) -> int:
        """Each moment at a table once, by walking over the bounds of all stays."""
        begins, ends = clock.midnight(first), clock.midnight(last + timedelta(days=1))
        inside = [(max(a, begins), min(b, ends)) for a, b in self.stays if a < ends and b > begins]
        bounds = sorted({moment for stay in inside for moment in stay})
        spans = zip(bounds, bounds[1:], strict=False)
        covered = (b - a for a, b in spans if any(c <= a and b <= d for c, d in inside))
        return int(sum(covered, timedelta()).total_seconds() // 60)

    def longest(self, first: date, last: date) -> int:
        begun = [b - a for a, b in self.stays if first <= clock.day_of(a) <= last]
        return int(max(begun, default=timedelta()).total_seconds() // 60)

    def net(self, first: date, last: date) -> int:
        return sum(
            back - cents for day, cents, back, void in self.stakes if first <= day <= last and not void
        )

    def money(self, moved: dict[date, int], first: date, last: date) -> int:
        return sum(cents for day, cents in moved.items() if first <= day <= last)

    def reached(self, first: date, last: date) -> int:
        return sum(first <= day <= last for day in self.stopped)


def simulated_people(count: int, seed: int, now: datetime) -> list[Past]:
    chance = Random(seed)
    table = table_open()
    pasts = [
        Past(player, clock.day_of(now) - timedelta(days=chance.randint(0, LONGEST_PAST)))
        for player in players_with(WEALTH, count)
    ]
    for past in pasts:
        past.player.since = clock.midnight(past.opened) + timedelta(hours=9)
        past.player.save(update_fields=["since"])
    _write_stays(chance, pasts, table, now)
    _write_stakes(chance, pasts, table, now)
    _write_money(chance, pasts, now)
    _write_limits(chance, pasts, now)
    return pasts


def _moment(chance: Random, past: Past, now: datetime) -> datetime:
    """Between the opening and now, more often near a midnight of Lisbon, where days and stretches end."""
    days = (clock.day_of(now) - past.opened).days
    day = past.opened + timedelta(days=chance.randint(0, days))
    seconds = chance.choice(
        (chance.randint(0, 86_399), chance.randint(0, 90), 86_399 - chance.randint(0, 90))
    )
    return min(clock.midnight(day) + timedelta(seconds=seconds), now - timedelta(minutes=5))


def _write_stays(chance: Random, pasts: list[Past], table: Table, now: datetime) -> None:
    rows = []
    for past in pasts:
        begun = [_moment(chance, past, now) for _ in range(chance.choice((0, 3, 30)))]
        ends = [min(at + timedelta(seconds=chance.randint(30, 9 * 3600)), now) for at in begun]
        past.stays = list(zip(begun, ends, strict=True))
        is_open = bool(begun) and chance.random() < 0.3
        if is_open:
            past.stays[-1] = (begun[-1], now)
        for number, (at, end) in enumerate(past.stays, 1):
            ended = None if is_open and number == len(past.stays) else end
            rows.append(_stay(past.player, table, at, ended, "EUR"))
        rows.append(_stay(past.player, table, now - timedelta(hours=5), now, "DEMO"))
    PlaySession.objects.bulk_create(rows, batch_size=5000)


def _stay(
    player: Player, table: Table, started: datetime, ended: datetime | None, currency: str
) -> PlaySession:
    return PlaySession(
        player=player, table=table.pk, table_name=table.name, system=table.system, currency=currency,
        started=started, ended=ended, cause="player" if ended else "",
    )  # fmt: skip


def _write_stakes(chance: Random, pasts: list[Past], table: Table, now: datetime) -> None:
    rounds, stakes, number = [], [], 10**6
    for past in pasts:
        for _ in range(chance.choice((0, 5, 40))):
            at, cents, is_void = _moment(chance, past, now), chance.randint(1, 99_999), chance.random() < 0.1
            back = cents if is_void else chance.choice((0, 0, cents * 2, cents * 36, cents // 2))
            number += 1
            rounds.append(
                Round(
                    table=table, number=number, status=Round.Status.VOID if is_void else Round.Status.ENDED,
                    commitment="", sealed=b"", opened=at - timedelta(seconds=30), ended=at, outcome="17",
                    staked=cents, returned=back,
                )
            )  # fmt: skip
            stakes.append((past, cents, back, at))
            past.stakes.append((clock.day_of(at), cents, back, is_void))
    made = Round.objects.bulk_create(rounds, batch_size=5000)
    Stake.objects.bulk_create(
        [
            Stake(
                round=one, player=past.player, session=0, seat=1, staked=cents, lost=max(0, cents - back),
                back=min(cents, back), prize=max(0, back - cents), held=0, commission=0, at=at,
            )
            for one, (past, cents, back, at) in zip(made, stakes, strict=True)
        ],
        batch_size=5000,
    )  # fmt: skip


def _write_money(chance: Random, pasts: list[Past], now: datetime) -> None:
    cash = ledger.open_ledger_account(kind="cash", currency="EUR")
    going = ledger.open_ledger_account(kind="withdrawal", currency="EUR")
    rows = []
    for past in pasts:
        wallet = ledger.open_ledger_account(kind="wallet", currency="EUR", player=past.player.pk)
        past.deposited[clock.day_of(now)] += WEALTH  # `players_with` pays it in now
        moves = [("withdrawal", FIRST_WITHDRAWAL)]
        for _ in range(chance.choice((0, 1, 12))):
            kind = chance.choice(("deposit", "deposit", "withdrawal", "withdrawal-back", "adjustment"))
            moves.append((kind, chance.randint(1000, 99_999)))
        ways = {"deposit": (cash, wallet), "withdrawal": (wallet, going)}
        for kind, cents in moves:
            at = _moment(chance, past, now)
            source, target = ways.get(kind, (going, wallet))
            rows.append(
                Transfer(
                    id=uuid4(), kind=kind, source_id=source, target_id=target, currency="EUR",
                    cents=cents, at=at,
                )
            )  # fmt: skip
            if kind == "deposit":
                past.deposited[clock.day_of(at)] += cents
            elif kind != "adjustment":
                past.withdrawn[clock.day_of(at)] += cents if kind == "withdrawal" else -cents
    Transfer.objects.bulk_create(rows, batch_size=5000)


def _write_limits(chance: Random, pasts: list[Past], now: datetime) -> None:
    lines = []
    for past in pasts:
        for _ in range(chance.choice((0, 2, 5))):
            at, kind = _moment(chance, past, now), chance.choice(STOPPED)
            reason = chance.choice(("limit-day", "limit-week", "limit-month", "paused"))
            period = "day" if kind == "limits.time-reached" else "week"
            details = {"reason": reason} if kind == "deposits.refused" else {"period": period}
            lines.append(Line(kind=kind, player=past.player, at=at, details=details))
            if details.get("reason") != "paused":
                past.stopped.append(clock.day_of(at))
    Line.objects.bulk_create(lines)
