"""What the page of each game's table is made of besides the parts that all tables share: its styles and its module."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from games.models import System


class Felt(Struct, frozen=True):
    name: str  # of the module, as static/js/table/games.js imports it
    own: tuple[str, ...]  # styles
    cards: bool = True

    @property
    def module(self) -> str:
        return f"js/felt/{self.name}.js"

    @property
    def styles(self) -> tuple[str, ...]:
        return tuple(f"css/{name}.css" for name in self.own)


CARDS: Final = ("cards", "cards-felt", "cards-decision")
ROULETTE: Final = Felt("roulette", ("table-felt", "table-race", "table-wheel"), cards=False)
FELTS: Final[dict[str, Felt]] = {
    System.AMERICAN_ROULETTE: ROULETTE,
    System.FRENCH_ROULETTE: ROULETTE,
    System.BLACKJACK: Felt("blackjack", (*CARDS, "blackjack")),
    System.BACCARAT: Felt("baccarat", (*CARDS, "baccarat", "baccarat-zones", "baccarat-side")),
    System.CARIBBEAN_STUD: Felt("stud", (*CARDS, "stud", "stud-side")),
    System.MACAU_STUD: Felt("stud", (*CARDS, "stud", "stud-side")),
    System.HOLDEM: Felt("holdem", (*CARDS, "holdem", "holdem-middle", "holdem-desk", "holdem-small")),
}
