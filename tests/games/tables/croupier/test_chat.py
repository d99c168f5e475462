"""Table chat: where the sheet allows it, for seated players, at a limited rate, and never about cards in
play.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.floor.tasks import forget_chat
from games.models import ChatLine, ChatMute
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier import chat
from games.tables.croupier.chat import TableChat, clean_text
from games.tables.transport import protocol
from players.models import Person, Player
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, wait
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]


def write(table: LiveTable, talk: TableChat, player: Player, text: str) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(
        talk.post(table.transaction.refresh(), protocol.Chat(uuid4(), text), player.pk)
    )
    return frame


def refusal(table: LiveTable, talk: TableChat, player: Player, text: str = "boa noite") -> Refusal:
    with pytest.raises(Refused) as refused:
        write(table, talk, player, text)
    return refused.value.code


@pytest.fixture(autouse=True)
def send_immediately(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MIN_INTERVAL", 0.0)


def test_a_line_reaches_everyone_at_the_table(room: Open) -> None:
    table, talk = room("holdem", sheet={"chat": True}), TableChat()
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana])
    assert refusal(table, talk, rui) is Refusal.NOT_SEATED
    table.until("bets-opened")
    frame = write(table, talk, ana, "  boa\n noite\u202e\x00 ")
    assert (frame["t"], frame["alias"], frame["text"]) == ("chat", ana.alias, "boa noite")
    assert ChatLine.objects.get(pk=frame["n"]).player == ana
    assert refusal(table, talk, ana, "\u200b\u202e") is Refusal.UNREADABLE


def test_where_the_sheet_says_nothing_of_it_there_is_none(room: Open) -> None:
    table, talk = room("holdem"), TableChat()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert refusal(table, talk, ana) is Refusal.NOT_OFFERED


def rule_of_refusal(table: LiveTable, talk: TableChat, player: Player) -> str:
    """The rule under which a line is refused; None if it is accepted."""
    try:
        write(table, talk, player, "boa noite")
    except Refused as refused:
        assert refused.code is Refusal.NOT_NOW
        return refused.rule
    return ""


def quiet_seats(table: LiveTable, players: list[Player]) -> list[str]:
    """What each player's own page says of the chat."""
    views = [table.browsers[player.pk].mine for player in players]
    return [str(view.get("quiet", "")) for view in views if view is not None]


def holdem_hand(room: Open, count: int = 3) -> tuple[LiveTable, list[Player]]:
    """A hand that has been dealt to all but the last player, who sits there without chips; in the order of
    their seats.
    """
    table = room("holdem", sheet={"chat": True})
    players = players_with(FUNDS, count + 1)
    table.sit(players)
    table.until("bets-opened")
    for player in players[:count]:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    return table, players


def test_HE_11d_whoever_holds_or_has_seen_cards_does_not_write_until_the_hand_is_over(room: Open) -> None:
    table, players = holdem_hand(room)
    talk = TableChat()
    *dealt, watching = players
    assert [rule_of_refusal(table, talk, player) for player in players] == ["", "", "", ""], "no card is out"
    while wait(table) is not Wait.CHOICE:
        table.step()
    rules = ["HE-11d"] * 3
    assert [rule_of_refusal(table, talk, player) for player in dealt] == rules == quiet_seats(table, dealt)
    assert rule_of_refusal(table, talk, watching) == "" and quiet_seats(table, [watching]) == [""]
    first = next(player for player in dealt if table.live.players[player.pk] == table.live.game.actor)
    assert send_command(table, first, {"t": "fold"}).refused is None
    assert rule_of_refusal(table, talk, first) == "HE-11d", "who has given up the hand knows its cards"
    while table.live.running and wait(table) is not Wait.OVER:
        table.step()
    assert (
        [rule_of_refusal(table, talk, player) for player in dealt]
        == ["", "", ""]
        == quiet_seats(table, dealt)
    )


def test_HE_11d_who_leaves_and_sits_down_again_still_knows_the_cards(room: Open) -> None:
    table, players = holdem_hand(room)
    talk = TableChat()
    while wait(table) is not Wait.CHOICE:
        table.step()
    first = next(player for player in players[:3] if table.live.players[player.pk] == table.live.game.actor)
    assert send_command(table, first, {"t": "fold"}).refused is None
    table.send((first, protocol.Leave(uuid4())))
    assert first.pk not in table.live.players
    (newcomer,) = players_with(FUNDS, 1)
    table.sit([first, newcomer])
    assert table.live.running
    assert rule_of_refusal(table, talk, first) == "HE-11d"
    assert rule_of_refusal(table, talk, newcomer) == ""


def test_HE_11d_a_hand_is_not_told_of_at_another_table_either(room: Open) -> None:
    table, players = holdem_hand(room)
    elsewhere, talk = room("blackjack", sheet={"chat": True}), TableChat()
    elsewhere.sit(players[:1])
    elsewhere.until("bets-opened")
    assert rule_of_refusal(elsewhere, talk, players[0]) == ""
    while wait(table) is not Wait.CHOICE:
        table.step()
    assert rule_of_refusal(elsewhere, talk, players[0]) == "HE-11d"
    while table.live.running:
        table.step()
    assert rule_of_refusal(elsewhere, talk, players[0]) == ""


@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_MS_12_2_nobody_writes_from_the_first_card_to_the_last_decision(room: Open, dealing: str) -> None:
    table, talk = room("macau-stud", sheet={"chat": True}, dealing=dealing), TableChat()
    ana, rui, eva = players = players_with(FUNDS, 3)
    table.sit(players)
    table.until("bets-opened")
    for player in (ana, rui):
        assert send_command(table, player, STAKES["macau-stud"](1)).refused is None
    refused = []
    while wait(table) is not Wait.CHOICE:
        assert [rule_of_refusal(table, talk, player) for player in players] == [
            "MS-12.2" if table.live.game.dealt else ""
        ] * 3
        refused.append(bool(table.live.game.dealt))
        table.step()
    assert False in refused and True in refused, "both before and after the first card"
    assert (
        [rule_of_refusal(table, talk, player) for player in players]
        == ["MS-12.2"] * 3
        == quiet_seats(table, players)
    )
    assert send_command(table, ana, {"t": "fold"}).refused is None
    assert rule_of_refusal(table, talk, ana) == "MS-12.2", "the other still decides"
    assert send_command(table, rui, {"t": "continue", "bet": 1_000}).refused is None
    assert (
        [rule_of_refusal(table, talk, player) for player in players]
        == [""] * 3
        == quiet_seats(table, players)
    )


def test_MS_12_2_a_hand_of_macau_stud_is_not_told_of_at_another_table_either(room: Open) -> None:
    """Until that round is over; who sits there without cards of it may write."""
    table, talk = room("macau-stud"), TableChat()
    ana, rui, eva = players = players_with(FUNDS, 3)
    table.sit([ana, rui])
    elsewhere = room("blackjack", sheet={"chat": True})
    elsewhere.sit(players)
    elsewhere.until("bets-opened")
    table.until("bets-opened")
    for player in (ana, rui):
        assert send_command(table, player, STAKES["macau-stud"](1)).refused is None
    assert [rule_of_refusal(elsewhere, talk, player) for player in players] == ["", "", ""], "no card is out"
    while wait(table) is not Wait.CHOICE:
        table.step()
    assert [rule_of_refusal(elsewhere, talk, player) for player in players] == ["MS-12.2", "MS-12.2", ""]
    while table.live.running:
        table.step()
    assert [rule_of_refusal(elsewhere, talk, player) for player in players] == ["", "", ""]


def test_HE_11d_who_has_left_the_hand_does_not_tell_of_it_at_another_table(room: Open) -> None:
    """Who left before the first card knows nothing."""
    table, players = holdem_hand(room)
    elsewhere, talk = room("blackjack", sheet={"chat": True}), TableChat()
    *_, watching = players
    table.send((watching, protocol.Leave(uuid4())))
    while wait(table) is not Wait.CHOICE:
        table.step()
    first = next(player for player in players[:3] if table.live.players[player.pk] == table.live.game.actor)
    assert send_command(table, first, {"t": "fold"}).refused is None
    table.send((first, protocol.Leave(uuid4())))
    assert table.live.running and not {first.pk, watching.pk} & table.live.players.keys()
    elsewhere.sit([first, watching])
    elsewhere.until("bets-opened")
    assert rule_of_refusal(elsewhere, talk, first) == "HE-11d"
    assert rule_of_refusal(elsewhere, talk, watching) == ""
    while table.live.running:
        table.step()
    assert rule_of_refusal(elsewhere, talk, first) == ""


def test_nobody_writes_faster_than_people_do(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MIN_INTERVAL", 60.0)
    table, talk = room("holdem", sheet={"chat": True}), TableChat()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    write(table, talk, ana, "um")
    assert refusal(table, talk, ana, "dois") is Refusal.TOO_MANY


def test_a_line_sent_twice_with_one_id_is_stored_once(room: Open) -> None:
    """The browser received no reply and retries; the line is already stored."""
    table, talk = room("holdem", sheet={"chat": True}), TableChat()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    command = protocol.Chat(uuid4(), "um")
    assert talk.post(table.transaction.refresh(), command, ana.pk) and not talk.post(
        table.transaction.refresh(), command, ana.pk
    )
    assert ChatLine.objects.filter(table=table.table).count() == 1


def test_who_is_muted_plays_and_does_not_write_and_old_lines_are_forgotten(room: Open) -> None:
    table, talk = room("holdem", sheet={"chat": True}), TableChat()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    kept = write(table, talk, ana, "um")["n"]
    old = write(table, talk, ana, "dois")["n"]
    ChatLine.objects.filter(pk=old).update(at=timezone.now() - timedelta(days=91))
    assert forget_chat() == 1
    assert list(ChatLine.objects.values_list("pk", flat=True)) == [kept]
    staff = Person.objects.create_user("apoio2@feltro.example", "x", is_staff=True)
    ChatMute.objects.create(
        player=ana, until=timezone.now() + timedelta(days=1), reason="rude words", by=staff
    )
    assert refusal(table, talk, ana) is Refusal.EXCLUDED
    assert send_command(table, ana, {"t": "buy-in"}).refused is None


@pytest.mark.parametrize("text", ["a" * 300, "  tab\t tab ", "e\u0301"])
def test_a_line_is_one_line_of_what_can_be_seen(text: str) -> None:
    cleaned = clean_text(text)
    assert len(cleaned) <= 200 and cleaned == " ".join(cleaned.split())
