"""The page of a round of stud names both hands, whether the bank played, and the rule that decided."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.models import Stake
from games.rules.stud.variant import CARIBBEAN, MACAU
from players.identity.registration import terms
from players.models import Player
from tests.demo_house import signed_in
from tests.games.tables.test_jackpot import ANTE, BET, BROKEN, Rigged, laid, played
from tests.games.tables.test_stud_live import Dealt
from tests.live_table import LiveTable, players_with, table_open
from tests.rules.stud.play import DOES_NOT, PAIR, PLAYS

pytestmark = pytest.mark.usefixtures("valkey_url")
Open = Callable[..., LiveTable]
# The game, the player's hand, the bank's, and the rules beside the explanation in their order.
ROUNDS = [
    (CARIBBEAN, PAIR, DOES_NOT, "CS-10 CS-26"),
    (MACAU, PAIR, DOES_NOT, "MS-9.3 MS-9.2"),
    (CARIBBEAN, PAIR, PLAYS, "CS-10 CS-25"),
    (MACAU, PAIR, PLAYS, "MS-9.3 MS-9.1"),
    (CARIBBEAN, "9D 9C 8H 6S 5D", "9H 9S 8D 6C 4D", "CS-25 CS-13g"),
    (MACAU, "9D 9C 8H 6S 5D", "9H 9S 8D 6C 4D", "MS-9.1 MS-8.9"),
    (CARIBBEAN, "AD KD 4D 3H 2C", "AS KH 4C 3C 2S", "CS-25 CS-9b"),
    (CARIBBEAN, "9D 9C 8H 6S 5D", "9H 9S 8D 6C 5H", "CS-13g CS-11b"),
]


@pytest.fixture
def room(tmp_path: Path, db: None) -> Open:
    def opened(system: str, **setting: Any) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    return opened


def rules_on(page: str) -> list[str]:
    """The rules in the explanation of a round page, in their order."""
    explanation = page.partition('id="why"')[2].partition('id="draw"')[0]
    return re.findall(r">((?:CS|MS)-[0-9a-z.-]+)</a>", explanation)


def page_of(player: Player, stake: Stake) -> str:
    terms.accept_terms(player=player, terms=terms.publish_terms(), language="en")
    page: str = (
        signed_in(player.person.email, "en").get(f"/account/rounds/{stake.round_id}/").content.decode()
    )
    return page


@pytest.mark.parametrize(("system", "hand", "bank", "rules"), ROUNDS)
def test_CS_37_the_page_names_the_rule_that_decided_between_the_hands(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str, hand: str, bank: str, rules: str
) -> None:
    """[CS-9b] [CS-13] [CS-25] [CS-26] [MS-9.1] [MS-9.2]"""
    dealt = Dealt(room(system), monkeypatch, hand, bank).until_decisions()
    dealt.send({"t": "continue", "bet": 1_000})
    dealt.finish()
    stake = Stake.objects.get(player=dealt.player)
    shown = rules_on(page_of(dealt.player, stake))
    assert [rule for rule in shown if rule in rules.split()][: len(rules.split())] == rules.split(), shown


def test_MS_11_4_the_page_of_the_void_round_says_that_the_jackpot_bet_waits(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[MS-11.1] [MS-11.4]"""
    table = room(MACAU, dealing="shuffler")
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    rigged = Rigged(monkeypatch)
    rigged.pack = BROKEN
    laid(table, ana)
    played(table)
    stake = Stake.objects.get(player=ana)
    assert (stake.back, stake.held) == (ANTE, BET)
    page = page_of(ana, stake)
    assert "the shuffler failed" in page and "MS-11.4" in rules_on(page)
