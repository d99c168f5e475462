"""Chips that pass to one player are noticed while both play.  [HE-11e] [903-B 6.6.3.1]"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from casino.compliance.collusion.cases import AGAIN_AFTER
from casino.compliance.collusion.models import Case, Evidence
from casino.compliance.collusion.passed_chips import notice_passed_chips
from casino.tasks.schedule import DUE
from games.models import Round, Stake, Table
from players.models import Player, PlaySession
from players.shared import clock
from tests.demo_house import signed_in
from tests.live_table import players_with, table_open

pytestmark = pytest.mark.django_db


def sit(player: Player, table: Table) -> None:
    PlaySession.objects.create(
        player=player,
        table=table.pk,
        table_name="M",
        system=table.system,
        currency="EUR",
        started=clock.now(),
    )


def hand(table: Table, number: int, nets: dict[Player, int], hours: float = 1) -> None:
    """A finished hand with what each won or lost."""
    at = clock.now() - timedelta(hours=hours)
    row = Round.objects.create(table=table, number=number, sealed=b"", commitment="", status="prepared")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_round SET status = 'ended', ended = %s WHERE id = %s", [at, row.pk])
        cursor.execute("SET LOCAL session_replication_role = origin")
    for seat, (player, net) in enumerate(nets.items(), 1):
        figures: dict[str, Any] = {"lost": max(-net, 0), "held": 0, "commission": 0, "prize": max(net, 0)}
        Stake.objects.create(
            round=row, player=player, session=1, seat=seat, at=at, staked=20_000, back=20_000 + min(net, 0),
            **figures,
        )  # fmt: skip


@pytest.fixture
def table() -> Table:
    return table_open("holdem")


@pytest.fixture
def people(table: Table) -> list[Player]:
    players = players_with(0, 3)
    for player in players:
        sit(player, table)
    return players


def pass_chips(table: Table, people: list[Player], hands: int = 3, hours: float = 1) -> None:
    ana, rui, eva = people
    for number in range(1, hands + 1):
        hand(table, number, {ana: -17_000, rui: 17_500, eva: -500}, hours)


def test_who_loses_large_pots_to_one_player_is_noticed_at_once(table: Table, people: list[Player]) -> None:
    ana, rui, _eva = people
    pass_chips(table, people)
    assert notice_passed_chips() == 1
    evidence = Evidence.objects.get()
    assert evidence.figures == {
        "giver": ana.pk, "taker": rui.pk, "cents": 51_000, "pots": 3, "lost": 51_000, "hands": 3,
    }  # fmt: skip
    assert len(evidence.rounds) == 3
    assert set(evidence.case.members.values_list("player_id", flat=True)) == {ana.pk, rui.pk}
    assert notice_passed_chips() == 0, "the same is said once a day"
    with clock.at(clock.now() + AGAIN_AFTER * 1.1):
        assert notice_passed_chips() == 0, "nothing new happened"


@pytest.mark.usefixtures("demo")
def test_officers_read_it_on_the_page_of_the_case(table: Table, people: list[Player]) -> None:
    pass_chips(table, people)
    notice_passed_chips()
    text = (
        signed_in("oficial@feltro.example", "en")
        .get(f"/admin/compliance/integrity/{Case.objects.get().pk}/")
        .content.decode()
    )
    assert "lost €510.00 to" in text and "One unlucky evening looks like this too" in text


def test_it_is_looked_for_every_few_seconds() -> None:
    for name in ("passed-chips", "shared-devices"):
        assert DUE[name]["schedule"] == 5.0


def test_play_of_every_other_kind_is_left_alone(table: Table, people: list[Player]) -> None:
    ana, rui, eva = people
    pass_chips(table, people, hands=2)  # too few
    hand(table, 3, {ana: -30_000, rui: 30_000})  # with nobody else in the hand
    assert notice_passed_chips() == 0
    hand(table, 4, {ana: -17_000, rui: 17_000, eva: 0}, hours=30)  # yesterday
    assert notice_passed_chips() == 0
    hand(table, 5, {ana: -15_000, rui: 0, eva: 15_000})
    hand(table, 6, {ana: -17_000, rui: 17_000, eva: 0})  # the third, but others won as well
    assert notice_passed_chips() == 0


def test_nobody_is_looked_at_who_has_left(table: Table, people: list[Player]) -> None:
    pass_chips(table, people)
    PlaySession.objects.update(ended=clock.now(), cause="player")
    assert notice_passed_chips() == 0
