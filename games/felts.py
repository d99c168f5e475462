"""What the page of each game's table is made of besides the parts that all tables share: its styles and its module."""

from __future__ import annotations

import os.path
import re
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from msgspec import Struct

MAIN: Final = "js/table/main.js"
# What a module cannot do without; `import(…)` is for what may never be wanted.
IMPORTED: Final = re.compile(r"""^(?:import|export)\b[^;'"]*\bfrom\s*["'](\.[^"']+)["']""", re.MULTILINE)


@cache
def imported(module: str) -> tuple[str, ...]:
    """A module and all that it needs, each once."""
    found = [module]
    for path in found:  # grows while it is read
        file = finders.find(path)
        if file is None:
            raise FileNotFoundError(f"there is no module {path}")
        needed = (
            os.path.normpath(os.path.join(os.path.dirname(path), name))
            for name in IMPORTED.findall(Path(file).read_text())
        )
        found += [one for one in dict.fromkeys(needed) if one not in found]
    return tuple(found)


class Felt(Struct, frozen=True):
    name: str  # of the module, of its folder under static/js/games and static/css/games
    sheets: tuple[str, ...]  # style sheets besides those of every table
    cards: bool = True

    @property
    def module(self) -> str:
        return f"js/games/{self.name}/game.js"

    @property
    def modules(self) -> tuple[str, ...]:
        """Said to the browser beforehand: finding them out by reading one after another, it would ask seven times in a row."""
        return tuple(dict.fromkeys((*imported(MAIN), *imported(self.module))))

    @property
    def styles(self) -> tuple[str, ...]:
        return tuple(f"css/{name}.css" for name in self.sheets)


def own(game: str, *names: str) -> tuple[str, ...]:
    return tuple(f"games/{game}/{name}" for name in names)


CARDS: Final = ("table/cards/cards", "table/cards/card_table", "table/cards/decisions")
ROULETTE: Final = Felt("roulette", own("roulette", "felt", "racetrack", "wheel"), cards=False)
STUD: Final = Felt("stud", (*CARDS, *own("stud", "table", "side")))
FELTS: Final[dict[str, Felt]] = {
    "american-roulette": ROULETTE,
    "french-roulette": ROULETTE,
    "blackjack": Felt("blackjack", (*CARDS, *own("blackjack", "table"))),
    "baccarat": Felt("baccarat", (*CARDS, *own("baccarat", "table", "zones", "side"))),
    "caribbean-stud": STUD,
    "macau-stud": STUD,
    "holdem": Felt("holdem", (*CARDS, *own("holdem", "table", "middle", "actions", "small_screens"))),
}
