"""What the lobby and the tables show a player: their seat, its money, and why they may not play."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client

from games.lobby.seats import seats_of
from games.models import Table
from games.tables.transport import protocol
from players.models import Player
from players.protection.exclusions import begin_exclusion, begin_pause
from players.shared import clock
from players.shared.money import format_money
from tests.demo_house import signed_in
from tests.live_table import LiveTable, bet, do

ANA = "ana@feltro.example"


@pytest.fixture
def player(demo: None) -> Player:
    return Player.objects.get(alias="Ana")


def tile(page: str, table: Table) -> str:
    match = re.search(rf'<li class="tile"[^>]*data-table="{table.pk}".*?\n</li>', page, re.S)
    assert match is not None
    return match[0]


def lobby(language: str = "en", query: str = "", email: str = ANA) -> str:
    return signed_in(email, language).get(f"/lobby/?{query}").content.decode()


def seated(tmp_path: Path, player: Player, name: str) -> LiveTable:
    room = LiveTable(tmp_path, Table.objects.get(name=name))
    room.sit([player, Player.objects.get(alias="Bruno")])
    room.until("bets-opened")
    return room


def test_the_own_seat_comes_first_with_its_amount(player: Player, tmp_path: Path) -> None:
    room = seated(tmp_path, player, "Figueira")
    (answer,) = room.send((player, do(room.round, {"t": "buy-in"})))
    assert answer.refused is None
    (chips,) = seats_of(player).values()
    assert chips > 0
    page = lobby()
    assert f"Your seat · {format_money(chips, 'EUR', language='en')}" in tile(page, room.table)
    assert "Back to the table" in tile(page, room.table)
    assert page.index('data-table="') == page.index(f'data-table="{room.table.pk}"'), (
        "the own seat comes first"
    )
    assert page.count("Back to the table") == 1
    assert "O seu lugar ·" in lobby("pt-pt")
    assert (
        "Your seat" not in lobby(email="bruno@feltro.example")
        or len(seats_of(Player.objects.get(alias="Bruno"))) == 1
    )


def test_a_stake_in_an_open_round_is_money_at_the_table(player: Player, tmp_path: Path) -> None:
    room = seated(tmp_path, player, "Lisboa")
    assert seats_of(player) == {room.table.pk: 0} and "Your seat<" in tile(lobby(), room.table)
    assert room.send((player, bet(room.round, {"red": 1_500})))[0].refused is None
    assert seats_of(player) == {room.table.pk: 1_500}
    room.until("round-ended")
    assert seats_of(player) == {room.table.pk: 0}, "what a round has settled is in the wallet"
    room.send((player, protocol.Leave(uuid4())))
    assert seats_of(player) == {} and "Your seat" not in lobby()


@pytest.mark.parametrize("kind", ["pause", "exclusion", "for good"])
def test_a_barred_player_sees_why_and_until_when(player: Player, kind: str) -> None:
    """[903-B 5.2.1]"""
    assert ">Sit down<" in lobby()
    match kind:
        case "pause":
            ends, word = begin_pause(player, 7).ends, "Your pause lasts until"
        case "exclusion":
            ends, word = begin_exclusion(player, 3).ends, "excluded from play until"
        case _:
            ends, word = begin_exclusion(player, None).ends, "excluded from play with no end date"
    table = Table.objects.get(name="Lisboa")
    demo = Table.objects.filter(currency="DEMO").first()
    assert demo is not None
    page = lobby()
    assert word in page and ">Sit down<" not in page and ">Watch<" in tile(page, table)
    for one in (table, demo):
        facts = signed_in(ANA, "en").get(f"/table/{one.pk}/").context["facts"]["barred"]
        assert word in facts["message"] and facts["url"] == "/account/exclusion/"
        assert ends is None or str(clock.day_of(ends).year) in facts["message"]


def test_a_player_without_confirmed_identity_may_play_the_demonstration(
    player: Player, client: Client
) -> None:
    Player.objects.filter(pk=player.pk).update(status="unverified")
    page = lobby()
    assert "Your identity has to be confirmed" in page and "The demonstration tables are open to you" in page
    demo = Table.objects.filter(currency="DEMO", system="american-roulette").first()
    assert demo is not None and ">Sit down<" in tile(page, demo)
    assert signed_in(ANA, "en").get(f"/table/{demo.pk}/").context["facts"]["barred"] is None
    assert "Your identity" not in client.get("/lobby/").content.decode(), "no other person sees it"
