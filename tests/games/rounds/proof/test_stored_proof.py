"""The newest draws that the page on fairness offers for a check."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from games.catalogue import GAMES
from games.models import Round, Table
from games.rounds.proof.stored_proof import latest_draws, stored_proof
from tests.live_table import LiveTable, table_open

pytestmark = pytest.mark.usefixtures("valkey_url")


def ended_round(table: Table, number: int, *, seed: str = "00" * 32, status: str = "ended") -> Round:
    return Round.objects.create(
        table=table, number=number, status=status, sealed=b"", seed=seed, outcome="17", engine="roulette/v1"
    )


def test_the_page_on_fairness_offers_the_newest_draw_of_each_game(
    room: Callable[..., LiveTable], client: Client
) -> None:
    table = room(mode="multiple")
    table.until("round-ended")
    played = Round.objects.get(table=table.table, number=table.round)
    (newest,) = latest_draws()
    assert newest.pk == played.pk and stored_proof(newest) is not None
    page = client.get("/fairness/", headers={"accept-language": "en"}).content.decode()
    assert f'href="/verify/{newest.pk}/"' in page and table.table.name in page
    assert client.get(f"/verify/{newest.pk}/").context["proof"] is not None


def test_no_draw_is_offered_that_nobody_can_check(db: None) -> None:
    """A void or running round, one whose seed is sealed, and games without last results."""
    roulette, holdem, stud = (table_open(system) for system in ("american-roulette", "holdem", "macau-stud"))
    ended_round(roulette, 1)
    ended_round(roulette, 2, status="void")
    ended_round(roulette, 3, seed="")
    ended_round(roulette, 4, status="open")
    for table in (holdem, stud):
        ended_round(table, 1)
    assert [(game_round.table_id, game_round.number) for game_round in latest_draws()] == [(roulette.pk, 1)]
    assert not GAMES["macau-stud"].rounds.shows_last_results
