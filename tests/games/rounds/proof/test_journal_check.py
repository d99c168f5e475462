"""The journal check finds everything that does not follow from the journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.models import Event, Round, Table
from games.rounds.proof.journal_check import check_journal
from games.rounds.proof.sums_check import check_sums
from games.tables.domain.pending_changes import transfer_id
from players.models import Player
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.live_table import LiveTable, bet, players_with

Open = Callable[..., LiveTable]


def played(table: LiveTable, system: str, rounds: int) -> list[Player]:
    players = players_with(FUNDS, 2)
    table.sit(players)
    for number in range(rounds):
        table.until("bets-opened")
        for player in players:
            seat = table.live.players[player.pk]
            if "roulette" in system:
                table.send((player, bet(table.round, {"red": 500, "straight:7": 100})))
            elif system != "holdem":
                send_command(table, player, STAKES[system](seat))
            else:
                send_command(table, player, {"t": "buy-in"} if not number else {"t": "sit-in"})
        to_end(table)
    return players


def check_table(table: LiveTable) -> Any:
    return check_journal(Table.objects.get(pk=table.table.pk), table.transaction.key)


@pytest.mark.parametrize(
    "system,setting",
    [
        ("american-roulette", {}),
        ("french-roulette", {"sheet": {"zero_option": "en-prison"}}),
        ("blackjack", {"shoe": "cut", "cut": 60}),
        ("baccarat", {"shoe": "kept"}),
        ("holdem", {}),
        ("caribbean-stud", {}),
        ("macau-stud", {}),
    ],
)
def test_the_journal_of_every_game_passes_the_check(room: Open, system: str, setting: dict[str, Any]) -> None:
    table = room(system, **setting)
    played(table, system, 3)
    report = check_table(table)
    assert report.differences == []
    assert (report.rounds, report.events) == (3, table.live.seq)
    assert list(check_sums()) == []


def test_the_journal_of_a_void_round_passes_the_check(room: Open) -> None:
    table = room("caribbean-stud")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    send_command(table, ana, STAKES["caribbean-stud"](1))
    table.step(late=300_000)
    assert Round.objects.get(table=table.table, number=1).status == "void"
    assert check_table(table).differences == []


ITS_ROUNDS = "(SELECT id FROM games_round WHERE table_id = %s)"
TAMPERINGS = {
    "a bet that was raised": (
        "UPDATE games_event SET data = replace(data, '500', '900')"
        " WHERE table_id = %s AND kind = 'bet-placed'"
    ),
    "an event that is gone": "DELETE FROM games_event WHERE table_id = %s AND kind = 'stakes-collected'",
    "an event of another hour": (
        "UPDATE games_event SET at = at + interval '1 ms' WHERE table_id = %s AND kind = 'number-drawn'"
    ),
    "somebody else's command": (
        "UPDATE games_event SET player = player + 1 WHERE table_id = %s AND kind = 'bet-placed'"
    ),
    "money of another size": (
        f"UPDATE wallet_transfer SET cents = cents * 2 WHERE round IN {ITS_ROUNDS} AND kind = 'stake'"
    ),
    "a transfer that is gone": f"DELETE FROM wallet_transfer WHERE round IN {ITS_ROUNDS} AND kind = 'stake'",
    "a result of another size": f"UPDATE games_stake SET prize = prize + 1 WHERE round_id IN {ITS_ROUNDS}",
    "another seed": "UPDATE games_round SET seed = repeat('ab', 32) WHERE table_id = %s AND status = 'ended'",
    "another outcome": (
        "UPDATE games_round SET outcome = outcome || '1' WHERE table_id = %s AND status = 'ended'"
    ),
    "a seed exchanged under its seal": (
        "UPDATE games_round SET sealed = (SELECT sealed FROM games_round WHERE table_id <> %s LIMIT 1)"
    ),
    "the end of the chain cut off": "DELETE FROM games_event WHERE table_id = %s AND seq > 8",
    "a number used again in another month": (
        "INSERT INTO games_event (table_id, seq, round_id, at, kind, data, player, digest, chain)"
        " SELECT table_id, seq, round_id, at + interval '40 days', kind, data, player, digest, chain"
        " FROM games_event WHERE table_id = %s AND kind = 'number-drawn' LIMIT 1"
    ),
    "an id used again in another month": (
        "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat, at)"
        " SELECT id, kind, source_id, target_id, currency, cents, round, seat, at + interval '40 days'"
        f" FROM wallet_transfer WHERE round IN {ITS_ROUNDS} AND kind = 'stake' LIMIT 1"
    ),
    "another beginning": "UPDATE games_round SET start = '\\x00' WHERE table_id = %s AND number = 2",
}


@pytest.mark.parametrize("change", TAMPERINGS)
def test_changes_by_the_database_owner_are_detected(room: Open, change: str) -> None:
    other, table = room(), room()
    played(other, "american-roulette", 1)
    played(table, "american-roulette", 2)
    assert check_table(table).differences == []
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for name in ("games_event", "games_stake", "games_round", "wallet_transfer"):
            cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        cursor.execute(TAMPERINGS[change], [table.table.pk])
        assert cursor.rowcount > 0
    assert check_table(table).differences != []


def test_a_transfer_without_an_event_is_detected(room: Open) -> None:
    table = room()
    played(table, "american-roulette", 1)
    last = Event.objects.filter(table=table.table, kind="bet-placed").latest("seq")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat)"
            " SELECT (%s)::uuid, 'prize', bank.id, laid.source_id, laid.currency, 1, laid.round, laid.seat"
            " FROM wallet_transfer AS laid, wallet_account AS bank"
            " WHERE laid.kind = 'stake' AND bank.kind = 'bank' LIMIT 1",
            [transfer_id(table.table.pk, last.seq, 9)],
        )
    assert any("no event caused" in difference for difference in check_table(table).differences)


def test_a_balance_that_differs_from_its_transfers_is_detected(room: Open) -> None:
    table = room()
    ana, _ = played(table, "american-roulette", 1)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE wallet_account SET balance = balance + 1 WHERE kind = 'wallet' AND player_id = %s",
            [ana.pk],
        )
    assert {difference.split(":")[0] for difference in check_sums()} == {
        "a currency does not sum to zero",
        "a balance is not the sum of its transfers",
    }
