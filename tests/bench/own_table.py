"""A table without a croupier process: it measures the cost of the transaction alone."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from msgspec import structs

from games.draw.seal_key import SealKey
from games.tables.croupier.transaction import TableTransaction, TransactionResult
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from tests.bench import environment
from tests.live_table import bet, seal_key, table_open

DUE = """
UPDATE games_table SET due = clock_timestamp() - interval '5 ms' WHERE id = %s
RETURNING (extract(epoch FROM due) * 1000)::bigint
"""
PATIENCE = 30.0  # seconds, with a beacon
BACK = ("bench", 1)  # where an answer would go

HAPPENED = "SELECT 1 FROM games_event WHERE table_id = %s AND seq > %s AND kind = %s"


class OwnTable:
    def __init__(self, folder: Path, players: Sequence[Any], minimum: int) -> None:
        self.players = [player.pk for player in players]
        self.table = table_open(seats=len(players), minimum=minimum, betting_seconds=3600).pk
        self.transaction = TableTransaction(self.table, SealKey(seal_key(folder)))
        self.accepted([CommandRequest(player, protocol.Sit(uuid4()), BACK) for player in self.players])

    @property
    def round(self) -> int:
        assert self.transaction.loaded is not None
        return self.transaction.loaded.live.round

    def bets(self, laid: Sequence[tuple[int, dict[str, int]]]) -> list[CommandRequest]:
        return [CommandRequest(player, bet(self.round, on), BACK) for player, on in laid]

    def accepted(self, requests: list[CommandRequest]) -> None:
        served = self.transaction.execute(requests)
        refused = [answer.refused for answer in served.results if answer.refused is not None]
        if refused:
            raise AssertionError(f"refused: {refused[0]}")

    def make_due(self) -> None:
        """Makes the table's next step due now."""
        due = int(environment.query(DUE, [self.table])[0][0])
        loaded = self.transaction.refresh()
        self.transaction.loaded = structs.replace(loaded, live=structs.replace(loaded.live, due=due))

    def step(self) -> TransactionResult:
        self.make_due()
        return self.transaction.execute([])

    def until(self, kind: str, after: int | None = None) -> None:
        """Runs steps until this event is on record, after the last one or that one. In a running
        installation its own croupier may be faster.
        """
        before = self.transaction.refresh().live.seq if after is None else after
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.step()
            if environment.query(HAPPENED, [self.table, before, kind]):
                return
            if self.transaction.postponed:  # for the value of a beacon
                time.sleep(0.1)
        raise AssertionError(f"{kind} did not happen")


def kinds(served: TransactionResult) -> list[str]:
    return [step.event.__struct_config__.tag for step in served.steps]
