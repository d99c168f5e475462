"""A table as the lobby shows it: its game, limits, seats and last results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.description import LastResult, TileFacts
from games.models import Table
from players.shared.money import format_money


class Tile(Struct, frozen=True):
    """One table in the lobby."""

    table: Table
    setting: Any
    facts: TileFacts
    results: tuple[LastResult, ...]
    meter: int | None = None  # of the jackpot, if the table has one  [MS-1.4]
    own: int | None = None  # for a player with a seat here: how much of their money is on the table

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
        """How full the table is, or why nobody can sit down."""
        if self.table.status == Table.Status.HELD:
            return _("On hold")
        if self.table.status == Table.Status.DRAINING:
            return _("Closing after this round")
        if self.individual:
            return _("Free") if self.free else _("Taken")
        return _("%(seated)s of %(seats)s seated") % {
            "seated": self.table.seated,
            "seats": self.setting.seats,
        }

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
        return ngettext("%(count)s waits for a seat", "%(count)s wait for a seat", count) % {"count": count}

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


def facts_of(table: Table, setting: Any, description: Mapping[str, Any]) -> TileFacts:
    """What a player must know before sitting down: the limits and other settings of the table."""
    return GAMES[table.system].tile_facts(
        setting, description, lambda cents: format_money(cents, table.currency)
    )
