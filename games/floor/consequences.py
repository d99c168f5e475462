"""What follows from a setting, before anybody confirms it: each limit with its multiple and rule, and the greatest cost of a round."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.setting_fields import BetLimit
from players.shared.money import format_money


class Compared(Struct, frozen=True):
    """One line of the consequences as text: before, after, and whether they differ."""

    label: str
    before: str
    after: str
    rule: str
    changed: bool
    times: str = ""


def limits_of(system: str, sheet: Any, setting: Any) -> list[BetLimit]:
    game = GAMES[system]
    return list(game.tables.limits(game.engine.describe(sheet, setting)))


def greatest_cost_text(system: str, sheet: Any, setting: Any, currency: str) -> str:
    """What one round may cost the bank at most, as people read it."""
    game = GAMES[system]
    if game.engine.between_players:
        return _("none: players bet against each other")
    cost = game.odds.greatest_cost(sheet, setting)
    return _("no bound") if cost is None else format_money(cost, currency)


def compared(system: str, sheet: Any, before: Any, after: Any, currency: str) -> list[Compared]:
    """Each limit before and after, and the greatest cost of one round. A bet that only one of the two offers has a dash in the other."""
    old_limits = (
        {limit.label: limit for limit in limits_of(system, sheet, before)} if before is not None else {}
    )
    new_limits = {limit.label: limit for limit in limits_of(system, sheet, after)}
    lines = [
        _compared(old_limits.get(label), new_limits.get(label), currency)
        for label in {**old_limits, **new_limits}
    ]
    old_cost, new_cost = (
        "–" if setting is None else greatest_cost_text(system, sheet, setting, currency)
        for setting in (before, after)
    )
    label = _("Greatest cost of one round, at most")
    return [*lines, Compared(label, old_cost, new_cost, "", old_cost != new_cost)]


def _compared(old: BetLimit | None, new: BetLimit | None, currency: str) -> Compared:
    known = new or old
    assert known is not None
    before, after = _limit_text(old, currency), _limit_text(new, currency)
    times = f"{new.times} ×" if new is not None and new.times else ""
    return Compared(known.label, before, after, known.rule, before != after, times)


def _limit_text(limit: BetLimit | None, currency: str) -> str:
    if limit is None:
        return "–"
    least = "–" if limit.least is None else format_money(limit.least, currency)
    most = _("no limit") if limit.most is None else format_money(limit.most, currency)
    return least if least == most else f"{least} – {most}"
