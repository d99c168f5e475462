"""The card games at a table: dealt by a real draw, decided within the time limit, with folded frames equal
to a fresh snapshot.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from games.catalogue import GAMES
from games.draw import generator, hidden_events
from games.models import Event, Incident, Round
from games.rounds.proof import disclosure
from games.rounds.proof.disclosure import disclose_round
from games.rounds.proof.draw_check import verify_round
from games.rounds.replay import replay
from games.rounds.replay.replay import RoundSealed
from games.rules.engine import Wait
from games.tables.transport import protocol
from players.audit.models import Line
from players.models import Person, Player
from players.wallet import ledger
from tests.live_table import LiveTable, account, balance, do, players_with
from tests.merge_patch import apply_merge_patch

Open = Callable[..., LiveTable]
FUNDS = 100_000
STAKES = {
    "blackjack": lambda seat: {"t": "bet", "on": {str(seat): 1_000}},
    "baccarat": lambda seat: {"t": "bet", "on": {"banco": 500, "tie": 100}},
    "caribbean-stud": lambda seat: {"t": "bet", "on": {"ante": 500}},
    "macau-stud": lambda seat: {"t": "bet", "on": {"ante": 500, "jackpot": 100}},
}
FIRST_AND_MORE = {
    "american-roulette": ({"red": 100, "straight:7": 50}, {"red": 50}),
    "french-roulette": ({"red": 100, "straight:7": 50}, {"red": 50}),
    "blackjack": ({"1": 500}, {"1": 100}),
    "baccarat": ({"banco": 100}, {"banco": 100}),
    "caribbean-stud": ({"ante": 100}, {"ante": 10}),
    "macau-stud": ({"ante": 100}, {"ante": 10}),
}


def send_command(table: LiveTable, player: Player, command: dict[str, Any]) -> Any:
    (result,) = table.send((player, do(table.round, command)))
    return result


def wait(table: LiveTable) -> Wait:
    live, place = table.live, table.transaction.loaded
    return Wait.OVER if not live.running else place.rules.engine.waiting_for(live.game)


def to_end(table: LiveTable, most: int = 200) -> list[str]:
    """Runs the table's steps until the round is over; everybody's time passes."""
    happened: list[str] = []
    for _ in range(most):
        happened += table.step()
        if not table.live.running:
            return happened
    raise AssertionError(f"the round does not end: {happened[-10:]}")


def nothing_lost(table: LiveTable, players: list[Player]) -> None:
    """Every cent is somewhere, and a finished round holds no stakes."""
    assert set(ledger.total().values()) <= {0}
    if not table.live.running:
        assert account(table.table, "stakes") == 0


@pytest.mark.parametrize("system", STAKES)
def test_a_round_of_every_banked_game_ends_without_input(room: Open, system: str) -> None:
    table = room(system)
    players = players_with(FUNDS, 3)
    table.sit(players)
    for number in range(1, 6):
        table.until("bets-opened")
        for player in players[: 1 + number % 3]:
            result = send_command(table, player, STAKES[system](table.live.players[player.pk]))
            assert result.refused is None, result.refused
        happened = to_end(table)
        assert "round-ended" in happened
        game_round = Round.objects.get(table=table.table, number=number)
        assert (
            game_round.status == "ended"
            and generator.promise(bytes.fromhex(game_round.seed)) == game_round.commitment
        )
        nothing_lost(table, players)


@pytest.mark.parametrize("system", FIRST_AND_MORE)
def test_what_is_offered_of_taking_bets_back_is_taken_after_more_bets_than_are_remembered(
    room: Open, system: str
) -> None:
    table = room(system)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    first, more = FIRST_AND_MORE[system]

    def offered() -> dict[str, Any]:
        mine = table.browsers[ana.pk].mine
        assert mine is not None
        return dict(mine["game"]["options"])

    for number in range(60):
        assert send_command(table, ana, {"t": "bet", "on": more if number else first}).refused is None
    while offered()["undo"]:
        assert send_command(table, ana, {"t": "undo"}).refused is None
    assert send_command(table, ana, {"t": "undo"}).refused is not None
    assert offered()["clear"] and send_command(table, ana, {"t": "clear"}).refused is None
    assert balance(ana) == FUNDS and not offered()["clear"]


@pytest.mark.parametrize("system", STAKES)
def test_a_player_alone_starts_the_deal(room: Open, system: str) -> None:
    table = room(system, mode="individual", seats=1)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert table.live.due is None, "the table waits for its player"
    assert send_command(table, ana, STAKES[system](1)).refused is None
    assert send_command(table, ana, {"t": "launch"}).refused is None
    assert "round-ended" in to_end(table)
    nothing_lost(table, [ana])


@pytest.mark.parametrize("system", [*STAKES, "holdem"])
def test_another_croupier_can_continue_after_any_event(room: Open, system: str) -> None:
    table = room(system)
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert (
            send_command(
                table, player, STAKES.get(system, lambda seat: {"t": "buy-in"})(table.live.players[player.pk])
            ).refused
            is None
        )
    while table.live.running:
        before = table.transaction.loaded
        table.new_croupier()
        assert table.transaction.loaded.live == before.live
        table.step()
    nothing_lost(table, players)


def test_CS_19b_a_card_that_lies_face_down_lies_sealed_in_the_journal(room: Open) -> None:
    table = room("caribbean-stud")
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        send_command(table, player, STAKES["caribbean-stud"](1))
    while wait(table) is not Wait.CHOICE:
        table.step()
    dealt = Event.objects.filter(table=table.table, kind="card-dealt")
    assert dealt.count() == 10 and all(hidden_events.is_hidden(event.data) for event in dealt)
    shown = Event.objects.filter(table=table.table, kind="bank-dealt")
    assert [hidden_events.is_hidden(event.data) for event in shown.order_by("seq")] == [True] * 4 + [False]
    hands = {player.pk: table.browsers[player.pk].mine["game"]["cards"] for player in players}
    assert all(len(hand) == 5 for hand in hands.values())
    # The table of prizes among the terms has examples of hands.
    seen = str({**table.browsers[0].table, "terms": None})
    assert not any(f"'{card}'" in seen for hand in hands.values() for card in hand), "others do not see them"
    to_end(table)
    seed = bytes.fromhex(Round.objects.get(table=table.table, number=1).seed)
    read = [hidden_events.reveal(seed, table.table.pk, event.seq, event.data) for event in dealt]
    assert all(b'"card":' in data for data in read), "with the seed the whole round can be read"


def test_CS_31_first_the_warning_and_the_extra_time_then_the_hand_is_given_up(room: Open) -> None:
    table = room("caribbean-stud", decision_seconds=20, extra_seconds=10)
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        send_command(table, player, STAKES["caribbean-stud"](1))
    while wait(table) is not Wait.CHOICE:
        table.step()
    opened = table.live.due
    assert send_command(table, players[0], {"t": "fold"}).refused is None
    assert table.live.due == opened, "a decision changes no other clock"
    assert table.step() == ["decision-warned"]
    assert table.live.due - opened + 20_000 >= 9_900 or table.live.due > 0
    assert table.step()[0] == "folded"


def test_BJ_30_the_time_is_called_once_and_then_the_hand_stands(room: Open) -> None:
    table = room("blackjack", decision_seconds=15, extra_seconds=8)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    for _ in range(12):
        table.until("bets-opened")
        send_command(table, ana, STAKES["blackjack"](1))
        while wait(table) is Wait.HOUSE or wait(table) is Wait.BETS:
            table.step()
        if wait(table) is Wait.CHOICE and table.live.game.phase == "playing":
            break
        to_end(table)
    at = table.transaction.loaded.live
    assert table.step() == ["time-called"]
    assert table.live.called and table.browsers[0].table["called"] is True
    assert table.step() != ["time-called"], "the extra time is granted once"
    assert not table.live.called
    assert at.seq < table.live.seq
    to_end(table)
    nothing_lost(table, [ana])


def test_a_player_who_leaves_during_a_hand_delays_no_other(room: Open) -> None:
    table = room("caribbean-stud")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    for player in (ana, rui):
        send_command(table, player, STAKES["caribbean-stud"](1))
    while wait(table) is not Wait.CHOICE:
        table.step()
    table.send((ana, protocol.Leave(uuid4())))
    kinds = list(
        Event.objects.filter(table=table.table, player=ana.pk).order_by("seq").values_list("kind", flat=True)
    )
    assert kinds[-3:] == ["leave-asked", "decision-warned", "folded"]
    to_end(table)
    assert ana.pk not in table.live.players and rui.pk in table.live.players
    nothing_lost(table, [ana, rui])


@pytest.mark.parametrize(
    "system,setting",
    [("baccarat", {"shoe": "kept", "decks": 6, "cut_card": 156}), ("blackjack", {"shoe": "cut", "cut": 40})],
)
def test_a_kept_shoe_is_dealt_to_its_cut_card_and_every_round_opens_its_seed(
    room: Open, system: str, setting: dict[str, Any]
) -> None:
    table = room(system, **setting)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    for _ in range(45):
        table.until("bets-opened")
        send_command(table, ana, STAKES[system](1))
        to_end(table)
        if not GAMES[system].engine.keeps_shoe(table.live.game):
            break
    rounds = list(Round.objects.filter(table=table.table, number__lte=table.round).order_by("number"))
    assert len(rounds) > 1
    assert len({game_round.seed for game_round in rounds if game_round.seed}) == len(rounds)
    assert {game_round.shoe for game_round in rounds} == {1}
    table.until("bets-opened")
    assert (table.live.shoe, table.live.dealt) == (table.round, ()), "then comes a new shoe"


def test_a_shoe_ends_with_its_last_player(room: Open) -> None:
    table = room("baccarat", shoe="kept")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    to_end(table)
    assert Round.objects.get(table=table.table, number=1).seed != ""
    table.send((ana, protocol.Leave(uuid4())))
    table.sit([ana])
    table.until("bets-opened")
    assert table.live.shoe == 2 and table.live.game.dealt == 0


def test_HE_7_a_table_waits_for_two_players_and_a_hand_is_played_to_its_end(room: Open) -> None:
    table = room("holdem")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana])
    table.until("bets-opened")
    assert send_command(table, ana, {"t": "buy-in"}).refused is None
    assert table.browsers[0].table["phase"] == "waiting" and table.live.due is None
    table.sit([rui])
    assert send_command(table, rui, {"t": "buy-in"}).refused is None
    assert table.live.due is not None
    assert (balance(ana), balance(rui)) == (FUNDS - 20_000, FUNDS - 20_000)
    happened = to_end(table)
    assert "time-called" in happened and "folded" in happened and "pots-paid" in happened
    game_round = Round.objects.get(table=table.table, number=1)
    assert game_round.seed == "" and len(game_round.root) == 64, (
        "the pack was promised card by card, and its seed stays secret"
    )
    assert all(
        hidden_events.is_hidden(event.data)
        for event in Event.objects.filter(table=table.table, kind="cards-dealt")
    )
    nothing_lost(table, [ana, rui])


def test_HE_10_who_leaves_takes_the_stack_and_what_was_bet_stays_in_the_pot(room: Open) -> None:
    table = room("holdem")
    players = players_with(FUNDS, 3)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        send_command(table, player, {"t": "buy-in"})
    while wait(table) is not Wait.CHOICE:
        table.step()
    actor = table.live.game.actor
    blind = table.live.game.players[1]
    leaver = next(player for player in players if table.live.players[player.pk] == blind)
    assert blind != actor
    table.send((leaver, protocol.Leave(uuid4())))
    assert balance(leaver) == FUNDS - 200, "the stack is back at once, the big blind is not"
    to_end(table)
    assert leaver.pk not in table.live.players
    for player in players:
        if player.pk in table.live.players:
            table.send((player, protocol.Leave(uuid4())))
    rake = account(table.table, "commission")
    assert sum(map(balance, players)) + rake == 3 * FUNDS
    nothing_lost(table, players)


def test_a_fault_holds_a_round_and_the_time_lost_alone_decides_what_becomes_of_it(room: Open) -> None:
    table = room("holdem", sheet={"resume_within": 60})
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        send_command(table, player, {"t": "buy-in"})
    while wait(table) is not Wait.CHOICE:
        table.step()
    table.transaction.hold("a fault")
    table.new_croupier()
    table.release()
    assert "resumed" in list(Event.objects.filter(table=table.table).values_list("kind", flat=True))
    assert table.live.running and table.live.due is not None
    assert Incident.objects.get(table=table.table).reason == "a fault"
    to_end(table)
    nothing_lost(table, players)


def test_every_state_of_every_game_is_the_same_after_it_was_put_down_and_taken_up(room: Open) -> None:
    for system in (*STAKES, "holdem"):
        engine: Any = GAMES[system].engine
        assert engine.anytime_commands == () or system == "holdem"
        assert (system == "holdem") == engine.between_players


def test_HE_65_a_round_of_hold_em_is_told_again_to_its_players_and_face_up_only_with_a_name_and_a_reason(
    room: Open,
) -> None:
    table = room("holdem")
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        send_command(table, player, {"t": "buy-in"})
    hands: dict[int, list[str]] = {}
    while table.live.running:
        table.step()
        for player in players:
            hands[player.pk] = table.browsers[player.pk].mine["game"].get("cards", [])
    game_round = Round.objects.get(table=table.table, number=1)
    with pytest.raises(RoundSealed):
        replay.final_state(game_round)
    ana, rui = players
    disclosed = disclose_round(
        table.table.pk, protocol.RequestRound(game_round.pk, player=ana.pk, steps=True), table.transaction.key
    )
    assert disclosed["view"]["cards"] == hands[ana.pk]
    assert verify_round("holdem", disclosed["proof"]).good, verify_round("holdem", disclosed["proof"]).failed
    shown = json.dumps(disclosed)
    assert not any(f'"{card}"' in shown for card in hands[rui.pk]), (
        "the other hand was folded and is told to nobody"
    )
    assert (
        disclose_round(table.table.pk, protocol.RequestRound(game_round.pk, player=0), table.transaction.key)
        == {}
    )
    staff = Person.objects.create_user("olhos@feltro.example", "x", is_staff=True)
    seen = disclose_round(
        table.table.pk,
        protocol.RequestRound(game_round.pk, person=staff.pk, reason="complaint 12"),
        table.transaction.key,
    )
    assert seen["hands"] == {str(table.live.players[player.pk]): hands[player.pk] for player in players}
    assert Line.objects.get(kind="rounds.seen-face-up").person == staff


@pytest.mark.parametrize("system", STAKES)
def test_a_replayed_round_equals_what_its_players_saw(room: Open, system: str) -> None:
    table = room(system)
    players = players_with(FUNDS, 2)
    table.sit(players)
    for _ in range(3):
        table.until("bets-opened")
        for player in players:
            assert send_command(table, player, STAKES[system](table.live.players[player.pk])).refused is None
        to_end(table)
    game_round = Round.objects.get(table=table.table, number=3)
    seat = table.live.players[players[0].pk]
    assert replay.final_state(game_round) == table.live.game
    seen: dict[str, Any] = {}
    for moment in replay.replay_steps(game_round, seat):
        seen = apply_merge_patch(seen, json.loads(msgspec.json.encode(moment.set)))
    engine: Any = GAMES[system].engine
    assert seen["mine"] == json.loads(msgspec.json.encode(engine.view(table.live.game, seat)))
    assert verify_round(system, disclosure.seat_proof(game_round, seat, game_round.seed)).good
