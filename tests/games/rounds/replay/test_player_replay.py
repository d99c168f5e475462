"""The replay of a finished round: the player's own, step by step, on the page and in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from games.models import Stake
from games.rounds.history import round_details
from games.rounds.proof.draw_check import verify_round
from games.rounds.replay import player_replay
from games.rounds.replay.hand_files import hand_formats
from players.identity.registration import terms
from players.models import Player
from tests.demo_house import signed_in
from tests.games.rounds.test_history import BETS, FUNDS, stake_of
from tests.games.tables.test_card_games import send_command, to_end
from tests.live_table import LiveTable, players_with
from tests.table_beacon import SHEET, TableBeacon

pytestmark = pytest.mark.usefixtures("valkey_url")
Open = Callable[..., LiveTable]
SYSTEMS = [*BETS, "holdem"]


def members(count: int) -> list[Player]:
    players = players_with(FUNDS, count)
    for player in players:
        terms.accept_terms(player=player, terms=terms.publish_terms(), language="en")
    return players


def played(table: LiveTable, system: str) -> tuple[Player, Player]:
    ana, bruno = members(2)
    table.sit([ana, bruno])
    table.until("bets-opened")
    for player in (ana, bruno):
        command = BETS.get(system, lambda seat: {"t": "buy-in"})(table.live.players[player.pk])
        assert send_command(table, player, command).refused is None
    to_end(table)
    return ana, bruno


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_round_of_every_game_is_replayed_for_its_player_only(
    room: Open, croupier: Callable[[LiveTable], None], system: str
) -> None:
    """[AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]"""
    table = room(system)
    croupier(table)
    ana, bruno = played(table, system)
    leave(ana)
    stake = stake_of(table, ana)
    address = f"/account/rounds/{stake.round_id}/replay/"
    response = signed_in(ana.person.email, "en").get(address)
    assert response.status_code == 200
    facts = facts_of(response.content.decode())
    steps = facts["steps"]
    assert len(steps) > 3
    assert steps[-1]["phase"] == "resting"
    assert all(step["text"] for step in steps)
    (stranger,) = members(1)
    assert signed_in(stranger.person.email).get(address).status_code == 404
    assert (
        f'href="{address}"'
        in signed_in(ana.person.email).get(f"/account/rounds/{stake.round_id}/").content.decode()
    )


def leave(player: Player) -> None:
    """The play session is over, as far as the page asks."""
    player.play_sessions.update(ended=stake_time(player))


def stake_time(player: Player) -> Any:
    return Stake.objects.filter(player=player).latest("at").at


def test_MS_12_1_no_round_of_macau_stud_is_reviewed_while_its_player_sits_at_a_table(room: Open) -> None:
    table = room("macau-stud", dealing="shuffler")
    ana, _bruno = played(table, "macau-stud")
    address = f"/account/rounds/{stake_of(table, ana).round_id}/replay/"
    page = signed_in(ana.person.email, "en").get(address).content.decode()
    assert "may not be reviewed while you sit at one of its tables" in page and "replay-facts" not in page
    leave(ana)
    assert "replay-facts" in signed_in(ana.person.email, "en").get(address).content.decode()


def test_HE_11d_the_replay_contains_no_card_that_its_player_did_not_see(
    room: Open, croupier: Callable[[LiveTable], None]
) -> None:
    table = room("holdem")
    croupier(table)
    ana, bruno = played(table, "holdem")
    stake = stake_of(table, ana)
    hidden = table.browsers[bruno.pk].mine["game"]["cards"]
    own = table.browsers[ana.pk].mine["game"]["cards"]
    client = signed_in(ana.person.email, "en")
    page = client.get(f"/account/rounds/{stake.round_id}/replay/").content.decode()
    text = client.get(f"/account/rounds/{stake.round_id}/hand.txt")
    assert text.status_code == 200
    assert "Dealt to" in text.content.decode()
    assert all(f'"{card}"' in page for card in own)
    assert not any(f'"{card}"' in page for card in hidden), "the other hand was folded unseen"
    session = client.get(f"/account/sessions/{stake.session}/hands.txt")
    assert session.content.decode() == text.content.decode()
    (stranger,) = members(1)
    for ending in [one.ending for one in hand_formats()]:
        assert (
            signed_in(stranger.person.email)
            .get(f"/account/rounds/{stake.round_id}/hand.{ending}")
            .status_code
            == 404
        )
        address = f"/account/sessions/{stake.session}/hands.{ending}"
        assert signed_in(stranger.person.email).get(address).status_code == 404


def test_HE_65_a_hand_with_a_beacon_is_replayed_written_and_verified(
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
    stake = stake_of(table, ana)
    hidden = table.browsers[bruno.pk].mine["game"]["cards"]
    own = table.browsers[ana.pk].mine["game"]["cards"]
    client = signed_in(ana.person.email, "en")
    page = client.get(f"/account/rounds/{stake.round_id}/replay/").content.decode()
    steps = facts_of(page)["steps"]
    kinds = [step["news"]["t"] for step in steps if step["news"]]
    assert kinds[:5] == ["bought-in", "bought-in", "hand-fixed", "button-placed", "blind-posted"]
    assert all(step["text"] for step in steps)
    assert all(f'"{card}"' in page for card in own) and not any(f'"{card}"' in page for card in hidden)
    text = client.get(f"/account/rounds/{stake.round_id}/hand.txt").content.decode()
    assert "Dealt to" in text and text.count("posts") == 2
    proof = round_details(stake)["verify"]
    assert proof["format"] == "feltro/round/v3" and verify_round("holdem", proof).good
    round_page = client.get(f"/account/rounds/{stake.round_id}/").content.decode()
    assert proof["beacon"]["signature"] in round_page


def test_without_a_croupier_a_sealed_round_is_reported_as_unavailable(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("holdem")
    ana, _bruno = played(table, "holdem")
    monkeypatch.setattr(player_replay, "query_croupier", lambda *_: {})
    stake = stake_of(table, ana)
    client = signed_in(ana.person.email, "en")
    response = client.get(f"/account/rounds/{stake.round_id}/replay/")
    assert response.status_code == 503 and "cannot be shown at the moment" in response.content.decode()
    for file in (f"rounds/{stake.round_id}/hand.txt", f"sessions/{stake.session}/hands.txt"):
        assert client.get(f"/account/{file}").status_code == 503


def test_requests_for_chances_are_rate_limited(
    room: Open, croupier: Callable[[LiveTable], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("holdem")
    croupier(table)
    ana, _bruno = played(table, "holdem")
    address = f"/account/rounds/{stake_of(table, ana).round_id}/chances/"
    client = signed_in(ana.person.email, "en")
    # One hand alone is known: there is nothing to count.
    assert client.get(address).json() == {"points": []}
    monkeypatch.setattr("games.rounds.replay.views.CHANCES_PER_MINUTE", 1)
    cache.delete(f"chances:{stake_of(table, ana).round_id}:{stake_of(table, ana).seat}")
    assert client.get(address).status_code == 429


def facts_of(content: str) -> dict[str, Any]:
    script = re.search(
        r'<script id="replay-facts" type="application/json">(.*?)</script>', content, re.DOTALL
    )
    assert script is not None
    facts: dict[str, Any] = json.loads(script[1])
    return facts
