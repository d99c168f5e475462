"""Commands that arrive together, and malformed commands: each is accepted or refused, and the table
continues.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from games.rules.shared.refusals import Refusal
from games.tables.croupier import transaction
from games.tables.domain.pending_changes import PendingChanges
from games.tables.transport import protocol
from tests.live_table import LiveTable, balance, bet, do, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000


def test_who_sits_down_may_bet_with_the_next_word_of_the_same_transaction(room: Open) -> None:
    table = room("holdem")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana])
    table.until("bets-opened")
    sat, bought = table.send((rui, protocol.Sit(uuid4())), (rui, do(table.round, {"t": "buy-in"})))
    assert sat.refused is None and bought.refused is None
    assert balance(rui) == FUNDS - 20_000


@pytest.mark.parametrize(
    "bytes_", [b'{"t":"be\xfft"}', b"[" * 1_900 + b"]" * 1_900, b'{"t":"bet","on":{"\xff":1}}']
)
def test_a_command_that_is_no_text_is_refused_and_the_table_continues(room: Open, bytes_: bytes) -> None:
    table = room()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    (result,) = table.send((ana, protocol.Play(uuid4(), table.round, msgspec.Raw(bytes_))))
    assert result.refused is not None and result.refused.code is Refusal.UNREADABLE
    assert not table.live.held


def test_HE_10_the_last_one_in_who_never_bet_leaves_with_the_round_and_with_the_stack(room: Open) -> None:
    table = room("holdem")
    players = players_with(FUNDS, 3)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert table.send((player, do(table.round, {"t": "buy-in"})))[0].refused is None
    table.until("cards-dealt")
    by_seat = {table.live.players[player.pk]: player for player in players}
    unbet = next(by_seat[seat] for seat, place in table.live.game.seats.items() if not place.committed)
    for player in (*(one for one in players if one is not unbet), unbet):
        table.send((player, protocol.Leave(uuid4())))
    for _ in range(6):
        if table.live.players:
            table.step()
    assert not table.live.players and balance(unbet) >= FUNDS


def test_the_same_id_to_sit_is_answered_alike_after_rounds_have_gone_by(room: Open) -> None:
    table = room()
    (ana,) = players_with(FUNDS, 1)
    command = protocol.Sit(uuid4())
    (first,) = table.send((ana, command))
    for _ in range(8):
        table.step()
    table.new_croupier()
    (repeated,) = table.send((ana, command))
    assert (repeated.version, repeated.refused) == (first.version, None)


def test_what_is_refused_leaves_nothing_in_memory(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal reaches the sender; the transaction in which it was raised is not kept."""
    table, stages = room(), []

    class Seen(PendingChanges):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            stages.append(weakref.ref(self))

    monkeypatch.setattr(transaction, "PendingChanges", Seen)
    (player,) = players_with(10_000, 1)
    commands = [
        bet(1, {"red": 50}),
        do(0, {"t": "no such thing"}),
        protocol.Leave(uuid4()),
        protocol.Sit(uuid4(), 10_000),
    ]
    for _ in range(5):
        assert all(
            result.refused is not None for result in table.send(*((player, command) for command in commands))
        )
    gc.collect()
    assert len(stages) >= 5 and not [changes for changes in stages if changes() is not None]


def test_a_copy_of_a_refused_bet_is_refused_alike_when_money_has_come_meanwhile(room: Open) -> None:
    """A client without a reply retries, and both copies may be decided: after a refusal the bet must not be
    on record.
    """
    table = room()
    (ana,) = players_with(1_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    command = bet(1, {"red": 600})
    commands = [(ana, bet(1, {"black": 600})), (ana, command), (ana, do(1, {"t": "undo"})), (ana, command)]
    together = [result.refused and result.refused.code for result in table.send(*commands)]
    assert together == [None, Refusal.NOT_ENOUGH, None, Refusal.NOT_ENOUGH]
    (later,) = table.send((ana, command))
    assert later.refused is not None and later.refused.code is Refusal.NOT_ENOUGH
    assert balance(ana) == 1_000
    (other,) = table.send((ana, bet(1, {"red": 600})))
    assert other.refused is None, "a new command is decided separately"


def test_a_refused_id_cannot_be_reused_for_another_command(room: Open) -> None:
    table = room()
    (ana,) = players_with(1_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    command = bet(1, {"red": 5_000})
    table.send((ana, command))
    (result,) = table.send((ana, bet(1, {"red": 500}, command.id)))
    assert result.refused is not None and result.refused.code is Refusal.ID_REUSED
