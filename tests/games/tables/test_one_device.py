"""One device plays for one player at a poker table for money.  [903-B 6.6.1.3] [903-B 6.6.1.4]"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.compliance.collusion import cases, shared_devices
from casino.compliance.collusion.models import Case, Evidence
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier.entrants import DEVICE_SHARED, noted_devices
from games.tables.domain.commands import CommandRequest
from games.tables.messages.table import messages_for
from games.tables.transport import protocol
from players.audit.models import Line
from players.identity.models import SignIn
from players.languages import LANGUAGES
from players.models import Player
from players.shared import clock
from tests.demo_house import signed_in
from tests.games.tables.test_card_games import FUNDS
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
HOME, AWAY = "203.0.113.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def nobody_noted() -> None:
    noted_devices.clear()


def uses(player: Player, address: str | None, device: str, *, session: str = "", **times: Any) -> None:
    SignIn.objects.create(
        person_id=player.person_id, address=address, device=device, session=session, **times
    )


def sit(table: LiveTable, player: Player, session: str | None = None) -> Refused | None:
    [result] = table.execute(
        [CommandRequest(player.pk, protocol.Sit(uuid4()), ("test", 1), session=session)]
    ).results
    return result.refused


def test_the_second_player_of_a_device_gets_no_seat_and_the_first_stays(room: Open) -> None:
    table, (ana, rui, eva) = room("holdem"), players_with(FUNDS, 3)
    for player, address, device in ((ana, HOME, PHONE), (rui, HOME, PHONE), (eva, AWAY, PHONE)):
        uses(player, address, device)
    assert sit(table, ana) is None
    refused = sit(table, rui)
    assert refused is not None and (refused.code, refused.rule) == (Refusal.SAME_DEVICE, "HE-11c")
    assert sit(table, eva) is None, "the same telephone on another network is another telephone"
    assert set(table.live.players) == {ana.pk, eva.pk}
    [line] = Line.objects.filter(kind=DEVICE_SHARED)
    assert (line.player_id, line.details) == (rui.pk, {"players": [ana.pk], "refused": True})
    assert sit(table, rui) is not None
    assert Line.objects.filter(kind=DEVICE_SHARED).count() == 1, "pressing again is not written again"


def test_two_who_ask_at_once_get_one_seat(room: Open) -> None:
    table, players = room("holdem"), players_with(FUNDS, 2)
    for player in players:
        uses(player, HOME, PHONE)
    results = table.send(*((player, protocol.Sit(uuid4())) for player in players))
    assert [result.refused and result.refused.code for result in results] == [None, Refusal.SAME_DEVICE]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((HOME, PHONE), (HOME, LAPTOP)),
        ((HOME, PHONE), (AWAY, PHONE)),
        ((None, PHONE), (None, PHONE)),
        ((HOME, ""), (HOME, "")),
    ],
)
def test_a_household_and_what_is_not_known_are_no_device(
    room: Open, one: tuple[str | None, str], other: tuple[str | None, str]
) -> None:
    """Neither the network alone nor the browser alone keeps two people apart."""
    table, (ana, rui) = room("holdem"), players_with(FUNDS, 2)
    uses(ana, *one)
    uses(rui, *other)
    assert (sit(table, ana), sit(table, rui)) == (None, None)
    assert not Line.objects.filter(kind=DEVICE_SHARED).exists()


@pytest.mark.parametrize(("system", "setting"), [("holdem", {"currency": "DEMO"}), ("blackjack", {})])
def test_only_players_who_bet_for_money_against_each_other_are_kept_apart(
    room: Open, system: str, setting: dict[str, Any]
) -> None:
    table, players = room(system, **setting), players_with(FUNDS, 2, setting.get("currency", "EUR"))
    for player in players:
        uses(player, HOME, PHONE)
        assert sit(table, player) is None


def test_what_counts_is_the_device_that_is_used_now(room: Open) -> None:
    """Of the one who asks it is the session of the request; of the others the sign-in used last."""
    table, (ana, rui) = room("holdem"), players_with(FUNDS, 2)
    now = clock.now()
    uses(ana, HOME, PHONE, seen=now - timedelta(hours=2))  # still open, on the family's telephone
    uses(ana, HOME, LAPTOP, seen=now)
    assert sit(table, ana) is None
    uses(rui, HOME, LAPTOP, session="l" * 40, seen=now)
    uses(rui, HOME, PHONE, session="p" * 40, seen=now - timedelta(minutes=5))
    uses(rui, HOME, LAPTOP, seen=now - timedelta(minutes=1), ended=now)
    refused = sit(table, rui)
    assert refused is not None and refused.code is Refusal.SAME_DEVICE


def test_a_house_may_notice_without_refusing(room: Open, settings: Any) -> None:
    settings.SAME_DEVICE_AT_TABLE = "notice"
    table, players = room("holdem"), players_with(FUNDS, 2)
    for player in players:
        uses(player, HOME, PHONE)
        assert sit(table, player) is None
    [line] = Line.objects.filter(kind=DEVICE_SHARED)
    assert line.details == {"players": [players[0].pk], "refused": False}


def test_officers_get_one_case_for_the_two(demo: None, room: Open) -> None:
    """[903-B 6.6.3.1] [903-B 6.6.3.2] [P22]"""
    table, players = room("holdem"), players_with(FUNDS, 2)
    for player in players:
        uses(player, HOME, PHONE)
        sit(table, player)
    assert shared_devices.notice_shared_devices() == 1
    assert shared_devices.notice_shared_devices() == 0, "the same line makes no second evidence"
    case = Case.objects.get(members__player=players[0].pk)
    assert {member.player_id for member in case.members.all()} == {player.pk for player in players}
    page = signed_in("oficial@feltro.example", "en").get(f"/admin/compliance/integrity/{case.pk}/")
    html = page.content.decode()
    assert "One device at one table" in html and "the seat was refused" in html
    assert "That also happens within a household" in html, "what speaks for the players stands there too"
    with clock.at(clock.now() + cases.AGAIN_AFTER * 1.1):
        assert shared_devices.notice_shared_devices() == 0, "nobody met again"


def test_who_comes_to_share_a_device_while_seated_is_noticed(room: Open) -> None:
    table, (ana, rui) = room("holdem"), players_with(FUNDS, 2)
    uses(ana, HOME, PHONE)
    uses(rui, AWAY, LAPTOP)
    assert (sit(table, ana), sit(table, rui)) == (None, None)
    assert shared_devices.notice_shared_devices() == 0
    uses(rui, HOME, PHONE)
    assert shared_devices.notice_shared_devices() == 1
    evidence = Evidence.objects.get(kind="device")
    assert evidence.figures == {"table": table.table.pk, "refused": False}


@pytest.mark.parametrize("language", dict(LANGUAGES))
def test_the_refusal_and_the_public_page_are_fair_to_households(demo: None, language: str) -> None:
    """[903-B 6.6.2.2]"""
    household = {"pt-pt": "agregado", "en": "household", "es": "hogar"}[language]
    assert household in messages_for(language, "holdem")["refused.same-device"]
    page = Client().get("/fair-play/", headers={"accept-language": language}).content.decode()
    [section] = re.findall(r'<h2 id="devices">.*?<h2', page, re.DOTALL)
    assert household in section
