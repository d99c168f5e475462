"""State that carries over between rounds: shares, shoes, seats, limits and bets that stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.models import Round
from games.rounds.proof.draw_check import check_shoe_sequence, verify_round
from games.rounds.proof.stored_proof import stored_proof
from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from players.models import Player
from players.protection.limits import set_limits
from players.wallet import ledger
from tests.games.tables.test_card_games import STAKES, send_command, to_end
from tests.live_table import SETTINGS, LiveTable, account, balance, bet, players_with, setting_change

Open = Callable[..., LiveTable]
FUNDS = 1_000_000
KEPT = [
    ("baccarat", {"shoe": "kept", "decks": 6, "cut_card": 156}),
    ("blackjack", {"shoe": "cut", "cut": 40}),
]
BANKED = {**STAKES, "american-roulette": lambda seat: {"t": "bet", "on": {"red": 500}}}


def give_share(table: LiveTable, player: Player, share: str, number: int | None = None) -> None:
    table.send((player, protocol.DrawShare(number or table.live.next_round, share * 16)))


def play(table: LiveTable, *players: Player) -> None:
    """One round in which these players bet."""
    table.until("bets-opened")
    for player in players:
        assert (
            send_command(table, player, BANKED[table.table.system](table.live.players[player.pk])).refused
            is None
        )
    to_end(table)


def share_of(table: LiveTable, seat: int) -> str | None:
    return table.live.nonces.get(seat)


# --- shares


@pytest.mark.parametrize("system", BANKED)
def test_a_share_counts_for_its_round_and_no_other(room: Open, system: str) -> None:
    """Given for one round, not given for the next, given too early, too late and again: five rounds in a
    row.
    """
    table = room(system, **({"shoe": "fresh"} if system in ("baccarat", "blackjack") else {}))
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    give_share(table, ana, "0a")
    play(table, ana)
    assert table.live.nonces == {1: "0a" * 16}

    play(table, ana)
    assert table.live.nonces == {}, "no share was given for this round"

    give_share(table, ana, "0b", table.live.next_round - 1)
    give_share(table, rui, "0c", table.live.next_round + 1)
    play(table, ana)
    assert table.live.nonces == {}, "a share for another round counts for none"

    give_share(table, rui, "0d")
    give_share(table, rui, "0e")
    play(table, ana)
    assert table.live.nonces == {2: "0d" * 16}, "the first one stands"

    give_share(table, ana, "0f")
    table.send((ana, protocol.Leave(uuid4())))
    play(table, rui)
    assert table.live.nonces == {}, "who has gone gives no share"


@pytest.mark.parametrize("system,setting", KEPT)
def test_every_round_of_a_kept_shoe_has_its_own_seed_and_shares(
    room: Open, system: str, setting: dict[str, Any]
) -> None:
    """Who joins late contributes like everybody."""
    table = room(system, **setting)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    give_share(table, ana, "0a")
    play(table, ana)
    for share in ("0b", "0c", "0d"):
        give_share(table, rui, share)
        play(table, ana, rui)
        assert (table.live.shoe, table.live.nonces) == (1, {2: share * 16})
    rounds = Round.objects.filter(table=table.table, number__lte=4)
    assert {game_round.shoe for game_round in rounds} == {1}
    assert len({game_round.commitment for game_round in rounds}) == 4
    proofs = [proof for game_round in rounds if (proof := stored_proof(game_round))]
    assert len(proofs) == 4, "each is opened when it ends"
    assert all(verify_round(system, proof).good for proof in proofs) and check_shoe_sequence(proofs).good


# --- shoes


@pytest.mark.parametrize("steps", [0, 3], ids=["before-the-deal", "in-the-deal"])
@pytest.mark.parametrize("system,setting", KEPT)
def test_after_a_void_round_a_kept_shoe_is_as_it_was_before_it(
    room: Open, system: str, setting: dict[str, Any], steps: int
) -> None:
    """Its seed is burnt, and its cards go back: the record of the shoe has none of them."""
    table = room(system, **setting)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    play(table, ana)
    play(table, ana)
    table.until("bets-opened")
    dealt = table.live.dealt
    assert len(dealt) == table.live.game.dealt > 0
    send_command(table, ana, STAKES[system](1))
    for _ in range(steps):
        table.step()
    engine = table.transaction.loaded.rules.engine
    assert bool(engine.draw_record(table.live.game).given) is bool(steps)
    assert "round-voided" in table.step(
        late=int(table.transaction.loaded.rules.sheet.resume_within * 1000) + 60_000
    )
    table.release()
    table.until("bets-opened")
    assert (table.live.dealt, table.live.game.dealt) == (dealt, len(dealt))
    send_command(table, ana, STAKES[system](1))
    to_end(table)
    assert (table.live.shoe, table.live.round, table.live.dealt) == (1, 4, dealt)
    rounds = {
        game_round.number: game_round
        for game_round in Round.objects.filter(table=table.table, status__in=("ended", "void"))
    }
    assert rounds[3].status == "void" and rounds[3].seed == ""
    proofs = [proof for number in (1, 2, 4) if (proof := stored_proof(rounds[number]))]
    assert len(proofs) == 3 and check_shoe_sequence(proofs).good


@pytest.mark.parametrize("system,setting", KEPT)
def test_a_kept_shoe_ends_with_the_rules_that_it_was_shuffled_under(
    room: Open, system: str, setting: dict[str, Any]
) -> None:
    table = room(system, **setting)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    play(table, ana)
    play(table, ana)
    assert table.live.shoe == 1
    setting_change(table.table, **{**SETTINGS[system], **setting, "betting_seconds": 31, "currency": "EUR"})
    play(table, ana)
    assert (table.live.shoe, table.live.dealt) == (table.round, ()), "the first round under the new rules"


# --- stakes, limits, seats


@pytest.mark.parametrize("system", BANKED)
def test_a_round_without_a_bet_between_two_with_bets_leaves_nothing(room: Open, system: str) -> None:
    table = room(system)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    for betting in ((ana, rui), (rui,), (ana,), (ana, rui)):
        play(table, *betting)
        live = table.live
        ended = Round.objects.get(table=table.table, number=live.round)
        assert {stake.player_id for stake in ended.stakes.all()} == {player.pk for player in betting}
        assert account(table.table, "stakes") == 0 and set(ledger.total().values()) <= {0}
    assert {chair.rounds for chair in table.live.seats.values()} == {3}


def test_a_limit_counts_what_all_rounds_before_have_taken(room: Open) -> None:
    """Room for six bets of five euros: in one round, over several rounds, and beside a bet that was taken
    back.
    """
    table = room()
    (ana,) = players_with(FUNDS, 1)
    set_limits(ana, {("stake", "day"): 3_000})
    table.sit([ana])
    for number in range(1, 4):
        table.until("bets-opened")
        for place in ("red", "black"):
            (result,) = table.send((ana, bet(number, {place: 500})))
            assert result.refused is None, (number, place)
        if number == 2:
            send_command(table, ana, {"t": "undo"})
            assert send_command(table, ana, {"t": "bet", "on": {"odd": 500}}).refused is None
        if number < 3:
            to_end(table)
    (result,) = table.send((ana, bet(3, {"even": 50})))
    assert result.refused is not None
    assert (result.refused.code, result.refused.details["left"]) == (Refusal.LIMIT, 0)


def test_a_vacated_seat_keeps_nothing_of_its_player(room: Open) -> None:
    table = room(seats=1)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana])
    give_share(table, ana, "0a")
    play(table, ana)
    table.send((ana, protocol.Leave(uuid4())))
    table.sit([rui])
    chair = table.live.seats[1]
    assert (chair.player, chair.staked, chair.returned, chair.rounds, chair.idle) == (rui.pk, 0, 0, 0, 0)
    before = balance(ana)
    play(table, rui)
    assert (table.live.nonces, balance(ana)) == ({}, before)
    assert table.live.seats[1].staked == 500


def test_a_command_of_an_earlier_round_is_answered_as_it_was(room: Open) -> None:
    """Its id is remembered over later rounds, by a croupier that was not there too; another command under the
    id is refused.
    """
    table = room()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    first = bet(1, {"red": 500})
    (accepted,) = table.send((ana, first))
    to_end(table)
    play(table, ana)
    table.until("bets-opened")
    for _ in range(2):
        (repeated,) = table.send((ana, first))
        assert (repeated.refused, repeated.version) == (None, accepted.version)
        (other,) = table.send((ana, bet(table.round, {"black": 500}, first.id)))
        assert other.refused is not None and other.refused.code is Refusal.ID_REUSED
        table.new_croupier()
    assert account(table.table, "stakes") == 0


def test_a_seat_offered_to_a_late_player_passes_to_the_next(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty seconds each, to the millisecond, while the round continues."""
    table = room(seats=2)
    ana, rui, eva, mia, leo = players_with(FUNDS, 5)
    table.sit([ana, rui])
    for player in (eva, mia, leo):
        table.send((player, protocol.JoinQueue(uuid4())))
    hour = table.transaction.execute([]).at
    monkeypatch.setattr("games.tables.croupier.journal.now", lambda: hour)
    table.send((rui, protocol.Leave(uuid4())))
    for next_one in (eva, mia):
        (offered,) = [waiter for waiter in table.live.queue if waiter.until]
        assert (offered.player, offered.until) == (next_one.pk, hour + 30_000)
        hour += 29_999
        table.execute([])
        assert table.live.queue[0].player == next_one.pk
        hour += 1
        table.execute([])
        assert next_one.pk not in {waiter.player for waiter in table.live.queue}
    (result,) = table.send((leo, protocol.Sit(uuid4())))
    assert result.refused is None and table.live.players[leo.pk] == 2
