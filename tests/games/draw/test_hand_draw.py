"""The lot for the button has a seed of its own, and the pack does not depend on it."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from games.draw import beacon, generator, hand_draw
from games.draw.beacon import BeaconUse
from games.draw.hand_draw import HandDraw
from tests.games.draw.test_beacon import SANDBOX, SECRET

SEED = hashlib.sha256(b"a hand").digest()
SHARES = {1: "ab" * 16, 4: "cd" * 16}


def value(number: int = 77) -> BeaconUse:
    closed = SANDBOX.scheduled_ms(number) - 300
    return BeaconUse(SANDBOX, closed, 300, number, beacon.sign(SECRET, number))


def test_the_seed_of_the_lot_follows_from_the_seed_of_the_round() -> None:
    expected = hmac.digest(SEED, b"feltro/button/v1", "sha256")
    assert hand_draw.button_seed(SEED) == expected
    promise = hashlib.sha256(b"feltro/commitment/v1" + expected).hexdigest()
    assert hand_draw.button_promise(SEED) == promise != generator.promise(SEED)


def test_the_pack_and_the_lot_have_keys_of_their_own() -> None:
    chance = HandDraw(SEED, 7, 3, SHARES, value())
    pack = generator.Draw(generator.key(SEED, 7, 3, SHARES, value())).shuffled(52)
    places = [chance.below(6) for _ in range(3)]
    assert chance.shuffled(52) == pack and len({*places}) == 1
    assert places[0] == hand_draw.draw_place(hand_draw.button_seed(SEED), 7, 3, SHARES, value(), 6)


@pytest.mark.parametrize("changed", ["table", "round", "shares", "value", "seed"])
def test_every_input_of_the_lot_counts(changed: str) -> None:
    """Over forty hands, the lots among ten players differ."""

    def lots(*, differs: bool) -> list[int]:
        return [
            hand_draw.draw_place(
                hand_draw.button_seed(
                    hashlib.sha256(b"other").digest() if differs and changed == "seed" else SEED
                ),
                8 if differs and changed == "table" else 7,
                number + 100 if differs and changed == "round" else number,
                {1: "00" * 16} if differs and changed == "shares" else SHARES,
                value(78 if differs and changed == "value" else 77),
                10,
            )
            for number in range(1, 41)
        ]

    assert lots(differs=False) != lots(differs=True)


def test_the_lot_is_fair() -> None:
    counts = [0] * 4
    for number in range(1, 4001):
        counts[hand_draw.draw_place(hand_draw.button_seed(SEED), 7, number, SHARES, value(), 4)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 16.27  # chi-squared, 3 degrees, 0.1 %
