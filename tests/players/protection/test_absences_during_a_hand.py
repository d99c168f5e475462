"""The page of pauses and exclusions during a hand, and the way to the table of that hand (A84) (A85)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from casino.tasks.schedule import DUE
from games.floor import tasks
from games.rules.engine import Wait
from games.tables.domain.commands import CommandRequest
from games.tables.messages.table import messages_for
from games.tables.transport import protocol
from games.tables.transport.envelope import SocketClosing
from games.tables.web import hub as hub_module
from games.tables.web.hub import Hub
from games.tables.web.hub_queries import tables_with_a_stay
from players.models import Player, PlaySession
from players.protection.exclusions import begin_requested_absences
from players.protection.models import AbsenceAfterHand, Exclusion, Pause
from players.shared import clock
from tests.games.tables.clocks import finish_round, place_bet, send_command, step_until
from tests.live_table import LiveTable, do, players_with, table_open
from tests.players.protection.test_exclusions import reauthenticated
from tests.sandbox_cashier import known
from tests.security.test_session_proof import ask, code
from tests.sessions import end_session, sign_in

pytestmark = pytest.mark.django_db
PAGE = "/account/exclusion/"
FORMS: dict[str, tuple[str, dict[str, str], type[Pause | Exclusion]]] = {
    "pause": (f"{PAGE}pause/", {"days": "7", "sure": "on"}, Pause),
    "exclusion": (f"{PAGE}begin/", {"months": "3", "sure": "on"}, Exclusion),
}
each_form = pytest.mark.parametrize("kind", FORMS)


@pytest.fixture
def ana() -> Player:
    return known(players_with(10_000, 1)[0])


@pytest.fixture
def hand(tmp_path: Path, ana: Player) -> LiveTable:
    """A hand of Caribbean stud at the decision."""
    table = LiveTable(tmp_path, table_open("caribbean-stud", name="Mesa Tejo"))
    table.sit([ana])
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    step_until(table, Wait.CHOICE)
    return table


@pytest.fixture
def page(ana: Player, client: Client) -> Client:
    reauthenticated(client, ana)
    return client


def text(client: Client) -> str:
    return client.get(PAGE, headers={"accept-language": "en"}).content.decode()


def end_stay(table: LiveTable, player: Player) -> None:
    table.execute([CommandRequest(0, protocol.EndStay(player.pk, "excluded"), ("house", 0))])


def test_without_a_hand_there_is_nothing_to_choose(page: Client) -> None:
    assert "After this hand" not in text(page)


def test_the_page_states_first_what_a_beginning_now_does_to_the_hand(page: Client, hand: LiveTable) -> None:
    shown = text(page)
    assert "Your hand in play: Mesa Tejo" in shown
    assert shown.index("you can no longer stake anything in it") < shown.index('name="days"')
    assert shown.count('value="after-hand"') == 2 == shown.count('value="now"')


@each_form
def test_a_hand_that_began_after_the_page_was_shown_is_stated_first(
    page: Client, hand: LiveTable, kind: str
) -> None:
    url, fields, model = FORMS[kind]
    answer = page.post(url, fields, headers={"accept-language": "en"})
    assert answer.status_code == 422 and not model.objects.exists()
    assert "Your hand in play" in answer.content.decode()
    assert page.post(url, {**fields, "begins": "now"}).status_code == 302 and model.objects.exists()


@each_form
def test_after_this_hand_it_begins_without_a_browser(
    page: Client, ana: Player, hand: LiveTable, kind: str
) -> None:
    url, fields, model = FORMS[kind]
    assert page.post(url, {**fields, "begins": "after-hand"}).status_code == 302
    assert not model.objects.exists() and "starts after the hand" in text(page)
    page.logout()
    hand.new_croupier()
    end_stay(hand, ana)
    assert send_command(hand, ana, {"t": "continue", "bet": 1_000}).refused is None
    finish_round(hand)
    assert begin_requested_absences() == 1
    absence = model.objects.get(player=ana)
    ended = PlaySession.objects.get(player=ana).ended
    assert ended is not None and absence.starts >= ended
    assert "players.protection.tasks.begin_absences" in {entry["task"] for entry in DUE.values()}


def test_a_lost_message_to_the_table_is_sent_again(
    ana: Player, hand: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each kind of absence, as for suspended accounts."""
    sent: list[tuple[list[int], object]] = []
    monkeypatch.setattr(tasks, "send_to_tables", lambda tables, command: sent.append((tables, command)))
    assert tasks.sweep_removed_players() == 0
    AbsenceAfterHand.objects.create(player=ana, kind="pause", length=1, requested_at=clock.now())
    assert tasks.sweep_removed_players() == 1
    AbsenceAfterHand.objects.update(begun=clock.now())
    Pause.objects.create(player=ana, starts=clock.now(), ends=clock.later_by_days(clock.now(), 2))
    assert tasks.sweep_removed_players() == 1
    assert sent == [([hand.table.pk], protocol.EndStay(ana.pk, "excluded"))] * 2


def test_the_table_of_the_hand_stays_open_to_a_person_on_the_national_list(
    page: Client, ana: Player, hand: LiveTable
) -> None:
    """Only that table, and only until the stay has ended."""
    other = table_open("american-roulette")
    Exclusion.objects.create(
        player=ana, source=Exclusion.Source.NATIONAL, reference="N-1", starts=clock.now()
    )
    own, elsewhere = f"/table/{hand.table.pk}/", f"/table/{other.pk}/"
    assert page.get(own).status_code == 200
    for url in (elsewhere, "/lobby/", "/account/deposit/"):
        assert page.get(url).status_code == 302, url
    end_stay(hand, ana)
    assert page.get(own).status_code == 200
    finish_round(hand)
    assert page.get(own).status_code == 302


def test_the_sockets_of_the_hand_stay_and_the_others_close(
    ana: Player, hand: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    stays = tables_with_a_stay.func(ana.pk)
    assert stays == {hand.table.pk}

    async def is_barred(closing: SocketClosing) -> bool:
        return True

    async def stays_of(player: int) -> set[int]:
        return stays

    monkeypatch.setattr(hub_module, "is_barred", is_barred)
    monkeypatch.setattr(hub_module, "tables_with_a_stay", stays_of)

    async def closed() -> list[int]:
        web, tables = Hub(), []

        class Open:
            session, player = "", ana.pk

            def __init__(self, table: int) -> None:
                self.table = table

            def drop(self, reason: str) -> None:
                tables.append(self.table)

        web.sockets = {1: Open(hand.table.pk), 2: Open(hand.table.pk + 1)}
        await web._close_sockets(SocketClosing("paused", player=ana.pk))
        return tables

    assert asyncio.run(closed()) == [hand.table.pk + 1]


def test_the_socket_of_the_hand_closes_when_the_stay_has_ended(
    ana: Player, hand: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, however often the message comes, and also if the database is away in between."""
    answers: list[set[int] | Exception] = [
        {hand.table.pk}, {hand.table.pk}, OperationalError("away"), {hand.table.pk}, set(),
    ]  # fmt: skip

    async def is_barred(closing: SocketClosing) -> bool:
        return True

    async def stays_of(player: int) -> set[int]:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(hub_module, "is_barred", is_barred)
    monkeypatch.setattr(hub_module, "tables_with_a_stay", stays_of)
    monkeypatch.setattr(hub_module, "STAY_CHECKED_AFTER", 0.001)
    monkeypatch.setattr(hub_module, "STAY_CHECKED_EVERY", 0.001)

    async def closed() -> list[str]:
        web, reasons = Hub(), []

        class Open:
            session, player, table = "", ana.pk, hand.table.pk
            drop = staticmethod(reasons.append)

        kept: Any = Open()
        web.sockets, web.people = {1: kept}, {ana.pk: {kept}}
        for _ in range(2):
            await web._close_sockets(SocketClosing("paused", player=ana.pk))
        assert reasons == [], "the hand is not over"
        assert len(web.background) == 1
        await asyncio.wait_for(asyncio.gather(*web.background), 5)
        assert web.removed == set()
        return reasons

    assert asyncio.run(closed()) == ["paused"] and answers == []


def test_a_sign_out_cuts_nobody_off_from_the_hand(ana: Player, hand: LiveTable) -> None:
    """The hand keeps its time, and is decided after the next sign-in, also by a player on a pause."""
    first, due = sign_in(ana.person), hand.live.due
    end_session(first)
    Pause.objects.create(player=ana, starts=clock.now(), ends=clock.later_by_days(clock.now(), 2))
    end_stay(hand, ana)
    assert hand.live.due == due and ana.pk in hand.live.players
    assert code(ask(hand, ana, do(hand.round, {"t": "fold"}), first)) == "signed-out"
    assert code(ask(hand, ana, do(hand.round, {"t": "fold"}), sign_in(ana.person))) == ""


@pytest.mark.parametrize("language", ["en", "pt", "es"])
def test_every_reason_is_a_sentence_in_each_language(language: str) -> None:
    words = messages_for(language)
    for cause in ("excluded", "time", "house", "after-hand", "inactivity"):
        assert words[f"removed.{cause}"].endswith(".")
    for why in ("paused", "excluded", "absence-asked", "unverified", "session-time", "suspended", "closed"):
        assert words[f"refused.excluded.{why}"].endswith(".")
    assert words["refused.in-hand"].endswith(".")
