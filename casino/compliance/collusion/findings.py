"""What a finding is, and the thresholds that make one."""

from __future__ import annotations

import math
from typing import Any, Final

from msgspec import Struct

from casino.compliance.collusion.hands import Player

Pair = tuple[Player, Player]
FLOW: Final = "flow"
PACE: Final = "pace"
SPARE: Final = "spare"


class Thresholds(Struct, frozen=True):
    """The thresholds of findings, tuned on separate seeds. `detection_rates` shows what they detect."""

    hands: int = 100  # that two players must share
    false: float = 0.02  # share of findings that may be chance
    sure: float = 0.0001  # the same, of pairs that are left out of the usual rates
    flow: float = 40.0  # big blinds beyond chance
    gap: float = 0.08  # between the observed and the expected rate
    decisions: int = 300  # that a player must have made before the decision times are tested
    even: float = 3.3  # robust deviations by which they must be more even than usual


class Finding(Struct, frozen=True):
    """Something that exceeds chance, of a pair or of one player (then `two` is 0)."""

    one: Player
    two: Player
    kind: str
    chance: float  # probability under chance alone
    figures: dict[str, Any]


def tail(score: float) -> float:
    return 0.5 * math.erfc(score / math.sqrt(2))


def cents_passed(players: tuple[int, ...], nets: tuple[int, ...], giver: int, taker: int) -> int:
    """The part of the first player's loss that the second won, in proportion to all winnings of the hand."""
    net_by_player = dict(zip(players, nets, strict=True))
    lost, won = -net_by_player.get(giver, 0), net_by_player.get(taker, 0)
    total = sum(net for net in nets if net > 0)
    return lost * won // total if lost > 0 and won > 0 and total else 0
