"""Whom the croupier calls to a table, and what it writes for the worker."""

from __future__ import annotations

from games.tables.croupier.player_notices import PlayerNotices
from players.extras.push.models import PushChoice, PushNotice
from players.models import Player
from tests.games.tables.croupier.test_player_notices import Open
from tests.games.tables.test_holdem_raises import table_of_three


def test_who_wants_to_be_called_is_read_and_a_notice_is_a_row(room: Open) -> None:
    table, (button, small, _big) = table_of_three(room)
    PushChoice.objects.create(player=button, turn=True)
    PushChoice.objects.create(player=small, seat=True)
    notices = PlayerNotices()
    notices.renew()
    assert (notices.turn, notices.seat) == (frozenset({button.pk}), frozenset({small.pk}))
    notices.write((button.pk, "turn", table.table.pk))
    [row] = PushNotice.objects.all()
    assert (row.player_id, row.kind, row.table) == (button.pk, "turn", table.table.pk)
    assert isinstance(row.player, Player)
