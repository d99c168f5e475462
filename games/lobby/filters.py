"""The filters of the lobby: their values in the URL and in the form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.options import LANGUAGES
from games.lobby.tiles import Tile

# Bands of minimum stakes, in cents. Minimum stakes above the last band are "more".
STAKES = ("100", "200", "500")
MORE = "more"


class TableFilter(Struct, frozen=True):
    """The chosen filters. Each is empty or one of the values in the form."""

    game: str = ""
    mode: str = ""
    money: str = ""
    stake: str = ""
    language: str = ""
    free: bool = False
    favourites: bool = False

    def matches(self, tile: Tile, favourites: frozenset[int]) -> bool:
        setting = tile.setting
        return (
            (not self.mode or setting.mode == self.mode)
            and (not self.stake or self._matches_stake(int(setting.minimum)))
            and (not self.language or self.language in setting.languages)
            and (not self.free or tile.open)
            and (not self.favourites or tile.table.pk in favourites)
        )

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
        }
        return urlencode({name: value for name, value in values.items() if value})

    @property
    def count(self) -> int:
        """How many filters besides the game are chosen."""
        chosen = (self.mode, self.money, self.stake, self.language, self.free, self.favourites)
        return sum(map(bool, chosen))

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
    )


def stake_choices() -> list[tuple[str, str]]:
    """The bands of minimum stakes, without a currency: they apply to euros and to credits."""
    bands = [(cents, _("up to %(amount)s") % {"amount": int(cents) // 100}) for cents in STAKES]
    return [*bands, (MORE, _("more than %(amount)s") % {"amount": int(STAKES[-1]) // 100})]
