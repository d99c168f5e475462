"""The state in which a round opened is stored without the text of its rules, and read with it."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import msgspec

from games.models import Round
from games.rounds.replay.replay import opening_state
from games.tables.stored_states import compress_opening, decompress_opening
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]


def opened_round(room: Open) -> Round:
    table = room("blackjack")
    table.sit(players_with(10_000, 1))
    table.until("bets-opened")
    return Round.objects.select_related("table").get(table=table.table, number=1)


def test_the_state_is_stored_without_its_rules(room: Open) -> None:
    game_round = opened_round(room)
    state = opening_state(game_round)
    assert game_round.sheet_id is not None and game_round.setting_id is not None
    rules = game_round.sheet_id, game_round.setting_id
    assert compress_opening(state, *rules) == bytes(game_round.start)
    assert decompress_opening(bytes(game_round.start), *rules) == msgspec.json.encode(state)
    assert len(game_round.start) < len(zlib.compress(msgspec.json.encode(state), 1)) / 2


def test_a_state_that_was_stored_with_its_rules_is_read(room: Open) -> None:
    game_round = opened_round(room)
    state = opening_state(game_round)
    game_round.start = zlib.compress(msgspec.json.encode(state), 1)
    assert opening_state(game_round) == state
