"""What somebody looks for among the tables: as an address says it, and as the form of the lobby shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from msgspec import Struct

from games.catalogue import GAMES
from games.lobby.tiles import Tile

STAKES = (
    "100",
    "200",
    "500",
)  # cents: the least stake of a table is at most this; above the last one it is "more"
MORE = "more"
LANGUAGES = {"pt-pt": "Português", "en": "English"}


class Choice(Struct, frozen=True):
    """Every part is empty, or one of the values that the form offers; anything else that an address says is as if it said nothing."""

    game: str = ""
    mode: str = ""
    money: str = ""
    stake: str = ""
    language: str = ""
    free: bool = False
    favourites: bool = False

    def wants(self, tile: Tile, favourites: frozenset[int]) -> bool:
        setting = tile.setting
        return (
            (not self.mode or setting.mode == self.mode)
            and (not self.stake or self._stake(int(setting.minimum)))
            and (not self.language or self.language in setting.languages)
            and (not self.free or tile.open)
            and (not self.favourites or tile.table.pk in favourites)
        )

    def _stake(self, minimum: int) -> bool:
        return minimum > int(STAKES[-1]) if self.stake == MORE else minimum <= int(self.stake)


def chosen(address: Mapping[str, str]) -> Choice:
    def of(name: str, values: Iterable[str]) -> str:
        said = address.get(name, "")
        return said if said in values else ""

    return Choice(
        game=of("game", GAMES),
        mode=of("mode", ("multiple", "individual")),
        money=of("money", ("EUR", "DEMO")),
        stake=of("stake", (*STAKES, MORE)),
        language=of("language", LANGUAGES),
        free=address.get("free") == "1",
        favourites=address.get("favourites") == "1",
    )


def stakes() -> list[tuple[str, str]]:
    """The bands of least stakes, in whole euros or credits: the same tables are played for both."""
    bands = [(cents, _("up to %(amount)s") % {"amount": int(cents) // 100}) for cents in STAKES]
    return [*bands, (MORE, _("more than %(amount)s") % {"amount": int(STAKES[-1]) // 100})]
