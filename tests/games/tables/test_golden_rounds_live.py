"""The golden rounds (tests/rounds) played at live tables: the croupier's own code deals, decides, pays and
publishes.

tests/rules/test_golden_rounds.py compares the engines alone. Here each round passes through the table:
players sit, their commands arrive as messages, deadlines expire, money moves between accounts, and every
browser folds its frames.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from games.rules.engine import Wait
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.croupier.transaction import TransactionResult
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import Player
from players.wallet import ledger
from tests.live_table import LiveTable, account, balance, do, players_with
from tests.rounds.golden import FOLDER, RecordedDraws, Step

Open = Callable[..., LiveTable]
FUNDS = 500_000
FILES = sorted(FOLDER.glob("*.json"))


class BrokenShuffler(RecordedDraws):
    """Gives the same card for every place."""

    def __init__(self) -> None:
        super().__init__({})

    def shuffled(self, n: int) -> Sequence[int]:
        return (0,) * n


class Script:
    """A golden file at a live table."""

    def __init__(self, golden: dict[str, Any], table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
        self.golden, self.table = golden, table
        self.players: dict[int, Player] = dict(
            zip(golden["seats"], players_with(FUNDS, len(golden["seats"])), strict=True)
        )
        self.draws = RecordedDraws({})
        self.tags = {
            event["t"] for steps in golden["rounds"] for step in steps for event in step.get("events", ())
        }
        self.moved: Counter[int] = Counter()  # in each wallet, by the postings of the file
        monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: self.draws)

    def sit(self) -> None:
        for seat, player in self.players.items():
            (result,) = self.table.send((player, protocol.Sit(uuid4(), seat)))
            assert result.refused is None

    def play(self) -> None:
        for number, steps in enumerate(self.golden["rounds"]):
            if self.table.live.held:
                self.table.release()
            if not self.table.live.running:
                self.table.until("bets-opened")
            for step in steps:
                self.check(step, f"round {number}: {step.get('says') or step.get('house')}")
        assert {seat: balance(player) - FUNDS for seat, player in self.players.items()} == {
            seat: self.moved[seat] for seat in self.players
        }
        assert set(ledger.total().values()) <= {0}

    def check(self, step: Step, where: str) -> None:
        if "refused" in step:
            assert self.refused(step) == (step["refused"]["code"], step["refused"]["rule"]), where
            return
        if not step["events"]:
            return  # a second fault of a round that is void already: at a table nothing asks for it
        happened = self.happened(step)
        kept = [event["t"] for event in step["events"]]
        assert [tag for tag in happened if tag in self.tags] == kept, where
        for kind, seat, cents in step["postings"]:
            source, target = TRANSFER_ACCOUNTS[kind]
            self.moved[seat] += cents * ((target is AccountKind.WALLET) - (source is AccountKind.WALLET))
        shown = msgspec.json.decode(msgspec.json.encode(self.engine.view(self.table.live.game, None)))
        assert _without_cause(shown) == _without_cause(step["views"]["table"]), where

    @property
    def engine(self) -> Any:
        assert self.table.transaction.loaded is not None
        return self.table.transaction.loaded.rules.engine

    def apply_step(self, step: Step) -> TransactionResult:
        player = self.players[step["seat"]]
        return self.table.execute(
            [CommandRequest(player.pk, do(self.table.round, step["says"]), ("test", 1))]
        )

    def refused(self, step: Step) -> tuple[str, str]:
        (result,) = self.apply_step(step).results
        assert result.refused is not None, step
        return str(result.refused.code), result.refused.rule

    def happened(self, step: Step) -> list[str]:
        if "says" in step:
            served = self.apply_step(step)
            (result,) = served.results
            assert result.refused is None, (step, result.refused)
            return [applied.event.__struct_config__.tag for applied in served.steps]
        self.draws = RecordedDraws(step)
        if step.get("cause") == "shuffler-failure":
            self.draws = BrokenShuffler()
            return self.table.step()
        if step["house"] == "void":
            return self.table.step(late=1000 * self.engine_sheet.resume_within + 1000)
        return self.lapsed(step) if step["house"] == "lapse" else self.table.step()

    def lapsed(self, step: Step) -> list[str]:
        """The time of one seat runs out. A player alone has no such time before the round begins: this one
        begins it.
        """
        if self.engine.waiting_for(self.table.live.game) is Wait.BETS:
            return self.happened({"seat": step["seat"], "says": {"t": "launch"}})
        happened = self.table.step()
        return self.table.step() if happened == ["time-called"] else happened

    @property
    def engine_sheet(self) -> Any:
        assert self.table.transaction.loaded is not None
        return self.table.transaction.loaded.rules.sheet


def _without_cause(view: dict[str, Any]) -> dict[str, Any]:
    """A fault of the file is its own; at a table it is the time that was lost."""
    return {name: value for name, value in view.items() if name != "cause"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_round_is_the_same_at_a_live_table(
    path: Path, room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    golden = json.loads(path.read_text("utf-8"))
    sheet = {name: value for name, value in golden["sheet"].items() if name != "system"}
    script = Script(golden, room(golden["system"], sheet=sheet, **golden["setting"]), monkeypatch)
    script.sit()
    script.play()
    assert account(script.table.table, "stakes") == 0
