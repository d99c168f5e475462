"""Every rule of the regulations with what the house does about it: where it is kept, which test reads it, where it shows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue import GAMES
from games.rulebook.base_rules import Regulation, base_rules
from games.rulebook.trace import NO_DUTY, ROOT, SHOWN, Place, Traced, station, trace

STATIONS: dict[str, Promise] = {
    "engine": _("the game's engine enforces it"),
    "table": _("the live table enforces it"),
    "session": _("the player's account and session enforce it"),
    "money": _("the ledger enforces it"),
    "rulebook": _("no rules come in force against it"),
    "screen": _("a screen shows it"),
    "report": _("a report tells it"),
}
OPEN: dict[str, Promise] = {
    "home": _("no place that enforces it"),
    "test": _("no test"),
    "screen": _("no screen"),
}
KINDS: dict[str, Promise] = {NO_DUTY: _("definition: nothing to do")}


class Line(Struct):
    """One rule as the page shows it."""

    id: str
    said: str
    shows: str
    does: list[str]
    homes: tuple[Place, ...]
    tests: tuple[Place, ...]
    screens: tuple[Place, ...]
    open: list[str]
    option: bool
    definition: bool
    wants_screen: bool


@lru_cache(maxsize=1)
def traced() -> dict[str, list[Traced]]:
    """Read once in the life of a process: what is installed does not change while it runs."""
    found: dict[str, list[Traced]] = {}
    for each in trace():
        found.setdefault(each.rule.system, []).append(each)
    return found


def tests_are_here() -> bool:
    """An installed house may come without its tests; then nothing can be said of them."""
    return (ROOT / "tests").is_dir()


def open_of(each: Traced) -> tuple[str, ...]:
    return tuple(name for name in each.open if name != "test" or tests_are_here())


def systems() -> list[dict[str, Any]]:
    language = get_language() or settings.LANGUAGE_CODE
    return [
        {
            "system": system,
            "name": GAMES[system].name,
            "regulation": base_rules(system, language),
            "rules": len(found),
            "duties": sum(each.rule.kind != NO_DUTY for each in found),
            "tests": sum(len(each.tests) for each in found),
            "open": sum(bool(open_of(each)) for each in found),
        }
        for system, found in traced().items()
    ]


def lines(system: str) -> list[Line]:
    told = _texts(base_rules(system, get_language() or settings.LANGUAGE_CODE))
    return [
        Line(
            id=each.rule.id,
            said=told.get(each.rule.id, each.rule.says),
            shows=each.rule.shows,
            does=[str(STATIONS[name]) for name in each.stations],
            homes=tuple(place for place in each.homes if station(place.file) != "screen"),
            tests=each.tests,
            screens=each.screens,
            open=[str(OPEN[name]) for name in open_of(each)],
            option=each.rule.option,
            definition=each.rule.kind == NO_DUTY,
            wants_screen=each.rule.kind in SHOWN,
        )
        for each in traced()[system]
    ]


def _texts(regulation: Regulation) -> dict[str, str]:
    return {text.id: text.said for rule in (regulation.approval, *regulation.rules) for text in rule.texts}
