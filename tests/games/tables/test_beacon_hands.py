"""Hands at live tables of hold'em whose draw depends on a beacon: their players are fixed, then the value
comes, then the pack is committed, and only then the button is placed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.draw import beacon, card_commitments, generator, hand_draw
from games.models import Event, Round, Stake
from games.rounds.proof.disclosure import disclose_round, seat_proof
from games.rounds.proof.draw_check import verify_round
from games.tables.croupier import journal
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.domain.pending_changes import PendingChanges
from games.tables.transport import protocol
from players.models import Player
from players.wallet import ledger
from tests.games.rounds.proof.test_journal_check import check_table
from tests.games.tables.clocks import DatabaseClock, finish_round, send_command, sweep
from tests.live_table import LiveTable, account, balance, players_with
from tests.table_beacon import SECRET, SHEET, TableBeacon

Open = Callable[..., LiveTable]
FUNDS = 1_000_000
STACK = 20_000


@pytest.fixture
def values(db: None) -> TableBeacon:
    return TableBeacon()


def opened(room: Open, count: int = 3, **setting: Any) -> tuple[LiveTable, list[Player]]:
    """A table at which these players have bought chips."""
    table = room("holdem", sheet=SHEET, **setting)
    players = players_with(FUNDS, count)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    return table, players


def to_the_wait(table: LiveTable) -> None:
    assert table.until("hand-fixed") == ["hand-fixed", "beacon-number-chosen"]


def hand(table: LiveTable, values: TableBeacon) -> None:
    """One whole hand; everybody's time passes."""
    if not table.live.running:
        table.until("bets-opened")
    to_the_wait(table)
    values.publish_for(table)
    finish_round(table)


def kinds(table: LiveTable, number: int) -> list[str]:
    game_round = Round.objects.get(table=table.table, number=number)
    return list(Event.objects.filter(round=game_round).order_by("seq").values_list("kind", flat=True))


def test_a_hand_waits_for_the_value_that_its_players_being_fixed_picked(
    room: Open, values: TableBeacon
) -> None:
    table, players = opened(room)
    event = Event.objects.get(table=table.table, kind="bets-opened")
    assert json.loads(event.data)["root"] == "" and table.live.root == ""
    to_the_wait(table)
    waiting = table.live.beacon
    fixed = Event.objects.get(table=table.table, kind="hand-fixed")
    number = Event.objects.get(table=table.table, kind="beacon-number-chosen")
    assert fixed.at == number.at and waiting.closed == int(fixed.at.timestamp() * 1000)
    assert waiting.number == values.chain.first_from(waiting.closed + 300)
    assert table.live.due >= waiting.scheduled
    assert table.browsers[0].table["phase"] == "closed"
    assert table.browsers[0].table["game"]["fixed"] == [1, 2, 3]
    assert [table.step() for _ in range(3)] == [[], [], []]
    assert account(table.table, "stakes") == 0
    values.publish_for(table)
    assert table.step()[:4] == ["beacon-value-used", "pack-committed", "button-placed", "blind-posted"]
    finish_round(table)
    assert check_table(table).differences == [] and ledger.total()["EUR"] == 0
    assert sum(map(balance, players)) == FUNDS * 3 - STACK * 3


def test_every_player_checks_the_cards_and_the_button(room: Open, values: TableBeacon) -> None:
    table, _ = opened(room)
    promised = []
    for _ in range(3):
        if table.browsers[0].table.get("next"):
            promised.append(table.browsers[0].table["next"]["button"])
        hand(table, values)
    promises = {
        json.loads(event.data)["number"]: json.loads(event.data)["button"]
        for event in Event.objects.filter(table=table.table, kind="round-prepared")
    }
    assert promised and set(promised) <= set(promises.values())
    for game_round in Round.objects.filter(table=table.table, status="ended").order_by("number"):
        for stake in Stake.objects.filter(round=game_round):
            request = protocol.RequestRound(game_round.pk, player=stake.player_id, steps=True)
            disclosed = disclose_round(table.table.pk, request, table.transaction.key)
            proof: dict[str, Any] = json.loads(json.dumps(disclosed["proof"]))
            verdict = verify_round("holdem", proof)
            assert verdict.good, verdict.failed
            assert proof["format"] == "feltro/round/v3" and proof["root"] == game_round.root
            assert proof["button_commitment"] == promises[game_round.number]
            assert ("button_seed" in proof) == (game_round.number == 1)
            codes = [check.code for check in verdict.checks]
            lot = ["button-promise"] if game_round.number == 1 else []
            assert codes[: 4 + len(lot)] == ["root", "beacon-number", "beacon", *lot, "button"]
            assert "fixed" in json.dumps(disclosed["story"])
    assert check_table(table).differences == []


def test_the_button_is_the_one_that_its_own_seed_gives(room: Open, values: TableBeacon) -> None:
    table, _ = opened(room)
    hand(table, values)
    event = Event.objects.get(table=table.table, kind="pack-committed")
    lot_seed = bytes.fromhex(json.loads(event.data)["button_seed"])
    use = table.live.beacon.use
    place = hand_draw.draw_place(lot_seed, table.table.pk, 1, table.live.nonces, use, 3)
    assert table.live.game.button == (1, 2, 3)[place] and table.live.game.drawn
    promised = Event.objects.get(table=table.table, kind="round-prepared", data__contains='"number":1,')
    assert generator.promise(lot_seed) == json.loads(promised.data)["button"]


def test_a_hand_without_a_beacon_is_as_before(room: Open, values: TableBeacon) -> None:
    table = room("holdem", sheet={})
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        send_command(table, player, {"t": "buy-in"})
    assert table.live.beacon is None and len(table.live.root) == 64
    finish_round(table)
    assert "hand-fixed" not in kinds(table, 1) and "pack-committed" not in kinds(table, 1)
    played = Round.objects.get(table=table.table, number=1)
    seed = table.transaction.key.seed(table.table.pk, 1, bytes(played.sealed)).hex()
    assert seat_proof(played, 1, seed)["format"] == "feltro/round/v1"
    assert check_table(table).differences == []


def test_a_hand_whose_value_never_comes_is_void_and_costs_nobody_anything(
    room: Open, values: TableBeacon, clock: DatabaseClock
) -> None:
    table, players = opened(room)
    hand(table, values)
    button = table.live.game.button
    stacks = {seat: own.stack for seat, own in table.live.game.seats.items()}
    idle = {seat: chair.idle for seat, chair in table.live.seats.items()}
    clock.advance(2)  # the value of the first hand was published before its time
    table.until("bets-opened")
    to_the_wait(table)
    scheduled = table.live.beacon.scheduled
    clock.advance((scheduled - journal.now()) / 1000)  # the wait of the sheet begins: a slow machine has 20 s
    assert table.step() == []
    clock.advance(20)
    happened = table.step()
    assert happened[:2] == ["round-voided", "round-ended"] and "held" not in happened
    ended = Round.objects.get(table=table.table, number=2)
    assert (ended.status, ended.cause, ended.seed, ended.root) == ("void", "no-beacon", "", "")
    assert {seat: own.stack for seat, own in table.live.game.seats.items()} == stacks
    assert {seat: chair.idle for seat, chair in table.live.seats.items()} == idle
    assert table.browsers[0].table["game"]["cause"] == "no-beacon"
    assert account(table.table, "stakes") == 0 and check_table(table).differences == []
    # The next hand is played from the button where it was.
    hand(table, values)
    seats = sorted(table.live.game.seats)
    assert table.live.game.button == seats[(seats.index(button) + 1) % len(seats)]
    assert not table.live.game.drawn and check_table(table).differences == []


def test_the_number_stands_after_an_outage_and_after_a_hold(
    room: Open, values: TableBeacon, clock: DatabaseClock
) -> None:
    table, _ = opened(room)
    to_the_wait(table)
    waiting = table.live.beacon
    table.new_croupier()
    assert table.live.beacon == waiting and table.step() == []
    values.publish_for(table)
    clock.advance(400)  # longer than any fault may stop a round: nothing is staked, and the value is there
    assert table.step()[:3] == ["beacon-value-used", "pack-committed", "button-placed"]
    finish_round(table)
    table.until("bets-opened")
    to_the_wait(table)
    waiting = table.live.beacon
    table.transaction.hold("a fault")
    table.new_croupier()
    table.release()
    while table.live.stopped:
        table.step()
    assert table.live.beacon == waiting
    values.publish_for(table)
    assert table.step()[0] == "beacon-value-used"
    finish_round(table)
    assert check_table(table).differences == []


def test_the_wait_is_not_renewed_by_a_hold(room: Open, values: TableBeacon, clock: DatabaseClock) -> None:
    table, _ = opened(room)
    to_the_wait(table)
    table.transaction.hold("a fault")
    clock.advance(60)
    table.release()
    for _ in range(3):
        if table.live.running:
            table.step()
    assert Round.objects.get(table=table.table, number=1).cause == "no-beacon"


def test_HE_10_who_leaves_in_the_wait_folds_as_soon_as_the_button_is_placed(
    room: Open, values: TableBeacon
) -> None:
    table, players = opened(room)
    hand(table, values)
    table.until("bets-opened")
    to_the_wait(table)
    leaver = players[0]
    seat, stack = table.live.players[leaver.pk], table.live.game.seats[table.live.players[leaver.pk]].stack
    table.send((leaver, protocol.Leave(uuid4())))
    assert table.live.seats[seat].leaving == "player" and table.live.game.seats[seat].stack == stack
    values.publish_for(table)
    happened = table.step()
    blind = table.live.game.seats[seat].committed
    # With a blind in the pot the seat is given up when the round ends.
    assert (
        happened[-2:] == ["folded", "seat-left"]
        if blind
        else happened[-3:] == ["folded", "seat-left", "left"]
    )
    finish_round(table)
    assert seat not in table.live.seats and balance(leaver) == FUNDS - STACK + stack - blind
    assert check_table(table).differences == [] and ledger.total()["EUR"] == 0


def test_HE_10_who_leaves_a_hand_that_becomes_void_takes_the_whole_stack(
    room: Open, values: TableBeacon, clock: DatabaseClock
) -> None:
    table, players = opened(room)
    to_the_wait(table)
    table.send((players[0], protocol.Leave(uuid4())))
    clock.advance(30)
    assert table.step()[:2] == ["round-voided", "round-ended"]
    assert balance(players[0]) == FUNDS and players[0].pk not in table.live.players
    assert check_table(table).differences == []


def test_all_players_may_leave_in_the_wait(room: Open, values: TableBeacon) -> None:
    table, players = opened(room, 2)
    to_the_wait(table)
    for player in players:
        table.send((player, protocol.Leave(uuid4())))
    values.publish_for(table)
    finish_round(table)
    assert not table.live.players and account(table.table, "stakes") == 0
    rake = account(table.table, "commission")
    assert sum(map(balance, players)) + rake == 2 * FUNDS
    assert check_table(table).differences == []


def test_players_sit_out_buy_chips_and_join_while_the_hand_waits(room: Open, values: TableBeacon) -> None:
    table, players = opened(room, 3, seats=6)
    to_the_wait(table)
    assert send_command(table, players[0], {"t": "sit-out"}).refused is None
    assert send_command(table, players[1], {"t": "top-up", "cents": 10_000}).refused is None
    (late,) = players_with(FUNDS, 1)
    table.sit([late])
    assert send_command(table, late, {"t": "buy-in"}).refused is None
    assert sweep(table) == []
    seats = table.live.game.seats
    assert seats[1].resting and seats[2].pending == 10_000 and seats[4].stack == STACK
    values.publish_for(table)
    table.step()
    assert sorted(table.live.game.players) == [1, 2, 3]
    finish_round(table)
    assert check_table(table).differences == []
    table.until("bets-opened")
    to_the_wait(table)
    assert 1 not in table.live.game.fixed.players


def test_no_hand_opens_while_the_beacon_is_away(room: Open, values: TableBeacon) -> None:
    table, _ = opened(room)
    hand(table, values)
    values.forget()
    assert [table.step() for _ in range(2)] == [["beacon-missed"], []]


def test_a_forged_value_decides_nothing(room: Open, values: TableBeacon, clock: DatabaseClock) -> None:
    table, _ = opened(room)
    to_the_wait(table)
    number = table.live.beacon.number
    values.publish(number, beacon.sign(SECRET, number + 1))
    assert table.step() == []
    clock.advance(30)
    assert "round-voided" in table.step()


def test_a_hand_that_is_void_after_its_value_shows_no_covered_card(room: Open, values: TableBeacon) -> None:
    table, players = opened(room)
    to_the_wait(table)
    values.publish_for(table)
    while "cards-dealt" not in table.step():
        pass
    happened = table.step(late=300_000)
    assert happened[:2] == ["round-voided", "round-ended"]
    ended = json.loads(Event.objects.get(table=table.table, kind="round-ended").data)
    assert (ended["seed"], ended["missed"]) == ("", [])
    assert Round.objects.get(table=table.table, number=1).seed == ""
    assert check_table(table).differences == []


@pytest.mark.parametrize("forgery", ["pack", "button", "late"])
def test_the_proof_of_the_record_refuses_another_pack(
    room: Open, values: TableBeacon, monkeypatch: pytest.MonkeyPatch, forgery: str
) -> None:
    """The croupier of an attacker commits another pack, opens another seed, or deals before it commits."""
    table, _ = opened(room)
    to_the_wait(table)
    values.publish_for(table)
    with monkeypatch.context() as patch:
        if forgery == "pack":
            real = card_commitments.root
            patch.setattr(card_commitments, "root", lambda *facts: real("00" * 32, *facts[1:]))
        elif forgery == "button":
            patch.setattr(hand_draw, "button_seed", lambda seed: bytes(32))
        else:
            patch.setattr(AutomaticSteps, "_deal_first", deal_without_commitment)
        table.step()
    differences = " ".join(check_table(table).differences)
    expected = "dealt before its pack" if forgery == "late" else "not the one that its seed gives"
    assert expected in differences


def deal_without_commitment(steps: AutomaticSteps, changes: PendingChanges) -> None:
    assert changes.rules is not None
    changes.record(changes.rules.engine.advance(changes.live.game, steps._chance(changes.live)))
