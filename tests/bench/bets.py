"""Committed bets on five places, two hundred in one transaction, compared with one plain transaction for
each bet, and with a ledger in SQL functions, whose transfers are nothing but transfers.

Each bet is one transfer of ours, under the laws for the croupier's role, with its event in the chain and its
command.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from tests.bench import environment
from tests.bench.measure import detail, goal, library, quickly, spread
from tests.bench.peers import ledger
from tests.bench.places import stakes

PLAYERS, BATCH = 300, 200
CENTS, MONEY = 50, 1_000_000_000
SECONDS = quickly(2.0, 4.0)
ROUNDS = quickly(2, 3)


class Turns:
    """Which player bets next, and on which places: players take turns, and each goes through all places."""

    def __init__(self, players: Sequence[int]) -> None:
        self.players, self.turn = players, 0

    def next(self) -> tuple[int, dict[str, int]]:
        number, self.turn = self.turn, self.turn + 1
        return self.players[number % len(self.players)], stakes(number // len(self.players) + number, CENTS)


def own_rate(own: Any, turns: Turns) -> float:
    """Commands per second, without the time to create them."""
    spent, commands = 0.0, 0
    while spent < SECONDS:
        requests = own.bets([turns.next() for _ in range(BATCH)])
        begun = time.perf_counter()
        own.accepted(requests)
        spent += time.perf_counter() - begun
        commands += BATCH
    return commands / spent


def plain_rate(round_id: int, turns: Turns) -> float:
    from tests.bench.plain.bets import bet_place

    begun, commands = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        player, on = turns.next()
        bet_place(round_id=round_id, player=player, command=uuid4(), on=on)
        commands += 1
    return commands / (time.perf_counter() - begun)


def bets() -> None:
    with environment.servers(as_administrator=True) as folder:
        from tests.bench.own_table import OwnTable
        from tests.live_table import limit_stakes, players_with

        ledger.create(PLAYERS)
        ours, plain, functions = [], [], []
        for _ in range(ROUNDS):
            # New players each time: rounds stay open here, and stakes of open rounds count against limits.
            people = players_with(MONEY, PLAYERS)
            limit_stakes(people, PLAYERS * MONEY)
            own = OwnTable(folder.path, people, CENTS)
            own.until("bets-opened")
            with environment.rights_of("house_croupier"):
                ours.append(own_rate(own, Turns(own.players)))
            plain.append(
                plain_rate(environment.plain_round(own.table, CENTS, own.players, MONEY), Turns(own.players))
            )
            functions.append(ledger.posted_a_second(ledger.ANY_TWO, PLAYERS, SECONDS))
        into_one = ledger.posted_a_second(ledger.INTO_ONE, PLAYERS, SECONDS)
        in_sets = ledger.SET * ledger.posted_a_second(ledger.IN_SETS, PLAYERS, SECONDS, clients=1)
        _reconcile()
        own_bytes, peer_bytes = _bytes_a_transfer()
        ((version,),) = environment.query("SHOW server_version")
    detail(
        f"committed commands/s, five places each: ours {spread(ours)}; "
        f"a plain transaction each {spread(plain)}"
    )
    detail(
        f"joined: {BATCH} commands to a transaction; a transfer and an event a command, "
        "where the other side writes its five places besides"
    )
    goal("bets", [a / b for a, b in zip(ours, plain, strict=True)], least=30, beside=library("Django"))
    detail(
        f"transfers/s of a ledger in SQL functions, {ledger.CLIENTS} clients: {spread(functions)}; "
        f"into one account {into_one:,.4g}; {ledger.SET} in one transaction {in_sets:,.4g}"
    )
    ratios = [a / b for a, b in zip(ours, functions, strict=True)]
    goal("bets-ledger", ratios, least=1, beside=f"the shape of pgledger in PostgreSQL {version}")
    detail(
        f"bytes a transfer with all indexes: ours {own_bytes:,.0f}, with its event and command; "
        f"the ledger in SQL functions {peer_bytes:,.0f}"
    )
    goal("bets-bytes", own_bytes, most=1200, beside="743 bytes published by pgledger")


def _bytes_a_transfer() -> tuple[float, float]:
    """Of both sides, with all that was written for it."""
    from tests.round_size import TABLES, sizes_of

    sides = (("wallet_transfer", TABLES), ("peer.transfer", ("peer.transfer", "peer.entry")))
    measured = []
    for counted, tables in sides:
        ((count,),) = environment.query(f"SELECT count(*) FROM {counted}")
        sizes = sizes_of(tables)
        measured.append(sum(sizes.values()) / count)
        for name, size in sizes.items():
            if size >= count:
                detail(f"  {size / count:6,.0f}  {name}")
    return measured[0], measured[1]


def _reconcile() -> None:
    """The balances of both sides equal their transfers, to the cent."""
    ((left,),) = environment.query("SELECT sum(balance) FROM wallet_account WHERE currency = 'EUR'")
    ((odd,),) = environment.query(
        "SELECT count(*) FROM plain_account a WHERE player IS NOT NULL AND balance <> %s - "
        "(SELECT coalesce(sum(cents), 0) FROM plain_transfer t WHERE t.source_id = a.id)",
        [MONEY],
    )
    assert left == 0 and odd == 0, "the money does not add up"
    ledger.reconcile()
