"""The filters of the lobby: their values in the URL and in the form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from games.catalogue import GAMES
from games.catalogue.options import LANGUAGES
from games.lobby.tiles import Tile
from players.shared.collation import collation_key

# Bands of minimum stakes, in cents. Minimum stakes above the last band are "more".
STAKES = ("100", "200", "500")
MORE = "more"
LONGEST_NAME = 40  # letters of a name that is looked for, as a table's name has at most


class TableFilter(Struct, frozen=True):
    """The chosen filters. Each is empty or one of the values in the form."""

    game: str = ""
    mode: str = ""
    money: str = ""
    stake: str = ""
    language: str = ""
    free: bool = False
    favourites: bool = False
    name: str = ""
    sort: str = ""

    def matches(self, tile: Tile, favourites: frozenset[int]) -> bool:
        setting = tile.setting
        return (
            (not self.mode or setting.mode == self.mode)
            and (not self.stake or self._matches_stake(int(setting.minimum)))
            and (not self.language or self.language in setting.languages)
            and (not self.free or tile.open)
            and (not self.favourites or tile.table.pk in favourites)
            and self._matches_name(tile)
        )

    def sorted(self, tiles: Iterable[Tile]) -> list[Tile]:
        """The tables in the chosen order. The smallest bet is compared in its own money."""
        by_minimum = self.sort == "minimum"
        return sorted(tiles, key=lambda tile: int(tile.setting.minimum)) if by_minimum else list(tiles)

    @property
    def query(self) -> str:
        """The filters besides the game, as they follow `?game=…` in a URL."""
        values = {
            "mode": self.mode,
            "money": self.money,
            "stake": self.stake,
            "language": self.language,
            "free": "1" if self.free else "",
            "favourites": "1" if self.favourites else "",
            "name": self.name,
            "sort": self.sort,
        }
        return urlencode({name: value for name, value in values.items() if value})

    @property
    def count(self) -> int:
        """How many filters besides the game are chosen."""
        chosen = (self.mode, self.money, self.stake, self.language, self.free, self.favourites)
        return sum(map(bool, chosen))

    @property
    def other_order(self) -> str:
        """The query of the same tables in the other order: by game, or by their minimum."""
        turned = structs.replace(self, sort="" if self.sort else "minimum")
        return "&".join(filter(None, (urlencode({"game": self.game}) if self.game else "", turned.query)))

    def _matches_name(self, tile: Tile) -> bool:
        """Whether table or game is called so; accents and capitals do not matter."""
        return collation_key(self.name)[0] in collation_key(f"{tile.table.name} {tile.game}")[0]

    def _matches_stake(self, minimum: int) -> bool:
        return minimum > int(STAKES[-1]) if self.stake == MORE else minimum <= int(self.stake)


def read_filter(query: Mapping[str, str]) -> TableFilter:
    """The filters in a URL's query. An unknown value is ignored."""

    def read(name: str, values: Iterable[str]) -> str:
        value = query.get(name, "")
        return value if value in values else ""

    return TableFilter(
        game=read("game", GAMES),
        mode=read("mode", ("multiple", "individual")),
        money=read("money", ("EUR", "DEMO")),
        stake=read("stake", (*STAKES, MORE)),
        language=read("language", LANGUAGES),
        free=query.get("free") == "1",
        favourites=query.get("favourites") == "1",
        name=query.get("name", "").strip()[:LONGEST_NAME],
        sort=read("sort", ("minimum",)),
    )


def stake_choices() -> list[tuple[str, str]]:
    """The bands of minimum stakes, without a currency: they apply to euros and to credits."""
    bands = [(cents, _("up to %(amount)s") % {"amount": int(cents) // 100}) for cents in STAKES]
    return [*bands, (MORE, _("more than %(amount)s") % {"amount": int(STAKES[-1]) // 100})]
