"""Article 11 of the Macau regulation at live tables: which irregularities are handled, and which cannot
happen.

`games/rulebook/cannot_happen.py` names these tests as the proof of each reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from games.models import Event, Round
from games.rules.shared.refusals import Refusal
from games.rules.stud.variant import HAND_SIZE
from players.models import Player
from tests.games.tables.test_card_games import FUNDS, send_command, to_end
from tests.games.tables.test_jackpot import Rigged
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]
ROOT = Path(__file__).resolve().parents[3]
ROUNDS = 4
BOTH = pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
# The engine that knows the case, what folds and shows it, and the worked examples; nothing of these runs a
# table by itself.
KNOW_THE_CASE = {
    "games/rules/stud/apply.py",
    "games/rules/stud/engine.py",
    "games/rules/stud/events.py",
    "games/rules/stud/irregularities.py",
    "games/rules/stud/view.py",
    "games/vectors/stud.py",
}


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return Rigged(monkeypatch)


def three_of_whom_two_bet(table: LiveTable) -> list[Player]:
    players = players_with(FUNDS, 3)
    table.sit(players)
    return players


def next_round(table: LiveTable, players: list[Player]) -> None:
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "bet", "on": {"ante": 500, "jackpot": 100}}).refused is None
    while table.live.running and not table.live.game.bank:
        table.step()


@BOTH
def test_MS_11_1_every_hand_has_five_cards_of_one_whole_pack(room: Open, dealing: str) -> None:
    table = room("macau-stud", dealing=dealing)
    players = three_of_whom_two_bet(table)
    for _ in range(ROUNDS):
        next_round(table, players[:2])
        while len(table.live.game.bank) < HAND_SIZE:
            table.step()
        game = table.live.game
        hands = [place.cards for place in game.places.values()] + [game.bank]
        assert [len(hand) for hand in hands] == [HAND_SIZE] * 3
        assert len({card for hand in hands for card in hand}) == 3 * HAND_SIZE
        to_end(table)
    assert set(
        Round.objects.filter(table=table.table, number__lte=ROUNDS).values_list("status", flat=True)
    ) == {"ended"}


@BOTH
def test_MS_11_2_nothing_outside_the_rules_turns_a_covered_card(room: Open, dealing: str) -> None:
    for path in [*ROOT.glob("games/**/*.py"), *ROOT.glob("casino/**/*.py"), *ROOT.glob("players/**/*.py")]:
        if path.relative_to(ROOT).as_posix() not in KNOW_THE_CASE:
            # A `case` only recognises the event; everything else would make one.
            made = re.search(
                r"^(?!\s*case\b).*\b(expose|CardExposed)\(", path.read_text("utf-8"), re.MULTILINE
            )
            assert not made, path
    table = room("macau-stud", dealing=dealing)
    players = three_of_whom_two_bet(table)
    next_round(table, players[:2])
    for command in (
        {"t": "expose", "hand": 1, "place": 0},
        {"t": "card-exposed", "hand": 1, "place": 0, "card": 3},
    ):
        assert send_command(table, players[0], command).refused.code is Refusal.UNREADABLE
    to_end(table)
    assert not Event.objects.filter(table=table.table, kind="card-exposed").exists()


@BOTH
def test_MS_11_3_only_places_with_an_ante_are_dealt_to(room: Open, dealing: str) -> None:
    table = room("macau-stud", dealing=dealing)
    players = three_of_whom_two_bet(table)
    next_round(table, players[:2])
    to_end(table)
    betting = {table.live.players[player.pk] for player in players[:2]}
    assert {seat for seat, place in table.live.game.places.items() if place.cards} == betting
    assert not Event.objects.filter(table=table.table, kind="hand-voided").exists()


@pytest.mark.parametrize(("dealing", "cause"), [("shoe", "wrong-deal"), ("shuffler", "shuffler-failure")])
def test_MS_11_1_MS_11_4_a_pack_that_is_not_whole_voids_the_hand(
    room: Open, rigged: Rigged, dealing: str, cause: str
) -> None:
    """[MS-11.1] [MS-11.4]"""
    table = room("macau-stud", dealing=dealing)
    players = three_of_whom_two_bet(table)
    rigged.pack = type(
        "Broken", (), {"shuffled": staticmethod(lambda n: (0,) * n), "below": staticmethod(lambda n: 0)}
    )()
    table.until("bets-opened")
    for player in players[:2]:
        assert send_command(table, player, {"t": "bet", "on": {"ante": 500, "jackpot": 100}}).refused is None
    to_end(table)
    void = Round.objects.get(table=table.table, number=1)
    assert (void.status, void.cause) == ("void", cause)
    assert sum(table.live.game.held.values()) == 200, "jackpot bets stand for the next round"
