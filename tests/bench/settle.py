"""Settlement of one round with a thousand players on five places each, compared with settlement row by
row and with bulk updates.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from tests.bench import environment
from tests.bench.measure import detail, goal, library, quickly, spread
from tests.bench.places import stakes

PLAYERS, FEW = 1000, 100
CENTS, MONEY = 100, 1_000_000_00
ROUNDS = quickly(1, 3)
LEAST = {"rows": 50, "bulk": 20}


class Statements:
    """Counts the statements sent to the database, sets of rows included."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Callable[..., Any], *given: Any) -> Any:
        self.count += 1
        return execute(*given)

    @contextmanager
    def counted(self) -> Any:
        from django.db import connection

        from games.tables.croupier import journal
        from players.shared import bulk_copy
        from players.wallet import ledger

        def copied(sql: str, rows: Any) -> None:
            self.count += 1
            bulk_copy.copy_rows(sql, rows)

        self.count, kept = 0, (journal.copy_rows, ledger.copy_rows)
        journal.copy_rows = ledger.copy_rows = copied
        try:
            with connection.execute_wrapper(self):
                yield
        finally:
            journal.copy_rows, ledger.copy_rows = kept


def settled(own: Any, statements: Statements) -> tuple[float, str, int]:
    """The duration of the transaction that settles one of our rounds, the number drawn, and the amount paid
    back.
    """
    from games.models import Round
    from tests.bench.own_table import kinds

    own.until("bets-opened")
    laid = [(player, stakes(n, CENTS)) for n, player in enumerate(own.players)]
    for first in range(0, len(laid), 200):
        own.accepted(own.bets(laid[first : first + 200]))
    own.until("bets-closed")
    own.make_due()
    gc.collect()
    with statements.counted():
        begun = time.perf_counter()
        served = own.transaction.execute([])
        seconds = time.perf_counter() - begun
    assert "round-ended" in kinds(served)
    closed = Round.objects.get(table=own.table, number=own.round)
    return seconds, closed.outcome, closed.returned


class Plain:
    """The same bets in the plain project."""

    def __init__(self, players: list[Any]) -> None:
        self.players = [player.pk for player in players]

    def settle(self, how: Callable[..., None], number: str) -> tuple[float, int]:
        from django.db.models import F, Sum

        from tests.bench.plain.models import Account, Bet, Round, Transfer

        round_id = environment.plain_round(1, CENTS, self.players, MONEY)
        game = Round.objects.get(pk=round_id)
        wallets = dict(Account.objects.filter(player__in=self.players).values_list("player", "pk"))
        laid = [(player, stakes(n, CENTS)) for n, player in enumerate(self.players)]
        bets = [
            Bet(round=game, player=player, place=place, cents=cents)
            for player, on in laid
            for place, cents in on.items()
        ]
        Bet.objects.bulk_create(bets)
        Transfer.objects.bulk_create(
            Transfer(
                id=uuid4(),
                source_id=wallets[player],
                target_id=game.stakes_id,
                round=game,
                cents=sum(on.values()),
            )
            for player, on in laid
        )
        total = sum(sum(on.values()) for _, on in laid)
        Account.objects.filter(player__in=self.players).update(balance=F("balance") - 5 * CENTS)
        Account.objects.filter(pk=game.stakes_id).update(balance=total)
        gc.collect()
        begun = time.perf_counter()
        how(round_id=round_id, number=number)
        seconds = time.perf_counter() - begun
        paid = (
            Bet.objects.filter(round=game, won=True).aggregate(all=Sum(F("cents") + F("prize")))["all"] or 0
        )
        return seconds, paid


def settle() -> None:
    with environment.servers() as folder:
        from tests.bench.own_table import OwnTable
        from tests.bench.plain.bets import settle_by_bulk, settle_by_rows
        from tests.live_table import players_with

        people = players_with(MONEY, PLAYERS)
        own, plain, statements, few = (
            OwnTable(folder.path, people, CENTS),
            Plain(people),
            Statements(),
            Statements(),
        )
        settled(OwnTable(folder.path, people[:FEW], CENTS), few)
        settled(own, statements)
        seconds: dict[str, list[float]] = {"ours": [], "rows": [], "bulk": []}
        for _ in range(ROUNDS):
            took, number, returned = settled(own, statements)
            seconds["ours"].append(took)
            for name, how in (("rows", settle_by_rows), ("bulk", settle_by_bulk)):
                took, paid = plain.settle(how, number)
                seconds[name].append(took)
                assert paid == returned, f"the two sides disagree: {paid} and {returned}"
        _report(seconds, statements.count, few.count)


OURS = """
SELECT count(*) FILTER (WHERE kind <> 'stake'),
    (SELECT count(*) FROM games_stake s WHERE s.round_id = t.round)
FROM wallet_transfer t WHERE round = (SELECT max(round_id) FROM games_stake) GROUP BY round
"""
PLAIN = """
SELECT (SELECT count(*) FROM plain_transfer t WHERE t.round_id = r.id AND t.target_id <> r.stakes_id),
       (SELECT count(*) FROM plain_bet b WHERE b.round_id = r.id)
FROM plain_round r ORDER BY id DESC LIMIT 1
"""


def _report(seconds: dict[str, list[float]], statements: int, few: int) -> None:
    (ours,), (plain,) = environment.query(OURS), environment.query(PLAIN)
    detail(f"seconds to settle {PLAYERS} players x 5 places:")
    for name, label in (("ours", "ours"), ("rows", "row by row"), ("bulk", "bulk_create and bulk_update")):
        detail(f"  {label}: {spread(seconds[name])}")
    detail(
        f"joined: a player's places make {ours[0]} transfers and {ours[1]} stakes; "
        f"the others write {plain[0]} and {plain[1]} bets"
    )
    detail(f"statements: ours {statements} for {PLAYERS} players, {few} for {FEW}")
    for name in ("rows", "bulk"):
        ratios = [b / a for a, b in zip(seconds["ours"], seconds[name], strict=True)]
        goal(f"settle-{name}", ratios, least=LEAST[name], beside=library("Django"))
    goal("settle-statements", statements - few, most=0, beside=f"{FEW} players")
