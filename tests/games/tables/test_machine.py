"""A table that two croupiers serve in turn, with crashes and retries in any order: every accepted command
counts once, and a croupier that has served knows what the record knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, invariant, multiple, rule
from msgspec import structs

from games.tables.croupier import journal
from games.tables.domain.commands import CommandRequest
from players.wallet import ledger
from players.wallet.models import Account
from tests.live_table import CroupierTransaction, LiveTable, bet, players_with
from tests.state_machines import MOST_STEPS, DatabaseMachine, explore, planted, shortest_failure

FUNDS, STAKE = 1000, 100
croupiers = st.integers(0, 1)


class Crash(Exception):
    """The process ends before its transaction is committed."""


class MortalCroupier(CroupierTransaction):
    dies = False

    @contextmanager
    def _atomic(self) -> Iterator[None]:
        with super()._atomic():
            yield
            if self.dies:
                raise Crash


class TableMachine(DatabaseMachine):
    """Bets of two players at one wheel, taken by whichever croupier has the table."""

    open_table: Callable[[], LiveTable]
    sent = Bundle("sent")

    def prepare(self) -> None:
        serving.clear()
        table = type(self).open_table()
        self.players = players_with(FUNDS, 2)
        table.sit(self.players)
        table.until("bets-opened")
        self.table, self.round = table.table, table.round
        self.croupiers = [self.new_croupier(table.transaction) for _ in range(2)]
        for croupier in self.croupiers:
            croupier.refresh()  # both remember the table
        self.staked = [0, 0]
        self.is_open = True

    def new_croupier(self, like: Any) -> MortalCroupier:
        return MortalCroupier(self.table.pk, like.key)

    def execute(self, croupier: int, requests: list[CommandRequest]) -> Any:
        serving[:] = [self.croupiers[croupier]]
        result = serving[0].execute(requests)
        fresh = self.new_croupier(serving[0]).refresh().live
        assert result.loaded.live.game == fresh.game, "a croupier knows something else than the record"
        return result

    @rule(
        target=sent, player=st.integers(0, 1), croupier=croupiers, dies=st.sampled_from([False, False, True])
    )
    def bets(self, player: int, croupier: int, dies: bool) -> Any:
        """A croupier that dies has answered nothing; the player asks again later."""
        person = self.players[player]
        request = CommandRequest(person.pk, bet(self.round, {"red": STAKE}, uuid4()), ("test", 1))
        self.croupiers[croupier].dies = dies
        try:
            (result,) = self.execute(croupier, [request]).results
        except Crash:
            self.croupiers[croupier] = self.new_croupier(self.croupiers[croupier])
            return player, request, False
        if result.refused is not None:
            assert not self.is_open, result.refused
            return multiple()
        assert self.is_open
        self.staked[player] += STAKE
        return player, request, True

    @rule(command=sent, croupier=croupiers)
    def asks_again(self, command: Any, croupier: int) -> None:
        player, request, counted = command
        (result,) = self.execute(croupier, [request]).results
        if counted or request.command.id in self.late:
            assert result.refused is None, "what was accepted stays accepted"
        elif result.refused is None:
            assert self.is_open
            self.late.add(request.command.id)
            self.staked[player] += STAKE

    @property
    def late(self) -> set[Any]:
        """The commands that count since they were asked again."""
        found: set[Any] = self.__dict__.setdefault("_late", set())
        return found

    @rule(croupier=croupiers)
    def takes_the_next_step(self, croupier: int) -> None:
        """As if its time had come."""
        serving, due = self.croupiers[croupier], journal.now() - 2
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_table SET due = to_timestamp(%s / 1000.0) WHERE id = %s", [due, self.table.pk]
            )
        loaded = serving.refresh()
        serving.loaded = structs.replace(loaded, live=structs.replace(loaded.live, due=due))
        kinds = [step.event.__struct_config__.tag for step in self.execute(croupier, []).steps]
        if "bets-closed" in kinds:
            self.is_open = False

    @invariant()
    def always_the_money_of_the_accepted_bets(self) -> None:
        if not hasattr(self, "is_open") or not self.is_open:
            return
        wallets = [
            Account.objects.get(kind="wallet", currency="EUR", player=player).balance
            for player in self.players
        ]
        assert wallets == [FUNDS - staked for staked in self.staked]

    @invariant()
    def always_nothing_in_all_accounts(self) -> None:
        assert sum(ledger.total().values()) == 0


serving: list[MortalCroupier] = []  # the croupier that works now, for planted mistakes


@pytest.fixture
def machine(room: Callable[..., LiveTable]) -> type[TableMachine]:
    TableMachine.open_table = staticmethod(room)
    return TableMachine


def test_two_croupiers_serve_a_table_in_any_order(machine: type[TableMachine]) -> None:
    explore(machine, attempts=12, steps=10)


def stale(lock_row: Callable[..., Any]) -> Callable[..., Any]:
    """The memory counts as valid though the other croupier has written."""

    def wrong(table: int) -> Any:
        row = lock_row(table)
        known = serving[0].loaded if serving else None
        return row if known is None else structs.replace(row, version=known.live.seq)

    return wrong


def lost(write: Callable[..., Any]) -> Callable[..., Any]:
    """A transfer of each set is lost."""
    return lambda moves: write(list(moves)[:-1])


def early(atomic: Callable[..., Any]) -> Callable[..., Any]:
    """A crash leaves what was written."""

    @contextmanager
    def wrong(self: Any) -> Iterator[None]:
        with transaction.atomic():
            yield
        if self.dies:
            raise Crash

    return wrong


@pytest.mark.parametrize(
    ("owner", "name", "mistake"),
    [
        (journal, "lock_row", stale),
        (ledger, "write", lost),
        (MortalCroupier, "_atomic", early),
    ],
)
def test_a_planted_mistake_shrinks_to_a_few_steps(
    owner: Any, name: str, mistake: Callable[..., Any], machine: type[TableMachine]
) -> None:
    with planted(owner, name, mistake):
        steps = shortest_failure(machine, attempts=12, steps=8)
    assert 1 <= len(steps) <= MOST_STEPS, steps
