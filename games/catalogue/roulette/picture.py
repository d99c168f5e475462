"""The still wheel on the home page."""

from __future__ import annotations

from games.rules.roulette.layout import WHEELS, colour

FRENCH_WHEEL = "FR"


def wheel_picture() -> dict[str, object]:
    """Each number with its colour and how far it is turned, in degrees; the order is the engine's."""
    wheel = WHEELS[FRENCH_WHEEL]
    turns = (divmod(index * 360_000 // len(wheel), 1000) for index in range(len(wheel)))
    pockets = [
        (number, colour(number), f"{degrees}.{thousandths:03}")
        for number, (degrees, thousandths) in zip(wheel, turns, strict=True)
    ]
    return {"pockets": pockets}
