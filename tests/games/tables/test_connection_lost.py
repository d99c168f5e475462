"""A player's connection is lost after a bet: the round is not void, and the bet is settled by the round's
result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from games.models import Round
from games.rules.blackjack.engine import BlackjackEngine
from games.rules.shared.sessions import voids_round
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
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


def test_BJ_29_no_table_asks_for_a_void_because_of_a_player(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine would refuse it. A lost connection, equipment that fails and the time that passes lead to
    the default decision; only the house's own fault asks for a void round.
    """
    causes: list[str] = []
    void = BlackjackEngine.void
    monkeypatch.setattr(
        BlackjackEngine, "void", lambda self, state, cause: causes.append(cause) or void(self, state, cause)
    )
    table = room("blackjack", sheet={"resume_within": 60})
    (player,) = players_with(FUNDS, 1)
    table.sit([player])
    for is_last in (False, True):
        table.until("bets-opened")
        (result,) = table.send((player, do(table.round, {"t": "bet", "on": {"1": 1_000}})))
        assert result.refused is None, result.refused
        table.execute([CommandRequest(0, protocol.ReportDisconnect(player.pk, 1), ("house", 0))])
        table.new_croupier()
        if is_last:
            break
        while table.live.running:
            table.step()
        assert Round.objects.get(table=table.table, number=1).status == "ended" and causes == []
    assert "round-voided" in table.step(late=70_000)
    assert causes == ["not-resumed"] and not voids_round("player-network")
