"""Computes the odds of a game under given rules.

`query_odds("baccarat", ["commission=b", "decks=6"])` returns the house edge of every bet at such a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import msgspec
from msgspec import Struct

from games.catalogue import GAMES
from games.odds.game_odds import GameOdds
from games.odds.worth import Run, Worth
from games.rules.engine import AnyEngine
from games.rules.shared.refusals import Breach
from players.shared.progress import Advance, ignore_progress


class UnanswerableQuery(Exception):
    """The options describe no lawful table. The message says why."""


class OddsAnswer(Struct, frozen=True):
    """The worth of each bet under that sheet and setting, with the seconds that each computation took."""

    system: str
    sheet: Any
    setting: Any
    worths: tuple[tuple[Worth, float], ...]

    @property
    def seconds(self) -> float:
        return sum(seconds for _, seconds in self.worths)


def query_odds(
    system: str,
    options: Iterable[str] = (),
    clock: Callable[[], float] = lambda: 0.0,
    run: Run | None = None,
    advance: Advance = ignore_progress,
) -> OddsAnswer:
    """The odds of a game. `clock` only measures the time of each computation; `advance` counts the bets.

    Only a simulation accepts a `run`.
    """
    if system not in GAMES:
        raise UnanswerableQuery(f"no odds for the system {system!r}; there are {', '.join(GAMES)}")
    odds, engine = GAMES[system].odds, GAMES[system].engine
    if run is not None and (odds.simulated is None or run.hands < 1):
        raise UnanswerableQuery(
            "a number of hands (at least one) applies only to a simulated game; others are computed exactly"
        )
    sheet, setting = _sheet_and_setting(engine, odds, options)
    breaches = engine.check_sheet(sheet) or engine.check_setting(sheet, setting)
    if breaches:
        raise UnanswerableQuery("; ".join(map(_breach_text, breaches)))
    worths = (
        odds.worths(sheet, setting)
        if run is None or odds.simulated is None
        else odds.simulated(sheet, setting, run)
    )
    return OddsAnswer(system, sheet, setting, tuple(_timed(worths, clock, advance)))


def _timed(
    worths: Iterable[Worth], clock: Callable[[], float], advance: Advance
) -> Iterator[tuple[Worth, float]]:
    start = clock()
    for worth in worths:
        end = clock()
        advance(1)
        yield worth, end - start
        start = end


def _breach_text(breach: Breach) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in breach.details.items())
    return f"{breach.rule} {breach.field}: {breach.code}" + (f" ({figures})" if figures else "")


def _sheet_and_setting(engine: AnyEngine, odds: GameOdds, options: Iterable[str]) -> tuple[Any, Any]:
    """The game's sheet and setting with the options applied.

    A name that both have belongs to the setting, unless it starts with `sheet.`.
    """
    sheet, setting = dict(odds.sheet), dict(odds.setting)
    sheet_fields = set(cast(type[Struct], engine.sheet_type).__struct_fields__)
    setting_fields = set(cast(type[Struct], engine.setting_type).__struct_fields__)
    for option in options:
        name, is_set, value = option.partition("=")
        path = name.removeprefix("sheet.").split(".")
        in_setting = path[0] in setting_fields and not name.startswith("sheet.")
        if not is_set or path[0] not in (setting_fields if in_setting else sheet_fields):
            names = ", ".join(sorted(sheet_fields | setting_fields))
            raise UnanswerableQuery(f"{option}: an option is NAME=VALUE; NAME is one of {names}")
        _set_value(setting if in_setting else sheet, path, _parse(value))
    try:
        return (
            msgspec.convert(sheet, type=engine.sheet_type, strict=False),
            msgspec.convert(setting, type=engine.setting_type, strict=False),
        )
    except msgspec.ValidationError as error:
        raise UnanswerableQuery(str(error)) from error


def _set_value(values: dict[str, object], path: list[str], value: object) -> None:
    for name in path[:-1]:
        inner = values.get(name)
        values[name] = values = dict(inner) if isinstance(inner, dict) else {}
    values[path[-1]] = value


def _parse(text: str) -> object:
    """A list or an object is JSON. Any other value is text, which the field's type converts."""
    if text[:1] not in ("[", "{"):
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise UnanswerableQuery(f"{text}: {error}") from error
