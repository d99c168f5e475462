"""Several croupiers note one refusal once, in a thread that ends with its croupier."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.tables.croupier.reached_limits import ReachedLimits
from games.tables.croupier.turn import Inbox
from games.tables.croupier.worker import TableWorker
from games.tables.domain.commands import CommandRequest
from players.audit.models import Line
from players.protection.limits import set_limits
from players.protection.limits_reached import note_bet_over_limit
from tests.concurrency import run_concurrently
from tests.live_table import LiveTable, bet, players_with, table_open

pytestmark = pytest.mark.usefixtures("lasting_db")
LINES = ("limits.stake-reached", "limits.loss-reached")


def test_croupiers_of_many_tables_note_one_refusal_once() -> None:
    (ana,) = players_with(10_000, 1)
    set_limits(ana, {("stake", "day"): 500})
    run_concurrently(*[lambda: note_bet_over_limit(ana.pk, "day")] * 8)
    assert Line.objects.filter(player=ana, kind__in=LINES).count() == 1


def test_its_thread_writes_and_ends_with_its_croupier(tmp_path: Path) -> None:
    table = LiveTable(tmp_path, table_open(betting_seconds=300, rest_seconds=5))
    (ana,) = players_with(10_000, 1)
    set_limits(ana, {("loss", "day"): 500})
    table.sit([ana])
    table.until("bets-opened")
    late = ReachedLimits()
    late.start()
    worker = TableWorker(table.table.pk, table.transaction.key, lambda messages: None)
    worker.reached_limits = late
    results = table.transaction.execute([CommandRequest(ana.pk, bet(1, {"red": 600}), ("test", 1))]).results
    worker._note_results(Inbox(), results)
    late.stop()
    late.join(10)
    assert not late.is_alive()
    assert Line.objects.get(player=ana, kind__in=LINES).kind == "limits.loss-reached"
