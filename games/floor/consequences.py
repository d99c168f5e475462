"""The consequences of a setting before it is confirmed: its limits, their rules, and the cost of a round."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.table_limits import BetLimit
from players.shared.money import format_money


class LimitComparison(Struct, frozen=True):
    """One limit as text: before, after, and whether they differ."""

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
    """The most that one round may cost the bank, as text."""
    game = GAMES[system]
    if game.engine.between_players:
        return _("none: players bet against each other")
    cost = game.odds.greatest_cost(sheet, setting)
    return _("no bound") if cost is None else format_money(cost, currency)


def compare_limits(system: str, sheet: Any, before: Any, after: Any, currency: str) -> list[LimitComparison]:
    """Each limit before and after, and the greatest cost of one round.

    A bet that only one of the two settings offers has a dash on the other side.
    """
    old_limits = (
        {limit.label: limit for limit in limits_of(system, sheet, before)} if before is not None else {}
    )
    new_limits = {limit.label: limit for limit in limits_of(system, sheet, after)}
    comparisons = [
        _compare(old_limits.get(label), new_limits.get(label), currency)
        for label in {**old_limits, **new_limits}
    ]
    old_cost, new_cost = (
        "–" if setting is None else greatest_cost_text(system, sheet, setting, currency)
        for setting in (before, after)
    )
    label = _("Highest possible cost of one round")
    return [*comparisons, LimitComparison(label, old_cost, new_cost, "", old_cost != new_cost)]


def _compare(old: BetLimit | None, new: BetLimit | None, currency: str) -> LimitComparison:
    known = new or old
    assert known is not None
    before, after = _limit_text(old, currency), _limit_text(new, currency)
    times = f"{new.times} ×" if new is not None and new.times else ""
    return LimitComparison(known.label, before, after, known.rule, before != after, times)


def _limit_text(limit: BetLimit | None, currency: str) -> str:
    if limit is None:
        return "–"
    least = "–" if limit.least is None else format_money(limit.least, currency)
    most = _("no limit") if limit.most is None else format_money(limit.most, currency)
    return least if least == most else f"{least} – {most}"
