"""The PHH file that a player takes along from the page of a round and from that of a play session."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pokerkit import HandHistory

from tests.demo_house import signed_in
from tests.games.rounds.replay.test_player_replay import Open, members, played
from tests.games.rounds.test_history import stake_of
from tests.games.tables.test_card_games import send_command, to_end
from tests.live_table import LiveTable
from tests.table_beacon import SHEET, TableBeacon

pytestmark = pytest.mark.usefixtures("valkey_url")


def test_HE_11d_the_pages_offer_a_file_for_programs_that_hides_unseen_cards(
    room: Open, croupier: Callable[[LiveTable], None]
) -> None:
    table = room("holdem")
    croupier(table)
    ana, _bruno = played(table, "holdem")
    stake, client = stake_of(table, ana), signed_in(ana.person.email, "en")
    round_page = client.get(f"/account/rounds/{stake.round_id}/").content.decode()
    session_page = client.get(f"/account/sessions/{stake.session}/").content.decode()
    assert f'href="/account/rounds/{stake.round_id}/hand.phh"' in round_page
    assert "Hand history for programs (PHH)" in round_page
    assert f'href="/account/sessions/{stake.session}/hands.phh"' in session_page
    file = client.get(f"/account/rounds/{stake.round_id}/hand.phh")
    assert file.status_code == 200 and "????" in file.content.decode()
    assert file["Content-Type"] == "application/toml"
    assert file["Content-Disposition"] == f'attachment; filename="hand-{stake.round_id}.phh"'


def test_HE_65_a_hand_with_a_beacon_is_written_for_programs(
    room: Open, croupier: Callable[[LiveTable], None]
) -> None:
    values, table = TableBeacon(), room("holdem", sheet=SHEET)
    croupier(table)
    ana, bruno = members(2)
    table.sit([ana, bruno])
    table.until("bets-opened")
    for player in (ana, bruno):
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    table.until("hand-fixed")
    values.publish_for(table)
    to_end(table)
    address = f"/account/rounds/{stake_of(table, ana).round_id}/hand.phh"
    history = HandHistory.loads(signed_in(ana.person.email, "en").get(address).content.decode())
    *_, state = history
    seats = table.live.game.seats
    assert [round(100 * stack) for stack in history.finishing_stacks or ()] == [
        seats[seat].stack for seat in history.seats or ()
    ]
    assert sum(state.stacks) == sum(history.starting_stacks)
