"""Answers a question about the odds of a game, asked in plain words.

`query_odds("baccarat", ["commission=b", "decks=6"])` says what such a table keeps of every bet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from games.catalogue import GAMES
from games.odds.game_odds import GameOdds
from games.odds.worth import Run, Worth
from games.rules.shared.refusals import Breach


class UnanswerableQuery(Exception):
    """No lawful table answers the question; the message says why."""


class OddsAnswer(Struct, frozen=True):
    """What a table under that sheet and setting keeps of each bet, and the seconds that each took to work out."""

    system: str
    sheet: Any
    setting: Any
    worths: tuple[tuple[Worth, float], ...]

    @property
    def seconds(self) -> float:
        return sum(seconds for _, seconds in self.worths)


def query_odds(
    system: str, options: Iterable[str] = (), clock: Callable[[], float] = lambda: 0.0, run: Run | None = None
) -> OddsAnswer:
    """`clock` measures the seconds that each figure takes; the figures do not depend on it. Only simulations accept a `run`."""
    if system not in GAMES:
        raise UnanswerableQuery(f"no odds for the system {system!r}; there are {', '.join(GAMES)}")
    odds, engine = GAMES[system].odds, GAMES[system].engine
    if run is not None and (odds.simulated is None or run.hands < 1):
        raise UnanswerableQuery(
            "so many hands are asked of a simulation, one at least; every other figure is counted"
        )
    sheet, setting = _sheet_and_setting(engine, odds, options)
    breaches = engine.check_sheet(sheet) or engine.check_setting(sheet, setting)
    if breaches:
        raise UnanswerableQuery("; ".join(map(_said, breaches)))
    worths = (
        odds.worths(sheet, setting)
        if run is None or odds.simulated is None
        else odds.simulated(sheet, setting, run)
    )
    return OddsAnswer(system, sheet, setting, tuple(_timed(worths, clock)))


def _timed(worths: Iterable[Worth], clock: Callable[[], float]) -> Iterator[tuple[Worth, float]]:
    begun = clock()
    for worth in worths:
        ended = clock()
        yield worth, ended - begun
        begun = ended


def _said(breach: Breach) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in breach.details.items())
    return f"{breach.rule} {breach.field}: {breach.code}" + (f" ({figures})" if figures else "")


def _sheet_and_setting(engine: Any, odds: GameOdds, options: Iterable[str]) -> tuple[Any, Any]:
    """The game's own sheet and setting, with the options set: one of both names is the setting's, unless it says «sheet.» before."""
    sheet, setting = dict(odds.sheet), dict(odds.setting)
    of_sheet, of_setting = (
        set(engine.sheet_type.__struct_fields__),
        set(engine.setting_type.__struct_fields__),
    )
    for option in options:
        name, is_set, value = option.partition("=")
        path = name.removeprefix("sheet.").split(".")
        for_setting = path[0] in of_setting and not name.startswith("sheet.")
        if not is_set or path[0] not in (of_setting if for_setting else of_sheet):
            known = ", ".join(sorted(of_sheet | of_setting))
            raise UnanswerableQuery(
                f"{option}: an option is set as NAME=VALUE, and its name is one of {known}"
            )
        _put(setting if for_setting else sheet, path, _read(value))
    try:
        return msgspec.convert(sheet, type=engine.sheet_type, strict=False), msgspec.convert(
            setting, type=engine.setting_type, strict=False
        )
    except msgspec.ValidationError as error:
        raise UnanswerableQuery(str(error)) from error


def _put(values: dict[str, Any], path: list[str], value: Any) -> None:
    for name in path[:-1]:
        inner = values.get(name)
        values[name] = values = dict(inner) if isinstance(inner, dict) else {}
    values[path[-1]] = value


def _read(text: str) -> Any:
    """A list or an object is written as JSON has it; anything else is a word, which the field reads as what it wants."""
    if text[:1] not in ("[", "{"):
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise UnanswerableQuery(f"{text}: {error}") from error
