"""A player whom the operator removes: the stake in play is settled, and then the session ends with its
statement.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.floor import tasks
from games.rules.shared.refusals import Refusal
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import Player, PlaySession
from tests.live_table import LiveTable, balance, bet, players_with


def part(room: LiveTable, player: Player, cause: str = "excluded") -> None:
    Player.objects.filter(pk=player.pk).update(status="suspended")
    assert (
        room.execute([CommandRequest(0, protocol.EndStay(player.pk, cause), ("house", 0))]).results[0].refused
        is None
    )


def stay(player: Player) -> PlaySession:
    return PlaySession.objects.get(player=player)


def test_a_stake_in_play_is_settled_and_then_the_session_ends(room: Callable[..., LiveTable]) -> None:
    table = room()
    (player,) = players_with(10_000, 1)
    table.sit([player])
    table.until("bets-opened")
    assert table.send((player, bet(table.round, {"red": 1000, "black": 1000})))[0].refused is None
    table.until("bets-closed")
    part(table, player)
    assert stay(player).ended is None, "the stake is waited for"
    table.until("round-ended")
    table.until("bets-opened") if stay(player).ended is None else None
    ended = stay(player)
    assert ended.ended is not None and ended.cause == "excluded" and ended.staked == 2000
    assert balance(player) == 10_000 - ended.staked + ended.returned


def test_without_a_stake_the_seat_is_given_up_at_once(room: Callable[..., LiveTable]) -> None:
    table = room()
    player, other = players_with(10_000, 2)
    table.sit([player, other])
    part(table, player, "house")
    assert stay(player).cause == "house" and stay(other).ended is None
    refused = (
        table.execute([CommandRequest(0, protocol.EndStay(player.pk, "house"), ("house", 0))])
        .results[0]
        .refused
    )
    assert refused is not None, "said twice, it is only refused the second time"


def test_who_asked_to_leave_bets_no_more(room: Callable[..., LiveTable]) -> None:
    """[AR-27] The stake in play is settled, and then the stay ends: nothing is added to it."""
    table = room()
    player, other = players_with(10_000, 2)
    table.sit([player, other])
    table.until("bets-opened")
    assert table.send((player, bet(table.round, {"red": 1000})))[0].refused is None
    table.send((player, protocol.Leave(uuid4())))
    (chair,) = [chair for chair in table.live.seats.values() if chair.player == player.pk]
    assert chair.leaving
    (result,) = table.send((player, bet(table.round, {"black": 1000})))
    assert result.refused is not None and result.refused.code is Refusal.NOT_NOW
    assert balance(player) == 9_000


def test_nobody_is_shown_out_of_a_table_on_hold(room: Callable[..., LiveTable]) -> None:
    """What becomes of the round is not known yet. After the release the player goes as the rules say."""
    table = room()
    (player,) = players_with(10_000, 1)
    table.sit([player])
    table.until("bets-opened")
    assert table.send((player, bet(table.round, {"red": 1000})))[0].refused is None
    table.transaction.hold("a fault")
    table.new_croupier()
    Player.objects.filter(pk=player.pk).update(status="suspended")
    end = CommandRequest(0, protocol.EndStay(player.pk, "excluded"), ("house", 0))
    refused = table.execute([end]).results[0].refused
    assert refused is not None and refused.code is Refusal.ON_HOLD
    assert table.live.players == {player.pk: 1} and not table.live.seats[1].leaving
    table.release()
    assert table.execute([end]).results[0].refused is None
    assert table.live.seats[1].leaving == "excluded"


def test_no_browser_can_say_it() -> None:
    with pytest.raises(Exception, match="Invalid value 'part'"):
        protocol.decode_message(b'{"t":"part","player":1,"cause":"house"}')


def test_a_suspended_player_who_is_still_seated_is_removed_later(
    room: Callable[..., LiveTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first word may be lost with the messages between the processes."""
    sent: list[tuple[list[int], object]] = []
    monkeypatch.setattr(tasks, "send_to_tables", lambda tables, command: sent.append((tables, command)))
    table = room()
    player, other = players_with(10_000, 2)
    table.sit([player, other])
    assert tasks.sweep_removed_players() == 0
    Player.objects.filter(pk=player.pk).update(status="suspended")
    assert tasks.sweep_removed_players() == 1 and sent == [
        ([table.table.pk], protocol.EndStay(player.pk, "house"))
    ]
