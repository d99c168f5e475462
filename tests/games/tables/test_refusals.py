"""What the table itself refuses before the database would: funds, limits and bars, to the cent and within one transaction."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.rules.engine import Refusal
from games.tables import protocol
from games.tables.desk import Answer
from players.protection.absences import pause_begin
from players.protection.limits import limits_ask
from tests.room import Room, account, balance, bet, players_with

Open = Callable[..., Room]


def codes(*answers: Answer) -> list[Refusal | None]:
    return [answer.refused.code if answer.refused else None for answer in answers]


@pytest.mark.parametrize(("cents", "refusal"), [(1_000, None), (1_050, Refusal.NOT_ENOUGH)])
def test_a_wallet_pays_what_it_holds_and_not_a_chip_more(room: Open, cents: int, refusal: Refusal | None) -> None:
    table = room()
    (ana,) = players_with(1_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert codes(*table.say((ana, bet(1, {"red": cents})))) == [refusal]
    assert balance(ana) == (1_000 if refusal else 0)


def test_bets_that_arrive_together_share_one_limit(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    limits_ask(ana, {("stake", "day"): 700})
    table.sit([ana])
    table.until("bets-opened")
    assert codes(*table.say((ana, bet(1, {"red": 500})), (ana, bet(1, {"odd": 500})))) == [None, Refusal.LIMIT]
    assert account(table.table, "stakes") == 500


def test_nobody_sits_down_during_a_pause(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    pause_begin(ana, 1)
    assert codes(*table.say((ana, protocol.Sit(uuid4())))) == [Refusal.EXCLUDED]
    assert not table.live.seats
