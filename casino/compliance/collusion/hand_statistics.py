"""Statistics of many hands: results, counts of decisions, and decision times. The counts of days add up."""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from casino.compliance.collusion.hands import SHORTEST_MS, STEPS, HandOutcome, Player

# Decision times are counted in steps of a sixth of a natural logarithm.
STEPS_PER_UNIT: Final = 6


class HandResult(Struct, frozen=True, gc=False):
    """The money of one hand: the players who were dealt in and what each won or lost."""

    day: int
    table: int
    players: tuple[Player, ...]
    nets: tuple[int, ...]
    minimum: int
    round_id: int = 0


class HandStatistics(Struct):
    hands: list[HandResult]
    # By player, opponent and kind: how often the decision came up, and how often the watched choice was made.
    decisions: dict[tuple[Player, Player, str], list[int]]
    decision_times: dict[Player, list[int]]

    def add_hand(self, day: int, table: int, hand: HandOutcome, round_id: int = 0) -> None:
        self.hands.append(HandResult(day, table, hand.players, hand.nets, hand.minimum, round_id))
        for decision in hand.decisions:
            key = (decision.player, decision.other, decision.moment)
            count = self.decisions.setdefault(key, [0, 0])
            count[0] += 1
            count[1] += decision.done
        for player, ms in hand.decision_times:
            self.decision_times.setdefault(player, [0] * STEPS)[time_step(ms)] += 1


def empty_statistics() -> HandStatistics:
    return HandStatistics([], {}, {})


def time_step(ms: int) -> int:
    return min(STEPS - 1, max(0, int(STEPS_PER_UNIT * math.log(max(ms, 1) / SHORTEST_MS))))
