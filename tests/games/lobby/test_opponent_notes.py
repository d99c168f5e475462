"""A player's own notes on others at a table between players: private, limited, and not kept for ever."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.floor.tasks import forget_chat
from games.lobby import opponent_notes
from games.lobby.opponent_notes import write_note
from games.models import OpponentNote
from games.tables.signals import delete_preferences
from players.history.data_copies import tables_of
from players.models import Player
from tests.games.lobby.test_report import PT, played, signed_in
from tests.live_table import LiveTable, table_open

Scene = tuple[LiveTable, Player, Player, Player]
__all__ = ["played"]


def address(room: LiveTable) -> str:
    return f"/table/{room.table.pk}/notes/"


def send(player: Player, room: LiveTable, **data: str) -> Any:
    return signed_in(player).post(address(room), data, headers=PT)


def read(player: Player, room: LiveTable) -> Any:
    return signed_in(player).get(address(room)).json()["notes"]


def test_a_note_is_written_read_and_deleted_by_its_writer_alone(played: Scene) -> None:
    room, ana, rui, eva = played
    answer = send(ana, room, alias=rui.alias, colour="red", text="Sobe sempre no botão")
    assert answer.json() == {"note": {"colour": "red", "text": "Sobe sempre no botão"}}
    assert read(ana, room) == {rui.alias: {"colour": "red", "text": "Sobe sempre no botão"}}
    assert read(rui, room) == {} == read(eva, room)
    assert send(ana, room, alias=rui.alias, colour="blue", text="").status_code == 200
    assert read(ana, room) == {rui.alias: {"colour": "blue", "text": ""}}
    send(ana, room, alias=rui.alias, colour="", text=" ")
    assert read(ana, room) == {} and not OpponentNote.objects.exists()


def test_what_cannot_be_kept_is_refused_with_a_sentence_and_changes_nothing(
    played: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, ana, rui, eva = played
    send(ana, room, alias=rui.alias, text="antes")
    refused = {
        "300 caracteres": {"alias": rui.alias, "text": "x" * 301},
        "não está à mesa": {"alias": eva.alias, "text": "nunca cá jogou"},
    }
    for sentence, data in refused.items():
        answer = send(ana, room, **data)
        assert (answer.status_code, sentence in answer.json()["error"]) == (422, True), answer.json()
    for bad in ({"alias": ana.alias, "text": "eu"}, {"alias": rui.alias, "colour": "pink"},
                {"alias": rui.alias, "text": "\x00"}, {"alias": "x" * 21}, {}):  # fmt: skip
        assert send(ana, room, **bad).status_code == 422
    monkeypatch.setattr(opponent_notes, "MOST", 1)
    write_note(player=rui, about=ana, colour="", text="o mesmo limite")
    send(ana, room, alias=rui.alias, text="depois")
    assert read(ana, room)[rui.alias]["text"] == "depois", "a note may be replaced at the limit"
    monkeypatch.setattr(opponent_notes, "MOST", 0)
    assert send(ana, room, alias=rui.alias, text="cheio").status_code == 422
    assert read(ana, room)[rui.alias]["text"] == "depois"


def test_notes_are_for_signed_in_players_at_tables_between_players(played: Scene) -> None:
    room, ana, _rui, _eva = played
    assert Client().get(address(room)).status_code == 302
    other = table_open("american-roulette")
    assert signed_in(ana).get(f"/table/{other.pk}/notes/").status_code == 404


def test_a_note_is_in_the_copy_of_its_writer_and_of_nobody_else(played: Scene) -> None:
    _room, ana, rui, _eva = played
    write_note(player=ana, about=rui, colour="green", text="paciente")

    def noted(player: Player) -> list[Any]:
        return [row["text"] for name, rows in tables_of(player) if "note" in name.lower() for row in rows]

    assert noted(ana) == ["paciente"] and noted(rui) == []


@pytest.mark.parametrize("erased", [0, 1], ids=["the writer", "whom it is about"])
def test_a_note_goes_with_the_data_of_either_player(played: Scene, erased: int) -> None:
    _room, ana, rui, eva = played
    write_note(player=ana, about=rui, colour="", text="vai")
    write_note(player=eva, about=eva, colour="", text="fica")
    delete_preferences(None, player=(ana, rui)[erased].pk)
    assert [note.text for note in OpponentNote.objects.all()] == ["fica"]


def test_a_note_is_forgotten_a_year_after_it_was_written(played: Scene) -> None:
    _room, ana, rui, eva = played
    for about, days in ((rui, 366), (eva, 364)):
        write_note(player=ana, about=about, colour="", text=str(days))
        OpponentNote.objects.filter(about=about).update(at=timezone.now() - timedelta(days=days))
    assert forget_chat() == 1
    assert [note.text for note in OpponentNote.objects.all()] == ["364"]
