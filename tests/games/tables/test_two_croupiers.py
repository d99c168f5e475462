"""One table served by two croupiers in turn: what each holds in memory stays valid after the other's
changes.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import msgspec

from games.tables.croupier.broadcast import TableBroadcast
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]


def test_a_player_seated_by_one_croupier_and_removed_by_the_other_is_notified_once(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([rui])
    slow = TableBroadcast()
    slow.start(table.transaction.refresh())
    slow.add(table.execute([CommandRequest(ana.pk, protocol.Sit(uuid4()), ("test", 1))]))
    # It has not spoken yet when the other croupier lets her go.
    table.new_croupier()
    table.send((ana, protocol.Leave(uuid4())))
    live = table.transaction.refresh()
    assert ana.pk not in live.live.players and rui.pk in live.live.players
    slow.advance_to(live.live.seq)
    frames = slow.frames(live, 0)
    assert set(frames.players) == {rui.pk}
    assert frames.version == live.live.seq and msgspec.json.decode(frames.public)["v"] == live.live.seq
