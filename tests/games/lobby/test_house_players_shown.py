"""House players in the lobby and the API: named apart, and not counted as people."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client

from games.lobby.selectors import lobby_tables
from games.models import Table
from games.tables import journal_reading
from tests.live_table import LiveTable, players_with

pytestmark = pytest.mark.django_db
NAME = "Guincho"


@pytest.fixture
def room(demo: None, tmp_path: Path, settings: Any) -> LiveTable:
    """A table with three house players and one person."""
    settings.HOUSE_LIVELY = True
    journal_reading.rules_of.cache_clear()
    room = LiveTable(tmp_path, Table.objects.get(name=NAME))
    Table.objects.filter(pk=room.table.pk).update(due=Now() - timedelta(seconds=1))
    room.execute([])
    (player,) = players_with(100_000, 1, "DEMO")
    room.until("bets-opened")
    room.sit([player])
    journal_reading.rules_of.cache_clear()
    return room


@pytest.mark.parametrize(
    ("language", "texts"),
    [("pt-pt", ("1 de 9 sentados", "3 jogadores da casa")), ("en", ("1 of 9 seated", "3 house players"))],
)
def test_the_lobby_counts_people_and_names_house_players_apart(
    room: LiveTable, client: Client, language: str, texts: tuple[str, str]
) -> None:
    page = client.get("/lobby/?money=DEMO", headers={"accept-language": language}).content.decode()
    assert all(text in page for text in texts)


def test_their_seats_are_not_free(room: LiveTable) -> None:
    (tile,) = (tile for tile in lobby_tables() if tile.table.name == NAME)
    assert (tile.free, tile.open, tile.table.people) == (5, True, 1)


def test_the_api_says_how_many_seats_they_have(room: LiveTable, client: Client) -> None:
    data = client.get(f"/api/v1/tables/{room.table.pk}/").json()
    assert (data["seated"], data["house_players"]) == (4, 3)
