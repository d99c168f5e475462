"""A round's page: what happened in words, its cards as cards, its money beside it, and the round folded again to the cent."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from django.db import connection
from django.utils import translation

from games.catalogue import GAMES
from games.models import Round
from games.rounds.event_descriptions import event_label
from games.rounds.reconciliation import retold
from games.rounds.timeline import timeline
from games.rules.shared.money import TransferKind
from games.tables.domain.events import TABLE_EVENTS
from players.wallet.models import Transfer
from players.wallet.transfer_kinds import transfer_kind_name
from tests.games.tables.test_card_games import FUNDS, STAKES, say, to_end
from tests.room import Room, bet, players_with, table_open

CARD_GAMES = sorted(STAKES)


def played(tmp_path: Path, system: str) -> Round:
    table = Room(tmp_path, table_open(system))
    people = players_with(FUNDS, 2)
    table.sit(people)
    table.until("bets-opened")
    for seat, person in enumerate(people, 1):
        if system in STAKES:
            say(table, person, STAKES[system](seat))
        else:
            table.say((person, bet(table.round, {"straight:17": 500, "red": 1000})))
    number = table.round
    to_end(table)
    return Round.objects.select_related("table").get(table=table.table, number=number)


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["american-roulette", *CARD_GAMES])
def test_every_round_folded_again_differs_by_nothing(tmp_path: Path, system: str) -> None:
    round = played(tmp_path, system)
    found = retold(round)
    assert found.level and found.difference == 0
    assert found.transfers == Transfer.objects.filter(round=round.pk).count() > 0
    assert found.results == round.stakes.count() or found.results is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE wallet_transfer SET cents = cents + 1 WHERE id = (SELECT id FROM wallet_transfer WHERE round = %s LIMIT 1)",
        "DELETE FROM wallet_transfer WHERE id = (SELECT id FROM wallet_transfer WHERE round = %s LIMIT 1)",
        "UPDATE games_stake SET prize = prize + 1, back = back + 1 WHERE round_id = %s",
    ],
)
def test_a_cent_that_was_moved_behind_the_record_shows(tmp_path: Path, sql: str) -> None:
    round = played(tmp_path, "american-roulette")
    with connection.cursor() as cursor:  # as only the keeper of the database could
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql, [round.pk])
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert retold(round).difference > 0


@pytest.mark.django_db
@pytest.mark.parametrize("system", CARD_GAMES)
def test_cards_are_shown_as_cards_and_money_beside_its_event(tmp_path: Path, system: str) -> None:
    round = played(tmp_path, system)
    moments = timeline(round)
    faces = [card.text for moment in moments for hand in moment.cards for card in hand.cards]
    assert faces and all(face == "" or face[-1] in "♠♥♦♣" for face in faces)
    assert all(moment.what and "-" not in moment.what for moment in moments), "every event has words"
    moved = sum(each.cents for moment in moments for each in moment.moved)
    assert moved == sum(Transfer.objects.filter(round=round.pk).values_list("cents", flat=True)) > 0


@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_every_road_of_money_and_every_event_has_words(language: str) -> None:
    with translation.override(language):
        kinds = {kind.value: transfer_kind_name(kind.value) for kind in TransferKind}
        assert [kind for kind, words in kinds.items() if words == kind] == []
        for system, game in GAMES.items():
            kinds = {
                kind.__struct_config__.tag for kind in (*TABLE_EVENTS, *get_args(game.engine.event_type))
            }
            assert [kind for kind in kinds if event_label(system, kind) == kind] == [], system
