"""A table as the lobby shows it: its game, limits, seats and last results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.description import LastResult, TileFace, TileFacts
from games.models import Table
from players.shared.money import format_money, format_money_range


class Tile(Struct, frozen=True):
    """One table in the lobby."""

    table: Table
    setting: Any
    facts: TileFacts
    limits: str  # of one bet, from the least to the most
    results: tuple[LastResult, ...]
    meter: int | None = None  # of the jackpot, if the table has one  [MS-1.4]
    now: int = 0  # the database's time when the table was read, in milliseconds
    own: int | None = None  # for a player with a seat here: how much of their money is on the table

    @property
    def game(self) -> str:
        """The game with its variant."""
        game = GAMES[self.table.system]
        return game.variant_name(self.setting) if game.variant_name else str(game.name)

    @property
    def individual(self) -> bool:
        return bool(self.setting.mode == "individual")

    @property
    def free(self) -> int:
        return max(0, int(self.setting.seats) - self.table.seated)

    @property
    def open(self) -> bool:
        """Whether a player can sit down now."""
        return self.free > 0 and not self.table.waiting and self.table.status == Table.Status.OPEN

    @property
    def state(self) -> str:
        """How full the table is, or why no seat can be taken."""
        if self.table.status == Table.Status.HELD:
            return _("On hold")
        if self.table.status == Table.Status.DRAINING:
            return _("Closing after this round")
        if self.individual:
            return _("Free") if self.free else _("Taken")
        return _("%(seated)s of %(seats)s seated") % {
            "seated": self.table.people,
            "seats": self.setting.seats,
        }

    @property
    def phase(self) -> str:
        """What happens at the table now; empty if `state` says that no seat can be taken."""
        if self.table.status != Table.Status.OPEN:
            return ""
        match self.table.phase:
            case "bets":
                return _("Bets open")
            case "choice":
                return _("Players decide")
            case "house":
                return _("Round in play")
            case "rest":
                return _("Next round soon")
            case "waiting":
                return _("Waiting for another player")
            case _:
                return _("Ready to start")

    @property
    def until(self) -> int:
        """When the bets close, in milliseconds of the database's time; 0 unless they are open for a time."""
        table = self.table
        if table.phase != "bets" or table.due is None or table.status != Table.Status.OPEN:
            return 0
        return round(table.due.timestamp() * 1000)

    @property
    def seconds(self) -> int:
        """The whole seconds until the bets close."""
        return max(0, (self.until - self.now) // 1000) if self.until else 0

    @property
    def face(self) -> TileFace:
        return GAMES[self.table.system].tile_face

    @property
    def face_values(self) -> Mapping[str, object]:
        return self.face.values_of(self.setting, self.results)

    @property
    def marks(self) -> list[str]:
        """The marks of the last results that the face draws, oldest first, with empty places at the end."""
        return self.face.marks_of(self.results)

    @property
    def house_players(self) -> str:
        """How many programs of the house play here; empty if none does."""
        count = self.table.partners
        if not count:
            return ""
        return ngettext("%(count)s house player", "%(count)s house players", count) % {"count": count}

    @property
    def progress(self) -> str:
        """The text for a table without results to show."""
        if not self.table.round:
            return _("No round played yet")
        return _("Round %(number)s") % {"number": self.table.round}

    @property
    def queue(self) -> str:
        """How many players wait for a seat; empty if none does."""
        count = self.table.waiting
        if not count:
            return ""
        return ngettext(
            "%(count)s player is waiting for a seat", "%(count)s players are waiting for a seat", count
        ) % {"count": count}

    @property
    def own_seat(self) -> str:
        """The player's seat with their money on the table; empty for a player without a seat."""
        if self.own is None:
            return ""
        if not self.own:
            return _("Your seat")
        return _("Your seat · %(money)s") % {"money": format_money(self.own, self.table.currency)}

    @property
    def jackpot(self) -> str:
        return "" if self.meter is None else format_money(self.meter, self.table.currency)


def limits_of(table: Table, setting: object, description: Mapping[str, object]) -> str:
    """What one bet may be at the table, in one line."""
    least, most = GAMES[table.system].tile_limits(setting, description)
    if most is None:
        return _("from %(amount)s") % {"amount": format_money(least, table.currency)}
    return format_money_range(least, most, table.currency)


def facts_of(table: Table, setting: object, description: Mapping[str, object]) -> TileFacts:
    """What a player must know before sitting down: the limits and other settings of the table."""
    return GAMES[table.system].tile_facts(
        setting, description, lambda cents: format_money(cents, table.currency)
    )
