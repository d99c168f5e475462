"""The still wheels of the lobby, drawn from the order of the engine; a test compares the files with it.

`python -m tests.games.lobby.wheel_drawing` writes the files.
"""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

from games.rules.roulette.layout import WHEELS, colour

FOLDER = Path(__file__).parents[3] / "static" / "img" / "wheels"
FILLS = {"red": "#a8231f", "black": "#17191a", "green": "#1f6b45"}
FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><defs>'
    '<radialGradient id="w"><stop offset=".86" stop-color="#6b4529"/>'
    '<stop offset="1" stop-color="#24140b"/></radialGradient>'
    '<radialGradient id="c" cx=".46" cy=".4"><stop offset="0" stop-color="#6b4529"/>'
    '<stop offset="1" stop-color="#24140b"/></radialGradient><path id="p" d="{pocket}"/></defs>'
    '<circle cx="60" cy="60" r="60" fill="url(#w)"/><g stroke="#c9a961" stroke-width=".7">{pockets}</g>'
    '<circle cx="60" cy="60" r="54" fill="none" stroke="#c9a961" stroke-width="1.6"/>'
    '<circle cx="60" cy="60" r="34" fill="url(#c)" stroke="#c9a961" stroke-width="1.4"/></svg>\n'
)


def _point(radius: int, angle: float) -> str:
    return f"{60 + radius * sin(angle):.2f} {60 - radius * cos(angle):.2f}"


def wheel_drawing(variant: str) -> str:
    wheel = WHEELS[variant]
    half = pi / len(wheel)
    outer = f"M{_point(53, -half)}A53 53 0 0 1 {_point(53, half)}"
    inner = f"L{_point(35, half)}A35 35 0 0 0 {_point(35, -half)}Z"
    pockets = "".join(
        f'<g fill="{fill}">'
        + "".join(
            f'<use href="#p" transform="rotate({360 * place / len(wheel):.2f} 60 60)"/>'
            for place, number in enumerate(wheel)
            if colour(number) == name
        )
        + "</g>"
        for name, fill in FILLS.items()
    )
    return FRAME.replace("{pocket}", outer + inner).replace("{pockets}", pockets)


if __name__ == "__main__":
    for name in WHEELS:
        (FOLDER / f"{name.lower()}.svg").write_text(wheel_drawing(name))
