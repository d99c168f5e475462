"""Raises at a live hold'em table: the regulation decides, and stricter limits are published specific
rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.models import RuleSheet
from games.rulebook.publication import facts
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal, Refused
from players.models import Player
from tests.games.tables.test_card_games import send_command, wait
from tests.live_table import LiveTable, do, players_with

Open = Callable[..., LiveTable]
MINIMUM = 200
BUY_IN = 2_000
REBUY = 1_000


def table_of_three(room: Open, **sheet: Any) -> tuple[LiveTable, list[Player]]:
    """Three players with equal stacks in the first turn of bets; the players in the order in which they
    decide.
    """
    table = room("holdem", sheet=sheet, buy_in=BUY_IN, rebuys=[REBUY])
    players = players_with(10 * BUY_IN, 3)
    table.sit(players)
    table.until("bets-opened")
    for result in table.send(*((player, do(table.round, {"t": "buy-in"})) for player in players)):
        assert result.refused is None
    while wait(table) is not Wait.CHOICE:
        table.step()
    return table, in_turn(table, players)


def in_turn(table: LiveTable, players: list[Player]) -> list[Player]:
    by_seat = {table.live.players[player.pk]: player for player in players}
    small, big, button = table.live.game.players
    return [by_seat[button], by_seat[small], by_seat[big]]


def raise_to(table: LiveTable, player: Player, cents: int) -> Refused | None:
    refused: Refused | None = send_command(table, player, {"t": "raise", "to": cents}).refused
    return refused


def options_of(table: LiveTable, player: Player) -> dict[str, Any]:
    mine = table.browsers[player.pk].mine
    assert mine is not None
    return dict(mine["game"]["options"])


def rich_and_short(room: Open, **sheet: Any) -> tuple[LiveTable, Player, Player, Player]:
    """A second round in which the first to decide and the third have 5,000 and more, the second 2,100; in the
    order of play.
    """
    table, (button, small, big) = table_of_three(room, **sheet)
    for player in (button, small):
        assert send_command(table, player, {"t": "fold"}).refused is None
    while table.live.running:
        table.step()
    for player in (button, small):
        for _ in range(3):
            assert send_command(table, player, {"t": "top-up", "cents": REBUY}).refused is None
    while wait(table) is not Wait.CHOICE:
        table.step()
    assert in_turn(table, [button, small, big]) == [small, big, button]
    place = table.live.game.seats[table.live.players[big.pk]]
    assert place.stack + place.bet == 2_100, "what was bought and the small blind that was won"
    return table, small, big, button


def test_HE_23_a_raise_goes_up_by_the_minimum_of_the_table_whatever_the_last_raise_was(room: Open) -> None:
    table, (first, second, _) = table_of_three(room)
    assert raise_to(table, first, 1_000) is None  # 800 above the big blind
    assert options_of(table, second)["raise"]["min"] == 1_000 + MINIMUM
    refused = raise_to(table, second, 1_000 + MINIMUM - 1)
    assert refused is not None and (refused.code, refused.rule) == (Refusal.BELOW_MINIMUM, "HE-23")
    assert raise_to(table, second, 1_000 + MINIMUM) is None


def test_HE_34d_what_does_not_go_up_is_no_raise(room: Open) -> None:
    table, (first, second, _) = table_of_three(room)
    assert raise_to(table, first, 1_000) is None
    refused = raise_to(table, second, 1_000)
    assert refused is not None and (refused.code, refused.rule) == (Refusal.BELOW_MINIMUM, "HE-34d")


def test_HE_E1_a_raise_as_high_as_the_last_one_is_asked_for_by_the_specific_rule_alone(room: Open) -> None:
    table, (first, second, _) = table_of_three(room, least_raise="last-raise")
    assert raise_to(table, first, 800) is None  # 600 above the big blind
    refused = raise_to(table, second, 800 + MINIMUM)
    assert refused is not None and (refused.code, refused.rule, refused.details) == (
        Refusal.BELOW_MINIMUM,
        "HE-E1",
        {"least": 1_400},
    )
    refused = raise_to(table, second, 800 + MINIMUM - 1)
    assert refused is not None and refused.rule == "HE-23", "the text refuses it, whatever the sheet says"
    assert raise_to(table, second, 1_400) is None


def test_HE_37_whoever_has_spoken_may_raise_again_after_a_short_all_in(room: Open) -> None:
    table, first, second, third = rich_and_short(room)
    assert raise_to(table, first, 2_000) is None
    assert raise_to(table, second, 2_100) is None, "all the chips, though less than the minimum above"
    assert send_command(table, third, {"t": "call"}).refused is None
    offered = options_of(table, first)["raise"]
    assert offered["min"] == 2_100 + MINIMUM
    assert raise_to(table, first, 2_100 + MINIMUM) is None


def test_HE_E2_a_short_all_in_reopens_nothing_where_the_specific_rule_says_so(room: Open) -> None:
    table, first, second, third = rich_and_short(room, short_raise_reopens=False)
    assert raise_to(table, first, 2_000) is None
    assert raise_to(table, second, 2_100) is None
    assert send_command(table, third, {"t": "call"}).refused is None
    assert "raise" not in options_of(table, first)
    refused = raise_to(table, first, 2_100 + MINIMUM)
    assert refused is not None and (refused.code, refused.rule) == (Refusal.NOT_OFFERED, "HE-E2")


def test_what_tightens_the_text_is_published_under_its_own_number(room: Open) -> None:
    table, _ = table_of_three(room, least_raise="last-raise", short_raise_reopens=False)
    row = table.transaction.refresh().rules
    assert row is not None
    with translation.override("en"):
        numbered = {
            fact.number: fact.value for fact in facts(RuleSheet.objects.get(pk=row.sheet_id)) if fact.number
        }
    assert "as much as the last raise" in numbered["HE-E1"] and "may raise again only" in numbered["HE-E2"]


@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_the_rules_page_has_the_place_that_a_refusal_leads_to(
    client: Client, room: Open, language: str
) -> None:
    table_of_three(room)
    with translation.override(language):
        page = client.get(
            reverse("rules-of", args=["holdem"]), headers={"accept-language": language}
        ).content.decode()
    assert 'id="HE-E1"' in page and 'id="HE-E2"' in page
