"""The third-card table of rule 20, played at a live table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from games.rules.shared.cards import PACK, cards
from games.tables.croupier.automatic_steps import AutomaticSteps
from tests.live_table import LiveTable, do, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000


class Shoe:
    """Punto, banco, punto, banco; then punto's third card, if it takes one, and banco's."""

    def __init__(self, text: str) -> None:
        self.first = list(cards(text))

    def shuffled(self, n: int) -> Sequence[int]:
        spare, order = list(range(n)), []
        for card in self.first:
            number = next(number for number in spare if number % PACK == card)
            spare.remove(number)
            order.append(number)
        return order + spare

    def below(self, n: int) -> int:
        raise AssertionError("baccarat deals, and draws nothing else")


# The rule, the cards, and how many cards punto and banco have in the end.
DRAWS = [
    ("PB-20-ponto-8-9", "9H KH KD 2C", 2, 2),
    ("PB-20-ponto-0-5", "5H 7H KD KC 2S", 3, 2),
    ("PB-20-ponto-6-7", "6H 6C KD KC", 2, 2),
    ("PB-20-banca-8-9", "2H 8H KD KC", 2, 2),
    ("PB-20-banca-0-2", "2H 2C KD KC 4S 5S", 3, 3),
    ("PB-20-banca-3 draws on seven", "2H 3C KD KC 7S 5S", 3, 3),
    ("PB-20-banca-3 draws on ten", "2H 3C KD KC 10S 5S", 3, 3),
    ("PB-20-banca-3 stands on eight", "2H 3C KD KC 8S", 3, 2),
    ("PB-20-banca-4 draws on two", "2H 4C KD KC 2S 5S", 3, 3),
    ("PB-20-banca-4 draws on seven", "2H 4C KD KC 7S 5S", 3, 3),
    ("PB-20-banca-4 stands on one", "2H 4C KD KC AS", 3, 2),
    ("PB-20-banca-4 stands on eight", "2H 4C KD KC 8S", 3, 2),
    ("PB-20-banca-5 draws on four", "2H 5C KD KC 4S 5S", 3, 3),
    ("PB-20-banca-5 stands on three", "2H 5C KD KC 3S", 3, 2),
    ("PB-20-banca-6 draws on six", "2H 6C KD KC 6S 5S", 3, 3),
    ("PB-20-banca-6 stands on five", "2H 6C KD KC 5S", 3, 2),
    ("PB-20-banca-7", "2H 7C KD KC 6S", 3, 2),
    ("PB-20-nodraw-3-5 three", "6H 3C KD KC 2S", 2, 3),
    ("PB-20-nodraw-3-5 five", "7H 5C KD KC 2S", 2, 3),
    ("PB-20-nodraw-6", "7H 6C KD KC", 2, 2),
    ("PB-19", "9H 5C KD KC", 2, 2),
]


@pytest.mark.parametrize(
    ("rule", "shoe", "punto", "banco"), DRAWS, ids=[case[0].replace(" ", "-") for case in DRAWS]
)
def test_PB_20_a_third_card_is_taken_where_the_table_says_so(
    room: Open, monkeypatch: pytest.MonkeyPatch, rule: str, shoe: str, punto: int, banco: int
) -> None:
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe(shoe))
    table = room("baccarat")
    (player,) = players_with(FUNDS, 1)
    table.sit([player])
    table.until("bets-opened")
    (result,) = table.send((player, do(table.round, {"t": "bet", "on": {"tie": 100}})))
    assert result.refused is None, result.refused
    while table.live.running:
        table.step()
    game = table.live.game
    assert (len(game.punto), len(game.banco)) == (punto, banco)
