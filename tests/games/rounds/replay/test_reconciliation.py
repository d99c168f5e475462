"""The page of a round: its events as text, its cards and money, and its replay to the cent."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from django.db import connection
from django.utils import translation

from games.catalogue import GAMES
from games.models import Event, Round
from games.rounds.replay.event_descriptions import event_label
from games.rounds.replay.reconciliation import reconcile_round
from games.rounds.replay.timeline import timeline
from games.rules.shared.money import TransferKind
from games.tables.domain.events import TABLE_EVENTS
from games.tables.domain.pending_changes import transfer_id
from players.wallet.models import Transfer
from players.wallet.transfer_kinds import transfer_kind_name
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.live_table import LiveTable, bet, players_with, table_open

CARD_GAMES = sorted(STAKES)
ONE_TRANSFER = "(SELECT id FROM wallet_transfer WHERE round = %s LIMIT 1)"


def play_round(tmp_path: Path, system: str) -> Round:
    table = LiveTable(tmp_path, table_open(system))
    people = players_with(FUNDS, 2)
    table.sit(people)
    table.until("bets-opened")
    for seat, person in enumerate(people, 1):
        if system in STAKES:
            send_command(table, person, STAKES[system](seat))
        else:
            table.send((person, bet(table.round, {"straight:17": 500, "red": 1000})))
    number = table.round
    to_end(table)
    return Round.objects.select_related("table").get(table=table.table, number=number)


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["american-roulette", *CARD_GAMES])
def test_the_replay_of_every_round_matches_the_record(tmp_path: Path, system: str) -> None:
    row = play_round(tmp_path, system)
    result = reconcile_round(row)
    assert result.is_balanced and result.difference == 0
    assert result.transfers == Transfer.objects.filter(round=row.pk).count() > 0
    assert result.results == row.stakes.count() or result.results is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sql",
    [
        f"UPDATE wallet_transfer SET cents = cents + 1 WHERE id = {ONE_TRANSFER}",
        f"DELETE FROM wallet_transfer WHERE id = {ONE_TRANSFER}",
        "UPDATE games_stake SET prize = prize + 1, back = back + 1 WHERE round_id = %s",
    ],
)
def test_a_transfer_changed_after_the_round_shows_as_a_difference(tmp_path: Path, sql: str) -> None:
    row = play_round(tmp_path, "american-roulette")
    with connection.cursor() as cursor:  # only a database superuser can do this
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql, [row.pk])
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert reconcile_round(row).difference > 0


@pytest.mark.django_db
def test_a_transfer_that_no_event_explains_shows_as_a_difference(tmp_path: Path) -> None:
    """One more of the kind that an event caused: each account and the sum of all stay level."""
    row = play_round(tmp_path, "american-roulette")
    one = Transfer.objects.filter(round=row.pk).order_by("pk").last()
    assert one is not None
    last = Event.objects.filter(round=row).order_by("seq").last()
    assert last is not None
    with connection.cursor() as cursor:  # only a database superuser can do this
        cursor.execute("SET LOCAL session_replication_role = replica")
        copy = {
            **Transfer.objects.filter(pk=one.pk).values().get(),
            "id": transfer_id(row.table_id, last.seq, 7),
        }
        Transfer.objects.create(**copy)
        cursor.execute("SET LOCAL session_replication_role = origin")
    result = reconcile_round(row)
    assert not result.is_balanced and result.difference == one.cents


@pytest.mark.django_db
@pytest.mark.parametrize("system", CARD_GAMES)
def test_the_timeline_shows_cards_and_the_money_of_each_event(tmp_path: Path, system: str) -> None:
    row = play_round(tmp_path, system)
    entries = timeline(row)
    faces = [card.text for entry in entries for hand in entry.hands for card in hand.cards]
    assert faces and all(face == "" or face[-1] in "♠♥♦♣" for face in faces)
    assert all(entry.label and "-" not in entry.label for entry in entries), "every event has a description"
    moved = sum(move.cents for entry in entries for move in entry.transfers)
    assert moved == sum(Transfer.objects.filter(round=row.pk).values_list("cents", flat=True)) > 0


@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_every_transfer_kind_and_every_event_has_a_label(language: str) -> None:
    with translation.override(language):
        kinds = {kind.value: transfer_kind_name(kind.value) for kind in TransferKind}
        assert [kind for kind, label in kinds.items() if label == kind] == []
        for system, game in GAMES.items():
            kinds = {
                kind.__struct_config__.tag for kind in (*TABLE_EVENTS, *get_args(game.engine.event_type))
            }
            assert [kind for kind in kinds if event_label(system, kind) == kind] == [], system
