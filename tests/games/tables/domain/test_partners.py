"""Practice partners join a player who is alone at a demonstration poker table, and appear nowhere else."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from msgspec.structs import replace

from games.models import Table
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.shared.cards import PACK
from games.tables.bots import strategy
from games.tables.domain.state import MAX_PARTNERS
from games.tables.transport import protocol
from players.identity.sign_in.practice_partners import CREDITS, NAMES, create_practice_partners
from players.models import Player
from players.wallet import ledger
from players.wallet.models import Account
from tests.live_table import LiveTable, do, players_with, table_open

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(tmp_path: Path) -> LiveTable:
    return LiveTable(tmp_path, table_open("holdem", currency="DEMO", seats=6))


def buys_in(room: LiveTable, player: Player) -> None:
    assert room.send((player, do(0, {"t": "buy-in"})))[0].refused is None


def alone(room: LiveTable) -> Player:
    """A player sits down alone, with chips."""
    (player,) = players_with(100_000, 1, "DEMO")
    room.sit([player])
    room.until("bets-opened")
    buys_in(room, player)
    return player


def partners_at(room: LiveTable) -> list[int]:
    return room.live.partners


def hand_over(
    room: LiveTable, decide: Callable[[dict[str, Any]], dict[str, Any]], player: Player
) -> list[str]:
    """Plays until the round ends; the kinds of what happened."""
    happened: list[str] = []
    for _ in range(200):
        seat = room.live.players.get(player.pk)
        place = room.transaction.loaded
        assert place is not None and place.rules is not None
        if seat is not None and room.live.running and seat in HOLDEM.to_act(room.live.game):
            options = HOLDEM.options(room.live.game, seat)
            assert room.send((player, do(room.round, decide(options))))[0].refused is None
            continue
        happened += room.step()
        if "round-ended" in happened:
            return happened
    raise AssertionError("the hand does not end")


def calls(options: dict[str, Any]) -> dict[str, Any]:
    return {"t": "check"} if options.get("check") else {"t": "call"}


def test_who_sits_alone_with_chips_finds_company(demo: LiveTable) -> None:
    player = alone(demo)
    assert not partners_at(demo) and demo.live.due is not None, "soon"
    demo.step()
    assert len(partners_at(demo)) == 3
    view = demo.browsers[0].table
    assert view["partners"] == partners_at(demo)
    assert {view["seats"][str(seat)] for seat in view["partners"]} == set(NAMES[:MAX_PARTNERS])
    assert demo.live.players[player.pk] not in view["partners"]


def test_they_play_whole_hands_within_their_time_and_lawfully(demo: LiveTable) -> None:
    player = alone(demo)
    for _ in range(6):
        happened = hand_over(demo, calls, player)
        assert not {"held", "time-called", "round-voided"} & set(happened)
        if demo.live.game.seats[demo.live.players[player.pk]].stack < 200:
            return
    kinds = set(demo.table.events.values_list("kind", flat=True))
    assert {"cards-dealt", "pots-paid"} <= kinds
    partners = list(Player.objects.filter(status="partner").values_list("pk", flat=True))
    decided = demo.table.events.filter(
        kind__in=("called", "checked", "raised", "folded"), player__in=partners
    )
    assert decided.count() > 6 and not decided.filter(data__contains='"time"').exists()
    assert sum(ledger.total().values()) == 0


def test_partners_leave_after_the_hand_when_a_player_comes(demo: LiveTable) -> None:
    player = alone(demo)
    demo.step()
    demo.until("cards-dealt")
    (other,) = players_with(100_000, 1, "DEMO")
    demo.sit([other])
    assert len(partners_at(demo)) == 3, "a hand is played to its end"
    hand_over(demo, calls, player)
    assert len(partners_at(demo)) == 3, "and seen to its end"
    demo.until("bets-opened")
    assert not partners_at(demo)
    assert set(demo.live.players) == {player.pk, other.pk}


def test_between_two_hands_they_leave_at_once(demo: LiveTable) -> None:
    alone(demo)
    demo.step()
    (other,) = players_with(100_000, 1, "DEMO")
    demo.sit([other])
    assert not partners_at(demo)


@pytest.mark.parametrize("way", ["leaves", "rests"])
def test_partners_leave_after_the_last_player(demo: LiveTable, way: str) -> None:
    player = alone(demo)
    demo.step()
    command = protocol.Leave(uuid4()) if way == "leaves" else do(0, {"t": "sit-out"})
    assert demo.send((player, command))[0].refused is None
    assert not partners_at(demo)
    assert (
        not Account.objects.filter(kind="stack", table=demo.table.pk)
        .exclude(balance=0)
        .exclude(player=player)
        .exists()
    )
    if way == "rests":
        demo.send((player, do(0, {"t": "sit-in"})))
        demo.step()
        assert len(partners_at(demo)) == 3


def test_at_a_table_of_two_one_comes_and_makes_room_for_the_queue(tmp_path: Path) -> None:
    room = LiveTable(tmp_path, table_open("holdem", currency="DEMO", seats=2))
    alone(room)
    room.step()
    assert len(partners_at(room)) == 1
    (other,) = players_with(100_000, 1, "DEMO")
    assert room.send((other, protocol.JoinQueue(uuid4())))[0].refused is None
    assert not partners_at(room)
    assert room.send((other, protocol.Sit(uuid4())))[0].refused is None


def test_a_new_croupier_finds_them_where_they_are(demo: LiveTable) -> None:
    alone(demo)
    demo.step()
    before = partners_at(demo)
    demo.new_croupier()
    assert partners_at(demo) == before


def test_no_partner_comes_where_money_is_staked(tmp_path: Path) -> None:
    room = LiveTable(tmp_path, table_open("holdem", seats=6))
    (player,) = players_with(100_000, 1)
    room.sit([player])
    room.until("bets-opened")
    buys_in(room, player)
    assert room.live.due is None
    create_practice_partners()
    (partner, *_) = Player.objects.filter(status="partner")
    refused = room.send((partner, protocol.Sit(uuid4())))[0].refused
    assert refused is not None and refused.code == "not-you", (
        "there is no wallet of his that this table could know"
    )


def test_a_partner_can_hold_no_money_and_be_no_other_account() -> None:
    create_practice_partners()
    create_practice_partners()
    assert Player.objects.filter(status="partner").count() == 3
    partner = Player.objects.filter(status="partner")[0]
    assert not partner.person.is_active and not partner.person.has_usable_password()
    assert list(Account.objects.filter(player=partner).values_list("currency", "balance")) == [
        ("DEMO", CREDITS)
    ]
    for kind, table in (("wallet", None), ("stack", 1)):
        with pytest.raises(IntegrityError, match="only demonstration credits"), transaction.atomic():
            Account.objects.create(kind=kind, currency="EUR", player=partner, table=table)
    (player,) = players_with(0, 1)
    for who, status in ((partner, "active"), (player, "partner")):
        with pytest.raises(IntegrityError, match="practice partner"), transaction.atomic():
            Player.objects.filter(pk=who.pk).update(status=status)


def test_a_table_that_closes_sends_them_away(demo: LiveTable) -> None:
    player = alone(demo)
    demo.step()
    Table.objects.filter(pk=demo.table.pk).update(status="draining")
    hand_over(demo, calls, player)
    demo.step()
    assert not demo.live.seats


# What they decide follows from what the seat may see.


def turn_of_a_partner(room: LiveTable, player: Player, least: int) -> int:
    """Plays until a house player must decide and this many common cards are open."""
    for _ in range(400):
        live = room.live
        place = room.transaction.loaded
        assert place is not None and place.rules is not None
        if (seats := live.deciding_partners) and len(live.game.board) >= least:
            return seats[0]
        seat = live.players[player.pk]
        if live.running and seat in HOLDEM.to_act(live.game):
            room.send((player, do(room.round, calls(HOLDEM.options(live.game, seat)))))
        else:
            room.step()
    raise AssertionError("no partner was asked")


@pytest.mark.parametrize("common", [0, 3])
def test_a_partner_knows_no_card_that_the_seat_does_not_see(demo: LiveTable, common: int) -> None:
    player = alone(demo)
    seat = turn_of_a_partner(demo, player, common)
    place = demo.transaction.loaded
    assert place is not None and place.rules is not None
    rules, state = place.rules, demo.live.game
    was = [HOLDEM.event_for_seat(event, None) for event in strategy.partner_events(rules, state, seat)]
    seen = {*state.seats[seat].cards, *state.board}
    hidden = [card for card in range(PACK) if card not in seen]
    for first in range(0, 40, 5):
        others = iter(hidden[first:] + hidden[:first])
        seats = {
            at: seat_state
            if at == seat or not seat_state.dealt
            else replace(seat_state, cards=(next(others), next(others)))
            for at, seat_state in state.seats.items()
        }
        other = replace(state, seats=seats)
        assert HOLDEM.view(other, None) == HOLDEM.view(state, None) and HOLDEM.view(
            other, seat
        ) == HOLDEM.view(state, seat)
        assert [
            HOLDEM.event_for_seat(event, None) for event in strategy.partner_events(rules, other, seat)
        ] == was


def test_their_own_cards_do_decide(demo: LiveTable) -> None:
    player = alone(demo)
    seat = turn_of_a_partner(demo, player, 0)
    place = demo.transaction.loaded
    assert place is not None and place.rules is not None
    choices = set()
    for cards in (("As", "Ah"), ("7d", "2c"), ("9h", "8h")):
        mine = {**HOLDEM.view(demo.live.game, seat), "cards": list(cards)}
        choices.add(strategy.choose(HOLDEM.view(demo.live.game, None), mine)["t"])
    assert len(choices) > 1


def test_a_strategy_receives_only_two_views(monkeypatch: pytest.MonkeyPatch, demo: LiveTable) -> None:
    assert list(inspect.signature(strategy.choose).parameters) == ["table", "mine"]
    player = alone(demo)
    seat = turn_of_a_partner(demo, player, 0)
    given: list[Any] = []
    monkeypatch.setattr(strategy, "choose", lambda table, mine: given.append((table, mine)) or {"t": "fold"})
    place = demo.transaction.loaded
    assert place is not None and place.rules is not None
    strategy.partner_events(place.rules, demo.live.game, seat)
    assert given == [(HOLDEM.view(demo.live.game, None), HOLDEM.view(demo.live.game, seat))]


@pytest.mark.parametrize(
    ("least", "most", "wanted", "to"),
    [
        (200, 10_000, 225, 300),  # half of a pot that no whole blinds make
        (200, 10_000, 300, 300),
        (250, 10_000, 250, 300),
        (200, 250, 225, 200),  # pot limit
        (240, 260, 240, 260),  # all in: no whole number of blinds is left
    ],
)
def test_a_partner_raises_to_a_whole_number_of_blinds(least: int, most: int, wanted: int, to: int) -> None:
    assert strategy.whole_blinds(wanted, {"min": least, "max": most}, 100) == to
