"""A player's notes about their rounds: on the page of the round and in the review, for nobody else."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.floor.tasks import forget_chat
from games.models import Round, RoundNote, Stake, Table
from games.rounds import round_notes
from games.tables.signals import delete_preferences
from players.models import Player
from tests.demo_house import signed_in
from tests.live_table import LiveTable, bet

pytestmark = pytest.mark.usefixtures("demo")


@pytest.fixture
def played(tmp_path: Path) -> Round:
    """A round at Lisboa of Ana's."""
    ana = Player.objects.get(alias="Ana")
    room = LiveTable(tmp_path, Table.objects.get(name="Lisboa"))
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 1000})))
    room.until("round-ended")
    return Round.objects.get(table=room.table, number=room.round)


def written(client: Client, game_round: Round, text: str) -> str:
    return client.post(reverse("round", args=[game_round.pk]), {"text": text}, follow=True).content.decode()


def test_a_note_is_kept_changed_listed_and_deleted(played: Round) -> None:
    ana = signed_in("ana@feltro.example", "en")
    page = written(ana, played, "Red <b>again</b>\nnext time less")
    assert "Your note has been saved." in page and "Red &lt;b&gt;again&lt;/b&gt;" in page
    assert "Red &lt;b&gt;again" in ana.get(reverse("review")).content.decode()
    assert "Second" in written(ana, played, "Second") and RoundNote.objects.get().text == "Second"
    assert "Second" not in ana.get(reverse("review"), {"until": "2001-01-01"}).content.decode()
    written(ana, played, "  ")
    assert not RoundNote.objects.exists()


def test_what_is_too_long_stays_typed_and_changes_nothing(played: Round) -> None:
    ana = signed_in("ana@feltro.example", "en")
    response = ana.post(reverse("round", args=[played.pk]), {"text": "x" * 501})
    assert response.status_code == 422 and "x" * 501 in response.content.decode()
    assert "Write at most 500 characters." in response.content.decode()
    assert ana.post(reverse("round", args=[played.pk]), {"text": "a\0b"}).status_code == 422
    assert not RoundNote.objects.exists()


def test_there_is_an_end_to_them(played: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_notes, "MOST", 0)
    assert "Delete one first" in written(signed_in("ana@feltro.example", "en"), played, "x")
    assert not RoundNote.objects.exists()


def test_others_neither_write_nor_read_one(played: Round) -> None:
    written(signed_in("ana@feltro.example"), played, "minha")
    bruno = signed_in("bruno@feltro.example")
    assert bruno.post(reverse("round", args=[played.pk]), {"text": "x"}).status_code == 404
    assert "minha" not in bruno.get(reverse("review")).content.decode()
    assert RoundNote.objects.get().text == "minha"


def test_they_go_after_a_year_and_with_the_data_of_the_player(played: Round) -> None:
    ana, bruno = Player.objects.get(alias="Ana"), Player.objects.get(alias="Bruno")
    now = timezone.now()
    for player, days in ((ana, 366), (bruno, 364)):
        RoundNote.objects.create(player=player, round=played, text="x", at=now - timedelta(days=days))
    forget_chat()
    assert RoundNote.objects.get().player == bruno
    delete_preferences(None, player=bruno.pk)
    assert not RoundNote.objects.exists()


def test_the_page_of_a_round_begins_with_the_net(played: Round) -> None:
    page = signed_in("ana@feltro.example", "en").get(reverse("round", args=[played.pk])).content.decode()
    sums = page.partition('<dl class="sums">')[2].partition("</dl>")[0]
    net = Stake.objects.get(round=played, player__alias="Ana").net
    assert sums.index("<dt>Net</dt>") < sums.index("<dt>Result</dt>")
    assert ("+€" if net > 0 else "−€") in sums.partition("<dt>Net</dt>")[2].partition("</dd>")[0]
