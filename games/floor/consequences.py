"""What a setting makes of a table, before anybody signs: each limit with its multiple and its rule, and the greatest cost of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.baccarat.table_messages import MESSAGES as SIDES
from games.catalogue.roulette.labels import CHANCES
from games.odds.liability import greatest
from players.shared.money import format_money


class Limit(Struct, frozen=True):
    """One chance: the least and the most, in cents; `times` the minimum, where the most follows from it."""

    label: str
    least: int | None
    most: int | None
    times: int | None
    rule: str


class Compared(Struct, frozen=True):
    """One line of the consequences, in words: before, after, and whether they differ."""

    label: str
    before: str
    after: str
    rule: str
    changed: bool
    times: str = ""


def limits_of(system: str, sheet: Any, setting: Any) -> list[Limit]:
    return list(LIMITS[system](GAMES[system].engine.describe(sheet, setting)))


def _chances(told: dict[str, Any]) -> Iterator[Limit]:
    """Roulettes and ponto e banca: the most is a multiple of the minimum, or what a Macau table may lose on it.  [PB-43a]"""
    for kind, each in told["kinds"].items():
        label = CHANCES.get(kind) or SIDES.get(f"kind.{kind}", kind)
        yield Limit(
            str(label), each["min"], each.get("max", each.get("all")), each.get("times"), each["rules"]["max"]
        )


def _blackjack(told: dict[str, Any]) -> Iterator[Limit]:
    yield Limit(
        _("Initial bet of a place"),
        told["minimum"],
        told["maximum"],
        told["times"],
        told["limit_rules"]["maximum"],
    )
    yield Limit(
        _("All places of one player"),
        told["minimum"],
        told["maximum"] * told["places_per_player"],
        None,
        "BJ-7",
    )


def _holdem(told: dict[str, Any]) -> Iterator[Limit]:
    yield Limit(_("Blinds"), told["small_blind"], told["big_blind"], None, "HE-22a")
    yield Limit(_("Buy-in"), told["buy_in"]["cost"], told["buy_in"]["cost"], None, "HE-14")
    for number, rebuy in enumerate(told["rebuys"], 1):
        yield Limit(_("Rebuy %(number)s") % {"number": number}, rebuy["cost"], rebuy["cost"], None, "HE-14")


def _stud(told: dict[str, Any]) -> Iterator[Limit]:
    ante, rules = told["limits"]["ante"], told["limits"]["rules"]
    times = ante["max"] // ante["min"] if ante["max"] % ante["min"] == 0 else None
    yield Limit(_("Ante"), ante["min"], ante["max"], times, rules["max"])
    yield Limit(_("Second bet"), 2 * ante["min"], 2 * ante["max"], None, "CS-23")
    if jackpot := told.get("jackpot"):
        yield Limit(_("Jackpot bet"), jackpot["bet"], jackpot["bet"], None, "MS-10.1")


LIMITS = {
    "american-roulette": _chances,
    "french-roulette": _chances,
    "baccarat": _chances,
    "blackjack": _blackjack,
    "holdem": _holdem,
    "caribbean-stud": _stud,
    "macau-stud": _stud,
}


def liability_said(system: str, sheet: Any, setting: Any, currency: str) -> str:
    if system == "holdem":
        return _("none: players bet against each other")
    cost = greatest(system, sheet, setting)
    return _("no bound") if cost is None else format_money(cost, currency)


def compared(system: str, sheet: Any, before: Any, after: Any, currency: str) -> list[Compared]:
    """Each limit before and after, and the greatest cost of one round. A chance that only one of the two offers has a dash in the other."""
    was = {each.label: each for each in limits_of(system, sheet, before)} if before is not None else {}
    now = {each.label: each for each in limits_of(system, sheet, after)}
    lines = []
    for label in {**was, **now}:
        old, new = was.get(label), now.get(label)
        rule = (new or old).rule  # type: ignore[union-attr]
        words = _said(old, currency), _said(new, currency)
        times = f"{new.times} ×" if new is not None and new.times else ""
        lines.append(Compared(label, *words, rule, words[0] != words[1], times))
    costs = tuple(
        "–" if each is None else liability_said(system, sheet, each, currency) for each in (before, after)
    )
    return [*lines, Compared(_("Greatest cost of one round, at most"), *costs, "", costs[0] != costs[1])]


def _said(limit: Limit | None, currency: str) -> str:
    if limit is None:
        return "–"
    least = "–" if limit.least is None else format_money(limit.least, currency)
    most = _("no limit") if limit.most is None else format_money(limit.most, currency)
    return least if least == most else f"{least} – {most}"
