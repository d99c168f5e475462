"""Many connections spend the same money at once: exactly what it covers is accepted."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from django.db import connection, transaction
from django.db.models import Sum

from games.draw.seal_key import SealKey
from games.models import Command
from games.rules.shared.refusals import Refusal
from games.tables.croupier import common_turn, journal
from games.tables.croupier.common_transaction import TableBets, commit_together
from games.tables.croupier.transaction import TableTransaction
from games.tables.croupier.worker import TableWorker
from games.tables.domain.commands import CommandRequest
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import QueuedMessage
from players.models import PlaySession
from players.wallet import ledger
from players.wallet.models import Transfer
from tests.concurrency import run_concurrently
from tests.live_table import LiveTable, account, balance, bet, players_with, seal_key, table_open

pytestmark = pytest.mark.usefixtures("lasting_db")
PLACES = ("red", "black", "even", "odd", "low", "high")


@pytest.mark.long
def test_ten_thousand_bets_over_forty_connections_from_a_wallet_for_half_of_them(tmp_path: Path) -> None:
    """P02: one wallet, forty tables, each with a connection of its own; every bet costs the same, and exactly
    half are accepted.
    """
    (ana,) = players_with(5_000 * 50, 1)
    tables = [table_open(betting_seconds=120, rest_seconds=5) for _ in range(40)]
    accepted, refused = itertools.count(), itertools.count()
    rooms = [LiveTable(tmp_path, table) for table in tables]
    for table in rooms:
        table.sit([ana])
        table.until("bets-opened")

    def bets(table: LiveTable) -> Callable[[], None]:
        def job() -> None:
            places = itertools.cycle(PLACES)
            left = 250
            while left:
                size = min(left, 1 + left % 7)
                left -= size
                commands = [(ana.pk, bet(1, {next(places): 50})) for _ in range(size)]
                for result in table.transaction.execute(
                    [_asked(player, command) for player, command in commands]
                ).results:
                    if result.refused is None:
                        next(accepted)
                    else:
                        assert result.refused.code is Refusal.NOT_ENOUGH
                        next(refused)

        return job

    run_concurrently(*(bets(table) for table in rooms))
    assert (next(accepted), next(refused)) == (5_000, 5_000)
    assert balance(ana) == 0 and sum(account(table.table, "stakes") for table in rooms) == 250_000
    assert ledger.total()["EUR"] == 0


def _asked(player: int, command: protocol.Play) -> CommandRequest:
    return CommandRequest(player, command, ("test", 1))


def test_two_croupiers_at_one_table_take_turns_and_never_both(tmp_path: Path) -> None:
    """Leases are for speed: with both at the same table the row lock decides, and each rebuilds what the
    other wrote.
    """
    table = LiveTable(tmp_path, table_open(betting_seconds=120, rest_seconds=5))
    players = players_with(100_000, 4)
    table.sit(players)
    table.until("bets-opened")
    accepted = itertools.count()
    same = [bet(1, {"red": 100}) for _ in range(25)]

    def job(transaction: TableTransaction) -> Callable[[], None]:
        def run() -> None:
            for command in same:
                for result in transaction.execute([_asked(player.pk, command) for player in players]).results:
                    assert result.refused is None
                    next(accepted)

        return run

    run_concurrently(*(job(TableTransaction(table.table.pk, table.transaction.key)) for _ in range(2)))
    assert next(accepted) == 2 * 25 * 4, "both were told yes each time"
    assert [balance(player) for player in players] == [100_000 - 2_500] * 4, "and each bet was taken once"
    assert account(table.table, "stakes") == 10_000


def test_a_close_and_a_thousand_late_bets_never_overlap(tmp_path: Path) -> None:
    """P2 of the threats: after the close at number n no bet of that round has a higher number."""
    table = LiveTable(tmp_path, table_open(betting_seconds=120, rest_seconds=5))
    players = players_with(1_000_000, 4)
    table.sit(players)
    table.until("bets-opened")
    stop = threading.Event()

    def better(number: int) -> Callable[[], None]:
        def run() -> None:
            transaction = TableTransaction(table.table.pk, table.transaction.key)
            for _ in range(250):
                transaction.execute([_asked(players[number].pk, bet(1, {"red": 50}))])
            stop.set()

        return run

    def closer() -> None:
        transaction = TableTransaction(table.table.pk, table.transaction.key)
        transaction.refresh()
        stop.wait(0.2)
        # A bet that comes between these two lines writes its own hour over this one: then once more, until it
        # is closed.
        while not table.table.events.filter(kind="bets-closed").exists():
            with connection.cursor() as cursor:
                cursor.execute(
                    "UPDATE games_table SET due = clock_timestamp() WHERE id = %s", [table.table.pk]
                )
            transaction.loaded = None
            transaction.execute([])

    run_concurrently(*(better(number) for number in range(4)), closer)
    events = list(table.table.events.order_by("seq").values_list("kind", flat=True))
    closed = events.index("bets-closed")
    assert "bet-placed" in events[:closed] and "bet-placed" not in events[closed:]
    staked = Transfer.objects.filter(target__table=table.table.pk, kind="stake").aggregate(
        total=Sum("cents")
    )["total"]
    assert staked == 50 * events.count("bet-placed")


@pytest.mark.parametrize("races", [25, pytest.param(1_000, marks=pytest.mark.long)])
def test_a_bet_and_the_end_of_the_session_race_and_never_both(
    races: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either the bet comes first and the session continues, or the end comes first and the bet is refused."""
    ahead, real = {"ms": 0}, journal.now
    monkeypatch.setattr(journal, "now", lambda: real() + ahead["ms"])
    outcomes = set()
    for _ in range(races):
        table = LiveTable(tmp_path, table_open(mode="individual", rest_seconds=5))
        (ana,) = players_with(10_000, 1)
        ahead["ms"] = 0
        table.sit([ana])
        table.until("bets-opened")
        for seconds in (182, 61):
            ahead["ms"] += seconds * 1000
            table.execute([_nudge()])
        ahead["ms"] += 61_000
        answers: list[object] = []
        bettor, sweeper = (
            TableTransaction(table.table.pk, table.transaction.key),
            TableTransaction(table.table.pk, table.transaction.key),
        )

        def bets(
            transaction: TableTransaction = bettor, player: int = ana.pk, answers: list[object] = answers
        ) -> None:
            answers.append(transaction.execute([_asked(player, bet(1, {"red": 500}))]).results[0].refused)

        def sweeps(transaction: TableTransaction = sweeper) -> None:
            transaction.execute([_nudge()])

        run_concurrently(bets, sweeps)
        ended = PlaySession.objects.get(player=ana).ended is not None
        assert ended is (answers[0] is not None)
        assert balance(ana) == (10_000 if ended else 9_500)
        outcomes.add(ended)
    assert outcomes, "at least one of the two happened each time"


def _nudge() -> CommandRequest:
    return CommandRequest(0, protocol.CheckInactivity(), ("house", 0))


def test_shared_transactions_of_two_croupiers_never_lose_or_double_a_bet(tmp_path: Path) -> None:
    """Both serve the same tables, in opposite order, with the same and with other commands."""
    players = players_with(1_000_000, 6)
    key = SealKey(seal_key(tmp_path))
    tables = []
    for player in players:
        table = LiveTable(tmp_path, table_open(betting_seconds=120))
        table.sit([player])
        table.until("bets-opened")
        tables.append(table.table.pk)
    same = [[bet(1, {"red": 100}) for _ in tables] for _ in range(20)]
    accepted = itertools.count()

    def job(order: int) -> Callable[[], None]:
        def run() -> None:
            published: list[tuple[str, bytes]] = []
            workers = [TableWorker(table, key, published.extend) for table in tables]
            for commands in same:
                own = [bet(1, {"black": 100}) for _ in tables]
                for worker, player, repeated, new in zip(workers, players, commands, own, strict=True):
                    worker.queue.extend(
                        (
                            "test",
                            QueuedMessage(player.pk, player.pk, worker.table, msgspec.json.encode(command)),
                        )
                        for command in (repeated, new)
                    )
                common_turn.work(workers[::order], published.extend)
            for channel, message in published:
                if channel == envelope.web_channel("test"):
                    for _, frame in envelope.decode_replies(message):
                        assert msgspec.json.decode(frame)["t"] == "ok", frame
                        next(accepted)

        return run

    run_concurrently(job(1), job(-1))
    assert next(accepted) == 2 * 2 * 20 * len(tables)
    # Both croupiers were told yes for the same bets, which were taken once.
    assert [balance(player) for player in players] == [1_000_000 - 3 * 20 * 100] * len(players)
    assert ledger.total()["EUR"] == 0
    assert Command.objects.filter(player__in=[player.pk for player in players]).count() >= 60 * len(tables)


def test_a_table_or_a_wallet_that_somebody_has_locked_does_not_stop_other_tables(tmp_path: Path) -> None:
    players = players_with(10_000, 3)
    tables = []
    for player in players:
        table = LiveTable(tmp_path, table_open(betting_seconds=120))
        table.sit([player])
        table.until("bets-opened")
        tables.append(table)
    locked, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            journal.lock_rows([tables[0].table.pk])
            ledger.lock({tables[1].live.seats[1].wallet})
            locked.set()
            done.wait(30)

    def share() -> None:
        locked.wait(30)
        try:
            waiting = [
                TableBets(table.transaction, [_asked(player.pk, bet(1, {"red": 100}))])
                for table, player in zip(tables, players, strict=True)
            ]
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = '5s'")
            assert commit_together(waiting).keys() == {tables[2].table.pk}
        finally:
            done.set()

    run_concurrently(hold, share)
    assert [balance(player) for player in players] == [10_000, 10_000, 9_900]
