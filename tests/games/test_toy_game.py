"""One more game is one package of rules and one description: no shared file is edited to add it.

The game of `tests/games/toy` is registered in the catalogue and in nothing else. Everything below runs
through the code that the other games use: the croupier, the pages, the back office, the reports, the proof of
a round.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.rtp_monitoring.daily_returns import fold_days
from games import catalogue
from games.floor.forms import form_for
from games.models import Event, Round, Stake, Table
from games.rounds.proof.draw_check import verify_round
from games.rounds.proof.journal_check import check_journal
from games.rounds.proof.stored_proof import stored_proof
from games.rounds.receipts.receipts import build_receipt, is_genuine, publish_key
from games.rulebook import changes
from games.rulebook.models import RuleChange
from games.rules.shared.refusals import Refusal
from games.tables.messages.table import messages_for
from players.identity.registration import terms
from players.models import Player
from players.shared import clock
from players.wallet import ledger
from tests.demo_house import signed_in
from tests.games.toy.description import COIN
from tests.live_table import LiveTable, balance, bet, players_with, signer, table_open

TOY = Path(__file__).parent / "toy"
STAKE = 300

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def coin(settings: Any) -> Iterator[None]:
    """The game in the catalogue, and its folder of scripts and styles beside those of the other games."""
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, TOY / "static"]
    settings.HOUSE_DEMO = True
    catalogue.register(COIN)
    with translation.override(translation.get_language()):  # a page leaves its language behind
        yield
    catalogue.unregister(COIN.slug)


@pytest.fixture
def room(tmp_path: Path) -> LiveTable:
    return LiveTable(tmp_path, table_open("coin"))


def play_round(table: LiveTable, players: list[Player]) -> Round:
    """The first bets on heads, everybody else on tails, until the round has ended."""
    table.until("bets-opened")
    for number, player in enumerate(players):
        (answer,) = table.send((player, bet(table.round, {"tails" if number else "heads": STAKE})))
        assert answer.refused is None, answer.refused
    number = table.round
    table.until("round-ended")
    return Round.objects.get(table=table.table, number=number)


def read(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address, headers={"accept-language": "en"})
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def staff(role: str) -> Client:
    return signed_in(signer(role).email, "en")


def test_a_round_is_played_at_a_live_table_and_paid_to_the_cent(room: LiveTable) -> None:
    players = players_with(10_000, 2)
    room.sit(players)
    closed = play_round(room, players)
    winner, loser = players if closed.outcome == "heads" else players[::-1]
    assert (balance(winner), balance(loser)) == (10_000 + STAKE, 10_000 - STAKE)
    assert ledger.total()["EUR"] == 0
    assert closed.status == "ended" and closed.staked == 2 * STAKE


def test_stakes_outside_the_limits_are_refused_under_the_games_own_rule(room: LiveTable) -> None:
    (player,) = players_with(10_000, 1)
    room.sit([player])
    room.until("bets-opened")
    for cents, code in ((99, Refusal.BELOW_MINIMUM), (1_001, Refusal.ABOVE_MAXIMUM)):
        (answer,) = room.send((player, bet(room.round, {"heads": cents})))
        assert answer.refused is not None
        assert (answer.refused.code, answer.refused.rule) == (code, "CG-3")
    assert balance(player) == 10_000


def test_the_record_of_the_round_proves_itself_and_its_draw(room: LiveTable) -> None:
    players = players_with(10_000, 2)
    room.sit(players)
    closed = play_round(room, players)
    assert check_journal(Table.objects.get(pk=room.table.pk), room.transaction.key).differences == []
    published = stored_proof(closed)
    assert published is not None
    assert verify_round("coin", json.loads(json.dumps(published))).good
    other = "T" if published["drawn"] == ["H"] else "H"
    assert not verify_round("coin", {**published, "drawn": [other]}).good


def test_every_stake_has_a_signed_receipt(room: LiveTable) -> None:
    (player,) = players_with(10_000, 1)
    room.sit([player])
    play_round(room, [player])
    placed = Event.objects.get(table=room.table, kind="bet-placed")
    publish_key(room.transaction.key)
    receipt = build_receipt(room.table.pk, placed.seq, player.pk, room.transaction.key)
    assert (receipt["game"], receipt["cents"]) == ("coin", STAKE) and is_genuine(receipt)


def test_the_table_has_a_tile_in_the_lobby_and_a_page(room: LiveTable) -> None:
    lobby = read("/lobby/?game=coin")
    assert room.table.name in lobby and "The coin" in lobby
    page = read(f"/table/{room.table.pk}/")
    assert "js/games/coin/game.js" in page and "css/games/coin/table.css" in page
    assert messages_for("en", "coin")["coin.heads"] == "Heads"


def test_its_rules_are_published_with_limits_and_edges(room: LiveTable) -> None:
    page = read("/rules/coin/")
    assert "10 times the minimum" in page and room.table.name in page and "The coin is fair." in page
    assert "/rules/coin/" in read("/rules/")


def test_a_player_sees_the_round_explained(room: LiveTable) -> None:
    (player,) = players_with(10_000, 1)
    room.sit([player])
    closed = play_round(room, [player])
    terms.accept_terms(player=player, terms=terms.publish_terms(), language="en")
    page = read(f"/account/rounds/{closed.pk}/", signed_in(player.person.email, "en"))
    assert "The coin shows" in page


def test_the_back_office_has_the_form_of_its_tables(room: LiveTable) -> None:
    new = Table.objects.create(name="Nova", system="coin", currency="EUR")
    blank = form_for("coin")(None, table=new, before=None)
    given = {name: blank[name].value() for name in blank.fields}
    assert form_for("coin")(given, table=new, before=None).is_valid()
    beyond = form_for("coin")({**given, "maximum": "50"}, table=new, before=None)
    assert not beyond.is_valid() and "[CG-3]" in beyond.errors["maximum"][0]
    manager = staff("table manager")
    assert "CG-3" in read(f"/admin/games/table/{new.pk}/setting/", manager)
    assert "Heads" in read(f"/admin/games/table/{room.table.pk}/change/", manager)


def test_the_back_office_has_the_form_of_its_rule_sheet(room: LiveTable) -> None:
    author = signer("rules author")
    client = signed_in(author.email, "en")
    answer = client.post("/admin/rulebook/rulechange/add/", {"system": "coin", "title": "A lower maximum"})
    assert answer.status_code == 302
    change = RuleChange.objects.get(system="coin")
    assert "CG-3" in read(f"/admin/rulebook/rulechange/{change.pk}/edit/", client)
    assert changes.earliest_moment(change) <= clock.now()
    assert read(f"/admin/rulebook/rulechange/{change.pk}/change/", client)


def test_a_report_counts_its_rounds_and_its_revenue(room: LiveTable) -> None:
    players = players_with(10_000, 2)
    room.sit(players)
    play_round(room, [players[0]])
    today = clock.day_of(clock.now())
    report = build(REPORTS["gross"], ReportChoice(today, today, part="game"))
    names = [column.key for column in report.report.columns]
    (row,) = [dict(zip(names, row, strict=True)) for row in report.rows]
    stake = Stake.objects.get(round__table=room.table)
    assert (row["rounds"], row["staked"], row["gross"]) == (1, STAKE, stake.lost - stake.prize)


def test_its_returns_are_monitored_against_theory(room: LiveTable) -> None:
    players = players_with(10_000, 2)
    room.sit(players)
    play_round(room, players)
    today = clock.day_of(clock.now())
    whole = next(day for day in fold_days(today, today + timedelta(days=1)) if day.bet == "")
    assert (whole.system, whole.staked, whole.expected) == ("coin", 2 * STAKE, 2 * STAKE)


def test_the_odds_command_answers_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("odds", "coin")
    assert "heads" in capsys.readouterr().out
