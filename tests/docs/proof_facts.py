"""What a program that checks rounds has to know of the games: wheels, shoes, packs, and pinned beacons."""

from __future__ import annotations

from collections.abc import Iterator

from games.catalogue import GAMES
from games.catalogue.draws import PackDraw, ShoeDraw, WheelDraw
from games.draw.beacon import PINNED
from tests.docs.markdown import code, table


def pinned_beacons() -> str:
    rows = [
        (code(field), code(getattr(chain, field)))
        for chain in PINNED.values()
        for field in chain.__struct_fields__
    ]
    return table(("field", "value"), rows)


def draws_of_games() -> str:
    return table(("game", "draws", "of which kinds"), [(code(system), *_draw(system)) for system in GAMES])


def _draw(system: str) -> tuple[str, str]:
    match GAMES[system].draw:
        case WheelDraw(wheels=wheels):
            return "a wheel", ", ".join(map(code, wheels))
        case ShoeDraw(decks=decks, kept=kept, unturned=unturned):
            packs = " or ".join(map(str, decks))
            keeps = "may keep a shoe" if kept else "a new shoe each round"
            return "a shoe", f"packs: {packs}; {keeps}; at most {unturned} cards of a round unturned"
        case PackDraw(common=common):
            return "a pack", f"cards of the table: {' or '.join(map(str, common))}"


def wheels() -> str:
    return table(("wheel", "pockets"), list(_wheels()))


def _wheels() -> Iterator[tuple[str, str]]:
    for system, game in GAMES.items():
        if isinstance(game.draw, WheelDraw):
            for name, pockets in game.draw.wheels.items():
                yield f"`{name}` of `{system}`", " ".join(pockets)
