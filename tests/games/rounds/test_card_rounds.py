"""A finished round of a card game: the last round, its page, and the statement of the session."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from games.models import Stake
from games.tables.transport import protocol
from players.models import Player, PlaySession
from players.shared.money import format_money
from tests.demo_house import signed_in
from tests.live_table import LiveTable, do, table_open

EMAIL = "ana@feltro.example"
BETS: dict[str, Callable[[int], dict[str, int]]] = {
    "blackjack": lambda seat: {str(seat): 1_000},
    "baccarat": lambda seat: {"punto": 500, "tie": 100},
    "caribbean-stud": lambda seat: {"ante": 500},
}


@pytest.fixture(params=list(BETS))
def played(request: pytest.FixtureRequest, tmp_path: Path, demo: None) -> tuple[Player, Stake]:
    """One round at a real table. The player makes no decision and then leaves."""
    room = LiveTable(tmp_path, table_open(request.param))
    ana, bruno = (Player.objects.get(alias=alias) for alias in ("Ana", "Bruno"))
    room.sit([ana, bruno])
    room.until("bets-opened")
    (reply,) = room.send(
        (ana, do(room.round, {"t": "bet", "on": BETS[request.param](room.live.players[ana.pk])}))
    )
    assert reply.refused is None
    while room.live.running:
        room.step()
    room.send((ana, protocol.Leave(uuid4())))
    return ana, Stake.objects.select_related("round__table").get(player=ana)


def test_BJ_31_PB_31_CS_37_the_last_round_is_available_after_leaving(played: tuple[Player, Stake]) -> None:
    """[BJ-31] [PB-31] [CS-37]"""
    ana, stake = played
    last_round: dict[str, Any] = json.loads(
        signed_in(EMAIL).get(f"/api/tables/{stake.round.table_id}/last").content
    )
    assert last_round["round"] == stake.round.number and last_round["outcome"] == stake.round.outcome != ""
    assert (
        last_round["staked"] == stake.staked > 0
        and last_round["returned"] == stake.back + stake.prize - stake.commission
    )
    assert last_round["explain"] and all(line["rule"] for line in last_round["explain"])
    page = signed_in(EMAIL).get(f"/account/rounds/{stake.round_id}/")
    assert page.status_code == 200
    assert format_money(stake.staked, "EUR", language="pt-pt") in page.content.decode()


def test_BJ_33_PB_33_CS_39_a_finished_session_shows_stakes_and_result(
    played: tuple[Player, Stake],
) -> None:
    """[BJ-33] [PB-33] [CS-39]"""
    ana, stake = played
    session = PlaySession.objects.get(player=ana)
    net = stake.back + stake.prize - stake.commission - stake.staked
    assert (session.staked, session.net, session.rounds) == (
        stake.staked,
        net,
        1,
    ) and session.ended is not None
    page = signed_in(EMAIL).get(f"/account/sessions/{session.pk}/").content.decode()
    assert format_money(stake.staked, "EUR", language="pt-pt") in page
    assert format_money(net, "EUR", signed=True, language="pt-pt") in page
    assert signed_in(EMAIL).get("/account/sessions/").status_code == 200


def test_BJ_32_PB_32_CS_38_gains_and_losses_over_all_rounds_equal_the_wallet(
    played: tuple[Player, Stake],
) -> None:
    """[BJ-32] [PB-32] [CS-38]"""
    ana, stake = played
    page = signed_in(EMAIL).get("/account/rounds/").content.decode()
    net = stake.back + stake.prize - stake.commission - stake.staked
    assert format_money(net, "EUR", signed=True, language="pt-pt") in page
    for url in ("/rules/", "/complaints/", f"/account/rounds/{stake.round_id}/"):
        assert url in page
