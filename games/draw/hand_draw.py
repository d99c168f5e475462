"""The draw of a hand between players that depends on a beacon: its pack, and the lot for the button.

The lot has a seed of its own, which follows from the seed of the round and reveals nothing about it. So it is
opened with the button, while the seed of the round stays sealed for the folded cards. Both keys are made
alike, from their seed, the browsers' shares and the value of the beacon.

    button seed = HMAC-SHA-256(seed, "feltro/button/v1")
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Final

from games.draw import generator
from games.draw.beacon import BeaconUse

LABEL: Final = b"feltro/button/v1"


def button_seed(seed: bytes) -> bytes:
    """The seed of the lot for the button."""
    return hmac.digest(seed, LABEL, "sha256")


def button_promise(seed: bytes) -> str:
    """The hash of the button's seed, published with the promise of the round's seed."""
    return generator.promise(button_seed(seed))


def draw_place(
    lot_seed: bytes,
    table: int,
    round_number: int,
    nonces: Mapping[int, str],
    beacon: BeaconUse,
    players: int,
) -> int:
    """Which of the players, in the order of their seats, has the button by lot."""
    return generator.Draw(generator.key(lot_seed, table, round_number, nonces, beacon)).below(players)


class HandDraw:
    """The chance of such a hand: its order is the pack's, its numbers are those of the lot."""

    def __init__(
        self, seed: bytes, table: int, round_number: int, nonces: Mapping[int, str], beacon: BeaconUse
    ) -> None:
        self._pack = generator.Draw(generator.key(seed, table, round_number, nonces, beacon))
        self._lot_key = generator.key(button_seed(seed), table, round_number, nonces, beacon)

    def shuffled(self, n: int) -> Sequence[int]:
        return self._pack.shuffled(n)

    def below(self, n: int) -> int:
        return generator.Draw(self._lot_key).below(n)
