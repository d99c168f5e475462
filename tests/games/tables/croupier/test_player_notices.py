"""Notices for players who want to be called: once for each turn, and for nobody else."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty
from typing import Any

from games.tables.croupier.player_notices import PlayerNotices
from tests.games.tables.test_card_games import send_command
from tests.games.tables.test_holdem_raises import table_of_three
from tests.live_table import LiveTable

Open = Callable[..., LiveTable]


def waiting(notices: PlayerNotices) -> list[tuple[int, str, int]]:
    rows = []
    while True:
        try:
            rows.append(notices._waiting.get_nowait())
        except Empty:
            return rows


def watched(table: LiveTable, notices: PlayerNotices, monkeypatch: Any) -> None:
    """Notes every result, as a croupier's worker does."""
    execute = table.transaction.execute

    def noted(requests: Any) -> Any:
        result = execute(requests)
        notices.note(table.table.pk, result)
        return result

    monkeypatch.setattr(table.transaction, "execute", noted)


def test_each_turn_is_noticed_once_and_for_players_who_want_it(room: Open, monkeypatch: Any) -> None:
    table, (button, small, big) = table_of_three(room)
    notices = PlayerNotices()
    notices.turn = frozenset({small.pk})
    watched(table, notices, monkeypatch)
    assert send_command(table, button, {"t": "call"}).refused is None
    assert waiting(notices) == [(small.pk, "turn", table.table.pk)]
    table.execute([])
    assert waiting(notices) == [], "nothing happened in between"
    assert send_command(table, small, {"t": "call"}).refused is None
    assert waiting(notices) == [], "the next player does not want to be called"


def test_without_anybody_to_call_nothing_is_compared(room: Open, monkeypatch: Any) -> None:
    table, (button, _small, _big) = table_of_three(room)
    notices = PlayerNotices()
    watched(table, notices, monkeypatch)
    assert send_command(table, button, {"t": "call"}).refused is None
    assert waiting(notices) == [] and notices._awaited == {}


def test_without_the_app_that_calls_nobody_is(room: Open, monkeypatch: Any) -> None:
    table, (button, _small, _big) = table_of_three(room)
    monkeypatch.setattr("players.inbox.browser_notifications._registered", [])
    notices = PlayerNotices()
    notices.renew()
    notices.write((button.pk, "turn", table.table.pk))
    assert (notices.turn, notices.seat) == (frozenset(), frozenset())


def test_it_ends_with_its_croupier(monkeypatch: Any) -> None:
    """It once outlived the croupiers of tests, and its connection with it."""
    monkeypatch.setattr(PlayerNotices, "renew", lambda _: None)
    notices = PlayerNotices()
    notices.start()
    notices.stop()
    notices.join(10)
    assert not notices.is_alive()
