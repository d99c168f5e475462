"""A player's connection is lost after a bet: the round is not void, and the bet is settled by the round's
result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from games.models import Round
from games.tables.croupier.automatic_steps import AutomaticSteps
from tests.live_table import LiveTable, balance, do, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000


class Drawn:
    """Punto has nine and banco has eight; the ball falls on the first number of the wheel."""

    def shuffled(self, n: int) -> Sequence[int]:
        nine, king, eight = 7, 11, 6  # ranks from the two; four cards of each
        first = [nine * 4, eight * 4, king * 4, king * 4 + 1]
        return first + [number for number in range(n) if number not in first]

    def below(self, n: int) -> int:
        return 0


@pytest.mark.parametrize(
    ("system", "place", "won"),
    [
        ("american-roulette", "straight:0", 35),
        ("french-roulette", "straight:0", 35),
        ("baccarat", "punto", 1),
        ("baccarat", "banco", -1),
    ],
)
def test_PB_30_a_connection_lost_after_a_bet_voids_nothing(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str, place: str, won: int
) -> None:
    """The player does not come back, and another croupier takes over meanwhile. [AR-22] [AR-23] [FR-R23]
    [FR-R24] [PB-30a] [PB-30b]
    """
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Drawn())
    table = room(system)
    (player,) = players_with(FUNDS, 1)
    table.sit([player])
    table.until("bets-opened")
    (result,) = table.send((player, do(table.round, {"t": "bet", "on": {place: 100}})))
    assert result.refused is None, result.refused
    table.new_croupier()
    table.until("round-ended")
    game_round = Round.objects.get(table=table.table, number=1)
    assert (game_round.status, game_round.cause) == ("ended", "")
    assert balance(player) == FUNDS + 100 * won
    assert player.pk in table.live.players, "the seat is kept"
