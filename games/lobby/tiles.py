"""A table as the lobby shows it: what it is, what may be bet at it, how full it is, and what came out last."""

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
    table: Table
    setting: Any
    facts: TileFacts
    results: tuple[LastResult, ...]
    meter: int | None = None  # of the jackpot, where the table has one  [MS-1.4]
    own: int | None = None  # for a player who sits here: how much of their money is on the table

    @property
    def individual(self) -> bool:
        return bool(self.setting.mode == "individual")

    @property
    def free(self) -> int:
        return max(0, int(self.setting.seats) - self.table.seated)

    @property
    def open(self) -> bool:
        """Whether somebody could sit down now."""
        return self.free > 0 and not self.table.waiting and self.table.status == Table.Status.OPEN

    @property
    def state(self) -> str:
        """How full it is, or what keeps people from sitting down."""
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
        """What is said where there are no results to show."""
        return (
            _("Round %(number)s") % {"number": self.table.round}
            if self.table.round
            else _("No round played yet")
        )

    @property
    def queue(self) -> str:
        """Who waits for a seat, where somebody does."""
        count = self.table.waiting
        return (
            ngettext("%(count)s waits for a seat", "%(count)s wait for a seat", count) % {"count": count}
            if count
            else ""
        )

    @property
    def own_seat(self) -> str:
        if self.own is None:
            return ""
        return (
            _("Your seat · %(money)s") % {"money": format_money(self.own, self.table.currency)}
            if self.own
            else _("Your seat")
        )

    @property
    def jackpot(self) -> str:
        return "" if self.meter is None else format_money(self.meter, self.table.currency)


def results_of(table: Table) -> tuple[LastResult, ...]:
    """The last results, newest first, as the display of the table shows them.  [AR-6e] [FR-6e] [BJ-4c]"""
    rounds = GAMES[table.system].rounds
    if not table.recent or not rounds.shows_last_results:
        return ()
    return tuple(rounds.last_result(outcome) for outcome in table.recent.split("|"))


def facts_of(table: Table, setting: Any, description: Mapping[str, Any]) -> TileFacts:
    """What a player must know before sitting down: the limits, and what sets this table apart."""
    return GAMES[table.system].tile_facts(
        setting, description, lambda cents: format_money(cents, table.currency)
    )
