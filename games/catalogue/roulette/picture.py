"""The wheel on the home page: that of a table, with the ball in the pocket of its last number."""

from __future__ import annotations

from typing import Any

from games.rules.roulette.layout import WHEELS, colour


def wheel_picture(setting: Any) -> dict[str, object]:
    """Each number with its colour and how far it is turned, in degrees; the order is the engine's."""
    wheel = WHEELS[setting.variant]
    turns = (divmod(index * 360_000 // len(wheel), 1000) for index in range(len(wheel)))
    pockets = [
        (number, colour(number), f"{degrees}.{thousandths:03}")
        for number, (degrees, thousandths) in zip(wheel, turns, strict=True)
    ]
    return {"pockets": pockets}
