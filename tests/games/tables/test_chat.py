"""Chat at a table: where the sheet allows it, for who sits there, at a person's pace, never while hands are decided at Macau stud."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.models import ChatLine, ChatMute
from games.rules.engine import Refusal, Refused, Wait
from games.tables import chat, protocol
from games.tables.chat import Talk, plain
from games.tasks import chat_forget
from players.models import Person, Player
from tests.games.tables.test_card_games import FUNDS, STAKES, say, wait
from tests.room import Room, players_with

Open = Callable[..., Room]


def write(table: Room, talk: Talk, player: Player, text: str) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(talk.say(table.desk.look(), protocol.Chat(uuid4(), text), player.pk))
    return frame


def refusal(table: Room, talk: Talk, player: Player, text: str = "boa noite") -> Refusal:
    with pytest.raises(Refused) as refused:
        write(table, talk, player, text)
    return refused.value.code


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "PACE", 0.0)


def test_what_one_writes_everybody_hears(room: Open) -> None:
    table, talk = room("holdem", sheet={"chat": True}), Talk()
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana])
    assert refusal(table, talk, rui) is Refusal.NOT_SEATED
    table.until("bets-opened")
    frame = write(table, talk, ana, "  boa\n noite\u202e\x00 ")
    assert (frame["t"], frame["alias"], frame["text"]) == ("chat", ana.alias, "boa noite")
    assert ChatLine.objects.get(pk=frame["n"]).player == ana
    assert refusal(table, talk, ana, "\u200b\u202e") is Refusal.UNREADABLE


def test_where_the_sheet_says_nothing_of_it_there_is_none(room: Open) -> None:
    table, talk = room("holdem"), Talk()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert refusal(table, talk, ana) is Refusal.NOT_OFFERED


def test_MS_12_1_nobody_writes_while_hands_are_decided_at_macau_stud(room: Open) -> None:
    table, talk = room("macau-stud", sheet={"chat": True}), Talk()
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    write(table, talk, rui, "boa sorte")
    for player in (ana, rui):
        say(table, player, STAKES["macau-stud"](1))
    while wait(table) is not Wait.CHOICE:
        table.ring()
    assert refusal(table, talk, ana) is Refusal.NOT_NOW


def test_nobody_writes_faster_than_people_do(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "PACE", 60.0)
    table, talk = room("holdem", sheet={"chat": True}), Talk()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    write(table, talk, ana, "um")
    assert refusal(table, talk, ana, "dois") is Refusal.TOO_MANY


def test_who_is_muted_plays_and_does_not_write_and_old_lines_are_forgotten(room: Open) -> None:
    table, talk = room("holdem", sheet={"chat": True}), Talk()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    kept = write(table, talk, ana, "um")["n"]
    old = write(table, talk, ana, "dois")["n"]
    ChatLine.objects.filter(pk=old).update(at=timezone.now() - timedelta(days=91))
    assert chat_forget() == 1
    assert list(ChatLine.objects.values_list("pk", flat=True)) == [kept]
    staff = Person.objects.create_user("apoio2@feltro.example", "x", is_staff=True)
    ChatMute.objects.create(player=ana, until=timezone.now() + timedelta(days=1), reason="rude words", by=staff)
    assert refusal(table, talk, ana) is Refusal.EXCLUDED
    assert say(table, ana, {"t": "buy-in"}).refused is None


@pytest.mark.parametrize("text", ["a" * 300, "  tab\t tab ", "e\u0301"])
def test_a_line_is_one_line_of_what_can_be_seen(text: str) -> None:
    said = plain(text)
    assert len(said) <= 200 and said == " ".join(said.split())
