"""House players at the demonstration tables of a lively demonstration: they are marked and never counted
as people.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db.models.functions import Now
from msgspec import structs

from games.catalogue import GAMES
from games.models import Incident, Stake, Table
from games.tables import journal_reading
from games.tables.bots import house_players
from games.tables.domain.state import HOUSE_PLAYERS, Rules
from games.tables.transport import protocol
from players.models import Player
from players.wallet import ledger
from players.wallet.models import Account, Transfer
from tests.live_table import LiveTable, account, bet, players_with, table_open

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def lively(settings: Any) -> Iterator[None]:
    settings.HOUSE_LIVELY = True
    journal_reading.rules_of.cache_clear()
    yield
    journal_reading.rules_of.cache_clear()


def lively_room(folder: Path, system: str, **setting: Any) -> LiveTable:
    room = LiveTable(folder, table_open(system, currency="DEMO", **setting))
    wake(room)
    return room


def wake(room: LiveTable) -> None:
    """As `make run` does with an empty demonstration table."""
    Table.objects.filter(pk=room.table.pk).update(due=Now() - timedelta(seconds=1))
    room.execute([])
    room.table.refresh_from_db()


def play_rounds(room: LiveTable, count: int) -> list[str]:
    kinds: list[str] = []
    for _ in range(400):
        if kinds.count("round-ended") == count:
            return kinds
        kinds += room.step()
    raise AssertionError("the rounds do not end")


@pytest.mark.parametrize("system", list(GAMES))
def test_they_play_by_themselves_at_every_game(tmp_path: Path, system: str) -> None:
    room = lively_room(tmp_path, system)
    assert len(room.live.partners) == HOUSE_PLAYERS
    assert (room.table.seated, room.table.partners, room.table.people) == (3, 3, 0)
    kinds = play_rounds(room, 2)
    assert not {"held", "time-called"} & set(kinds)
    assert Stake.objects.filter(player__status="partner", round__table=room.table, staked__gt=0).exists()
    assert room.browsers[0].table["partners"] == room.live.partners
    assert sum(ledger.total().values()) == 0


def rules_of_staked_round(room: LiveTable) -> Rules | None:
    """The rules of the round that the next step leads to, once something is staked in it."""
    room.step()
    loaded = room.transaction.loaded
    assert loaded is not None
    rules = loaded.rules
    is_staked = rules is not None and room.live.running and bool(rules.engine.stakes(room.live.game))
    return rules if is_staked else None


@pytest.mark.parametrize("system", list(GAMES))
def test_they_play_on_after_a_round_that_did_not_resume_in_time(tmp_path: Path, system: str) -> None:
    """A demonstration that was closed in the middle of a round is alive when it opens again."""
    room = lively_room(tmp_path, system)
    rules = next(rules for _ in range(60) if (rules := rules_of_staked_round(room)))
    room.new_croupier()
    kinds = room.step(late=(rules.sheet.resume_within + 1) * 1000)
    assert kinds[:2] == ["round-voided", "round-ended"] and "held" not in kinds
    assert account(room.table, "stakes") == 0
    assert not Incident.objects.filter(table=room.table).exists()
    if "pots" in (shown := room.browsers[0].table["game"]):
        assert (shown["pot"], shown["pots"]) == (0, [])
    play_rounds(room, 1)


@pytest.mark.parametrize("system", list(GAMES))
def test_none_comes_to_a_table_for_money_or_for_one_player(tmp_path: Path, system: str) -> None:
    for setting in ({"currency": "EUR"}, {"currency": "DEMO", "mode": "individual"}):
        if setting.get("mode") and GAMES[system].engine.between_players:
            continue
        room = LiveTable(tmp_path, table_open(system, **setting))
        wake(room)
        assert not room.live.seats and room.table.due is None
    assert not Player.objects.filter(status="partner").exists()


def test_they_leave_no_jackpot_bet(tmp_path: Path) -> None:
    room = lively_room(tmp_path, "macau-stud")
    play_rounds(room, 4)
    assert not Transfer.objects.filter(kind="jackpot-bet").exists()
    assert Transfer.objects.filter(kind="stake").exists()


def test_each_table_has_house_players_of_its_own(tmp_path: Path) -> None:
    rooms = [lively_room(tmp_path, system) for system in ("american-roulette", "baccarat", "blackjack")]
    players = [player for room in rooms for player in room.live.players]
    assert len(set(players)) == len(players) == 9
    wallets = Account.objects.filter(player__in=players, kind="wallet")
    assert set(wallets.values_list("currency", flat=True)) == {"DEMO"}


def test_a_person_finds_a_seat_bets_and_keeps_the_whole_time(tmp_path: Path) -> None:
    room = lively_room(tmp_path, "caribbean-stud", seats=5)
    (player,) = players_with(100_000, 1, "DEMO")
    room.until("bets-opened")
    room.sit([player])
    assert room.send((player, bet(room.round, {"ante": 100})))[0].refused is None
    while room.browsers[player.pk].table["phase"] != "choosing":
        room.step()
    rules = room.transaction.loaded.rules if room.transaction.loaded else None
    assert rules is not None
    # The house players have decided, so that the time on the table is the person's own.
    assert list(rules.engine.to_act(room.live.game)) == [room.live.players[player.pk]]
    assert not room.live.deciding_partners


def test_they_make_room_when_seats_become_few(tmp_path: Path) -> None:
    room = lively_room(tmp_path, "blackjack", seats=5)
    people = players_with(100_000, 3, "DEMO")
    room.until("bets-opened")
    room.sit(people[:2])
    assert len(room.live.partners) == 3
    play_rounds(room, 1)
    room.until("bets-opened")
    assert len(room.live.partners) == 1
    room.sit(people[2:])
    assert len(room.live.people) == 3


def test_two_people_at_a_table_of_poker_play_without_them(tmp_path: Path) -> None:
    room = lively_room(tmp_path, "holdem", seats=6)
    people = players_with(100_000, 2, "DEMO")
    room.sit(people[:1])
    play_rounds(room, 1)
    assert len(room.live.partners) == 3
    room.sit(people[1:])
    for _ in range(60):
        if not room.live.partners:
            break
        room.step()
    assert set(room.live.players) == {player.pk for player in people}
    for player in people:
        room.send((player, protocol.Leave(uuid4())))
    for _ in range(4):
        if not room.live.seats:
            break
        room.step()
    room.table.refresh_from_db()
    assert room.table.due is not None, "they come again when everybody has left"


def test_a_table_that_closes_sends_them_away_and_reopens_with_them(tmp_path: Path) -> None:
    room = lively_room(tmp_path, "american-roulette")
    room.until("bets-opened")
    Table.objects.filter(pk=room.table.pk).update(status="draining")
    play_rounds(room, 1)
    room.step()
    assert not room.live.seats
    Table.objects.filter(pk=room.table.pk).update(status="open")
    room.execute([])
    room.table.refresh_from_db()
    assert room.table.due is not None
    wake(room)
    assert len(room.live.partners) == 3


def test_an_empty_demonstration_sends_them_away(tmp_path: Path, settings: Any) -> None:
    room = lively_room(tmp_path, "baccarat")
    play_rounds(room, 1)
    settings.HOUSE_LIVELY = False
    journal_reading.rules_of.cache_clear()
    room.new_croupier()
    room.until("bets-opened")
    assert not room.live.partners and not room.live.seats


def test_a_decision_reads_nothing_that_the_seat_does_not_see(tmp_path: Path) -> None:
    room = lively_room(tmp_path, "caribbean-stud")
    for _ in range(40):
        loaded = room.transaction.loaded
        assert loaded is not None and loaded.rules is not None
        if seats := room.live.deciding_partners:
            break
        room.step()
    seat, game = seats[0], room.live.game
    others = {
        name: place if name == seat else structs.replace(place, cards=place.cards[::-1])
        for name, place in game.places.items()
    }
    blind = structs.replace(room.live, game=structs.replace(game, places=others))
    decided = house_players.house_player_events(room.live, seat)
    assert house_players.house_player_events(blind, seat) == decided


def test_they_do_not_chat_and_are_not_asked_about_inactivity(tmp_path: Path) -> None:
    room = lively_room(tmp_path, "baccarat")
    kinds = play_rounds(room, 6)
    assert not {"invited", "warned"} & set(kinds)
    room.table.refresh_from_db()
    assert room.table.inactivity_due is None
