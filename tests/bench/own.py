"""A table of the house at a desk of its own, without a croupier's process around it: what the record costs, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from msgspec import structs

from games.tables.croupier.keys import SealKey
from games.tables.croupier.transaction import Asked, Desk, Served
from games.tables.transport import protocol
from tests.bench import ground
from tests.room import bet, seal_key, table_open

DUE = """
UPDATE games_table SET due = clock_timestamp() - interval '5 ms' WHERE id = %s RETURNING (extract(epoch FROM due) * 1000)::bigint
"""
BACK = ("bench", 1)  # where an answer would go

HAPPENED = "SELECT 1 FROM games_event WHERE table_id = %s AND seq > %s AND kind = %s"


class OwnTable:
    def __init__(self, folder: Path, players: Sequence[Any], minimum: int) -> None:
        self.players = [player.pk for player in players]
        self.table = table_open(seats=len(players), minimum=minimum, betting_seconds=3600).pk
        self.desk = Desk(self.table, SealKey(seal_key(folder)))
        self.accepted([Asked(player, protocol.Sit(uuid4()), BACK) for player in self.players])

    @property
    def round(self) -> int:
        assert self.desk.place is not None
        return self.desk.place.live.round

    def bets(self, laid: Sequence[tuple[int, dict[str, int]]]) -> list[Asked]:
        return [Asked(player, bet(self.round, on), BACK) for player, on in laid]

    def accepted(self, asked: list[Asked]) -> None:
        served = self.desk.serve(asked)
        refused = [answer.refused for answer in served.answers if answer.refused is not None]
        if refused:
            raise AssertionError(f"refused: {refused[0]}")

    def make_due(self) -> None:
        """The hour of the table's next step has come."""
        due = int(ground.query(DUE, [self.table])[0][0])
        place = self.desk.look()
        self.desk.place = structs.replace(place, live=structs.replace(place.live, due=due))

    def step(self) -> Served:
        self.make_due()
        return self.desk.serve([])

    def until(self, kind: str) -> None:
        """Steps until that is on the record; where a house is open its own croupier may have been faster."""
        before = self.desk.look().live.seq
        for _ in range(8):
            self.step()
            if ground.query(HAPPENED, [self.table, before, kind]):
                return
        raise AssertionError(f"{kind} did not happen")


def kinds(served: Served) -> list[str]:
    return [step.event.__struct_config__.tag for step in served.steps]
