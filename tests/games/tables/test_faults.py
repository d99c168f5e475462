"""How a table reacts to faults: another croupier, a short or long outage, an error in the code."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from games.models import Event, Incident, Round
from games.rules.shared.refusals import Refusal
from games.tables.croupier.transaction import TableTransaction
from games.tables.croupier.worker import TableWorker
from games.tables.domain.commands import CommandRequest
from games.tables.domain.pending_changes import chain_hash
from games.tables.domain.views import table_view
from games.tables.transport import protocol
from players.wallet.models import Transfer
from tests.games.tables.clocks import DatabaseClock
from tests.live_table import LiveTable, account, balance, bet, players_with

Open = Callable[..., LiveTable]


def test_any_croupier_takes_over_at_any_event(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    for turn in range(1, 4):
        for step in range(3):
            table.step()
            if step == 0:
                table.send((ana, bet(turn, {"red": 500})), (rui, bet(turn, {"even": 100, "straight:0": 50})))
            live = TableTransaction(table.table.pk, table.transaction.key).refresh()
            assert live.live == table.live and live.accounts == table.transaction.loaded.accounts
            table.new_croupier()


def test_the_journal_is_one_chain(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    table.until("round-ended")
    chain = b""
    for number, event in enumerate(Event.objects.filter(table=table.table).order_by("seq"), 1):
        columns = (
            event.seq,
            event.kind,
            event.data.encode(),
            event.round_id,
            event.player,
            event.command,
            event.digest,
        )
        chain = chain_hash(chain, round(event.at.timestamp() * 1000), *columns)
        assert event.chain is None or bytes(event.chain) == chain
        assert event.seq == number
    table.table.refresh_from_db()
    assert bytes(table.table.chain) == chain


def test_the_house_back_within_the_time_of_the_sheet_resumes_the_round(room: Open) -> None:
    table = room(sheet={"resume_within": 60})
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    table.new_croupier()
    assert table.step(late=59_000) == ["bets-closed"]
    assert Round.objects.get(table=table.table, number=1).status == "open"


def test_AR_21_the_house_back_too_late_voids_the_round_and_every_stake_goes_back(room: Open) -> None:
    table = room(sheet={"resume_within": 60})
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    table.step()
    table.send((ana, bet(1, {"red": 500})), (rui, bet(1, {"straight:0": 100})))
    happened = table.step(late=61_000)
    assert happened[:2] == ["round-voided", "round-ended"]
    assert (balance(ana), balance(rui), account(table.table, "stakes")) == (10_000, 10_000, 0)
    void = Round.objects.get(table=table.table, number=1)
    assert (void.status, void.cause, void.seed) == ("void", "not-resumed", ""), (
        "a void round's seed is never opened"
    )
    assert not Transfer.objects.filter(round=void.pk, kind="prize").exists()
    incident = Incident.objects.get(table=table.table)
    assert (incident.round, incident.reason, incident.closed) == (1, "not-resumed", None)
    assert table.step() == [], "nothing is dealt until staff release the table"
    table.release()
    assert table.until("bets-opened"), "and the table continues"


def test_a_bug_holds_the_table_and_loses_nothing(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    accepted_bet = bet(1, {"red": 500})
    table.send((ana, accepted_bet))
    worker = TableWorker(table.table.pk, table.transaction.key, lambda out: None)
    engine = table.transaction.loaded.rules.engine
    monkeypatch.setattr(engine, "act", lambda *_: 1 / 0)
    requests = [
        CommandRequest(ana.pk, command, ("test", 1)) for command in (bet(1, {"red": 500}), accepted_bet)
    ]
    result = worker._transact(requests)
    assert result is not None
    assert [answer.refused and answer.refused.code for answer in result.results] == [Refusal.ON_HOLD, None], (
        "what stands keeps its answer"
    )
    table.table.refresh_from_db()
    assert table.table.status == "held" and "ZeroDivisionError" in table.table.reason
    place = worker._refresh()
    seen = json.dumps(
        [
            table_view(place.live, place.current),
            *Event.objects.filter(kind="held").values_list("data", flat=True),
        ],
        default=str,
    )
    assert "held" in seen and "ZeroDivisionError" not in seen, (
        "the program's own words are for the staff alone"
    )
    assert balance(ana) == 9_500 and account(table.table, "stakes") == 500
    monkeypatch.undo()
    table.new_croupier()
    (answer,) = table.send((ana, bet(1, {"black": 500})))
    assert answer.refused is not None and answer.refused.code is Refusal.ON_HOLD
    assert table.step() == [], "nothing moves while the table is on hold"
    table.release()
    assert table.until("round-ended") and account(table.table, "stakes") == 0


@pytest.mark.parametrize(("lost", "status"), [(59, "open"), (61, "void")])
def test_AR_20_the_time_lost_of_a_stopped_round_begins_with_the_stop(
    room: Open, clock: DatabaseClock, lost: int, status: str
) -> None:
    """Nothing is due while a table is on hold: the release itself decides, as both signatures were told."""
    table = room(sheet={"resume_within": 60})
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    table.send((ana, bet(1, {"red": 500})))
    table.execute([CommandRequest(0, protocol.HoldTable("a fault"), ("house", 0))])
    clock.advance(lost)
    table.release()
    assert Round.objects.get(table=table.table, number=1).status == status
    assert balance(ana) == (10_000 if status == "void" else 9_500)
