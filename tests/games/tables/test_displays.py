"""What a table and its pages display: the figures of the rules in force, and where."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone, translation

from games.catalogue import GAMES
from games.models import Round
from games.rules.engine import Wait
from games.tables.domain.views import PHASES
from games.tables.messages.table import messages_for
from games.tables.transport import protocol
from players.identity.models import SignIn
from players.models import PlaySession
from players.shared.money import format_money
from tests.games.tables.clocks import DatabaseClock, sweep
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.games.tables.test_holdem_inactivity import all_in, opened, stack
from tests.games.tables.test_holdem_record import signed_in
from tests.live_table import LiveTable, balance, players_with

Open = Callable[..., LiveTable]
LANGUAGES = pytest.mark.parametrize("language", ["en", "pt-pt"])
MONEY = {"en": ("€100.00", "€200.00"), "pt-pt": ("100,00\u00a0€", "200,00\u00a0€")}


def nudge(table: LiveTable, player: Any) -> dict[str, Any]:
    mine = table.browsers[player.pk].mine
    assert mine is not None
    return dict(mine["nudge"])


def test_HE_70a_the_invitation_of_a_short_stack_says_that_it_is_short(room: Open) -> None:
    """[HE-71] So that the page can name the rebuy."""
    table, players = opened(room, 3, minimum=200, small_blind=100, buy_in=20_000, rebuys=[20_000])
    broke: list[Any] = []
    while not broke:
        all_in(table, players, folds=players[2])
        broke = [player for player in players[:2] if not stack(table, player)]
    assert sweep(table) == ["invited"]
    assert nudge(table, broke[0]) == {"step": "invited", "rounds": 1, "why": "short"}


def test_HE_70b_the_invitation_carries_the_figure_of_the_sheet_in_force(room: Open) -> None:
    terms = {
        "invited_after_rounds": 7,
        "invited_after_seconds": 240,
        "warned_after_seconds": 60,
        "warned_after_rounds": 2,
    }
    table = room("baccarat", sheet={"inactivity": terms})
    idle, other = players_with(FUNDS, 2)
    table.sit([idle, other])
    swept: list[str] = []
    while not swept:
        table.until("bets-opened")
        assert send_command(table, other, STAKES["baccarat"](2)).refused is None
        to_end(table)
        swept = sweep(table)
    assert nudge(table, idle) == {"step": "invited", "rounds": 2, "why": "rounds", "after": 7}
    swept = []
    while not swept:  # [AR-29] the warning leaves one round, whatever the sheet says of the invitation
        table.until("bets-opened")
        assert send_command(table, other, STAKES["baccarat"](2)).refused is None
        to_end(table)
        swept = sweep(table)
    assert nudge(table, idle) == {"step": "warned", "rounds": 1, "why": "rounds", "after": 7}


def test_AR_28a_at_a_table_of_one_it_carries_the_seconds(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = {
        "invited_after_seconds": 240,
        "invited_after_rounds": 5,
        "warned_after_seconds": 75,
        "warned_after_rounds": 1,
    }
    table = room("baccarat", mode="individual", seats=1, sheet={"inactivity": terms})
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    clock = DatabaseClock(monkeypatch)
    clock.advance(241)
    assert sweep(table) == ["invited"]
    invitation = nudge(table, ana)
    assert (invitation["why"], invitation["after"]) == ("time", 240)
    assert invitation["ends"] == table.live.seats[1].nudged + 75_000
    clock.advance(76)
    assert sweep(table) == ["warned"]
    assert nudge(table, ana)["ends"] == table.live.seats[1].nudged + 60_000  # [AR-29] the following minute


@LANGUAGES
def test_HE_14_HE_66_the_rebuys_stand_in_the_lobby_and_on_the_rules_page(
    room: Open, client: Client, language: str
) -> None:
    """[HE-14] [HE-66] [HE-38]"""
    room("holdem", name="Estoril", limit="fixed-raises", raises=4)
    with translation.override(language):
        for address in ("/lobby/", "/rules/holdem/"):
            page = unescape(
                client.get(address, headers={"accept-language": language}).content.decode()
            ).replace("\u2060", "")
            for amount in MONEY[language]:
                assert amount in page, address
            assert ("4 raises per betting round" if language == "en" else "4 subidas por turno") in page, (
                address
            )


@pytest.mark.parametrize(("regime", "named"), [("continuous", "continuous"), ("session", "session")])
def test_HE_66_the_lobby_says_whether_a_table_plays_in_sessions(
    room: Open, client: Client, regime: str, named: str
) -> None:
    room("holdem", name="Viana", regime=regime)
    page = client.get("/lobby/", headers={"accept-language": "en"}).content.decode()
    assert re.findall(r"<dt>Table</dt>\s*<dd>(.*?)</dd>", page) == [named]


def test_AR_25_the_figures_of_the_session_are_at_hand_at_any_time(room: Open) -> None:
    """[AR-26] [FR-R26] [FR-R27] The statement at the end has the same figures, its cause and its time."""
    table = room("baccarat")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    shown = {"since", "staked", "returned", "net", "rounds"}
    for rounds in (1, 2):
        table.until("bets-opened")
        for player in (ana, rui):
            assert send_command(table, player, STAKES["baccarat"](1)).refused is None
        to_end(table)
        mine = table.browsers[ana.pk].mine
        assert mine is not None and shown <= mine.keys()
        assert (mine["rounds"], mine["net"]) == (rounds, mine["returned"] - mine["staked"])
        assert mine["staked"] > 0 and balance(ana) == FUNDS + mine["net"]
    figures = {name: mine[name] for name in shown}
    table.send((ana, protocol.Leave(uuid4())))
    statement = table.browsers[ana.pk].mine
    assert statement is not None
    ended = statement["ended"]
    assert {name: ended[name] for name in shown} == figures
    assert ended["cause"] == "player" and ended["until"] > ended["since"]


@LANGUAGES
def test_A52_the_closing_statement_shows_the_other_tables_of_this_visit(room: Open, language: str) -> None:
    """[AR-26] [PB-33]"""
    (ana,) = players_with(FUNDS, 1)
    sessions = []
    for _ in range(2):
        table = room("baccarat")
        table.sit([ana])
        table.until("bets-opened")
        assert send_command(table, ana, STAKES["baccarat"](1)).refused is None
        to_end(table)
        table.send((ana, protocol.Leave(uuid4())))
        sessions.append(PlaySession.objects.get(player=ana, table=table.table.pk))
    first, second = sessions
    assert first.ended and second.ended and Round.objects.count() >= 2
    client = signed_in(ana)
    other_tables = client.get(f"/api/tables/{second.table}/elsewhere").json()
    assert other_tables == {
        "tables": 1, "rounds": first.rounds, "staked": first.staked, "returned": first.returned,
        "net": first.returned - first.staked,
    }  # fmt: skip
    with translation.override(language):
        page = client.get(
            f"/account/sessions/{second.pk}/", headers={"accept-language": language}
        ).content.decode()
    sentence = (
        "This game at other tables, this visit"
        if language == "en"
        else "Este jogo noutras mesas, nesta visita"
    )
    shown = page.partition(sentence)[2].partition("<dd>")[2].partition("</dd>")[0]
    assert format_money(first.returned - first.staked, "EUR", language=language).lstrip("−") in unescape(
        shown
    )


def test_A52_an_earlier_visit_and_other_games_do_not_count(room: Open, clock: DatabaseClock) -> None:
    (ana,) = players_with(FUNDS, 1)
    for system in ("baccarat", "blackjack"):
        table = room(system)
        table.sit([ana])
        table.until("bets-opened")
        assert send_command(table, ana, STAKES[system](1)).refused is None
        to_end(table)
        table.send((ana, protocol.Leave(uuid4())))
    SignIn.objects.create(person=ana.person, began=timezone.now() + timedelta(minutes=1))
    clock.advance(120)
    last = room("baccarat")
    last.sit([ana])
    client = signed_in(ana)
    assert client.get(f"/api/tables/{last.table.pk}/elsewhere").json()["tables"] == 0
    assert Client().get(f"/api/tables/{last.table.pk}/elsewhere").status_code == 401


def test_AR_14b_every_phase_of_a_table_has_its_words() -> None:
    """[AR-14b] [FR-R15b]"""
    phases = {"asleep", "held", "preparing", "resting", "shut", "void", *PHASES.values()}
    phases -= {PHASES[Wait.CHOICE]}  # there the table says who decides
    for game in GAMES:
        messages = messages_for("en", game)
        assert [phase for phase in sorted(phases) if f"phase.{phase}" not in messages] == []


def test_HE_45_a_lost_connection_at_holdem_says_what_becomes_of_chips_and_turn() -> None:
    """[HE-45] [HE-72] [HE-73]"""
    message = messages_for("en", "holdem")["lost.stake"]
    assert message != messages_for("en")["lost.stake"]
    assert "the house checks for you" in message
