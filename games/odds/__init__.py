"""What it is worth: the part of every stake that the house keeps on average, under any rule sheet. Pure; knows nobody.

A game's odds are a function of its rule sheet and a table's setting. `asked` answers a question put in plain words, such as
`asked("baccarat", ["commission=b", "decks=6"])`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from games.odds import baccarat, blackjack, holdem, roulette, stud
from games.odds.worth import Game, Run, Worth
from games.rules import GAMES
from games.rules.engine import Breach

# A game's odds are registered here, each with a sheet and a setting to begin from.
ODDS: Mapping[str, Game] = {
    "american-roulette": roulette.AMERICAN_ODDS,
    "french-roulette": roulette.FRENCH_ODDS,
    "baccarat": baccarat.ODDS,
    "blackjack": blackjack.ODDS,
    "caribbean-stud": stud.CARIBBEAN_ODDS,
    "macau-stud": stud.MACAU_ODDS,
    "holdem": holdem.ODDS,
}


class Unanswerable(Exception):
    """A question that no lawful table answers; the message says why."""


class Answer(Struct, frozen=True):
    """What a table under that sheet and setting keeps of each bet, and the seconds that each took to work out."""

    system: str
    sheet: Any
    setting: Any
    worths: tuple[tuple[Worth, float], ...]

    @property
    def seconds(self) -> float:
        return sum(seconds for _, seconds in self.worths)


def asked(
    system: str, options: Iterable[str] = (), clock: Callable[[], float] = lambda: 0.0, run: Run | None = None
) -> Answer:
    """`clock` tells the seconds that each figure took; nothing of an answer depends on it. A `run` is asked of simulations alone."""
    if system not in ODDS:
        raise Unanswerable(f"no odds for the system {system!r}; there are {', '.join(ODDS)}")
    game, engine = ODDS[system], GAMES[system]
    if run is not None and (game.simulated is None or run.hands < 1):
        raise Unanswerable(
            "so many hands are asked of a simulation, one at least; every other figure is counted"
        )
    sheet, setting = _set(engine, game, options)
    breaches = engine.check(sheet) or engine.check_setting(sheet, setting)
    if breaches:
        raise Unanswerable("; ".join(map(_said, breaches)))
    worths = (
        game.worths(sheet, setting)
        if run is None or game.simulated is None
        else game.simulated(sheet, setting, run)
    )
    return Answer(system, sheet, setting, tuple(_timed(worths, clock)))


def _timed(worths: Iterable[Worth], clock: Callable[[], float]) -> Iterator[tuple[Worth, float]]:
    begun = clock()
    for worth in worths:
        ended = clock()
        yield worth, ended - begun
        begun = ended


def _said(breach: Breach) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in breach.said.items())
    return f"{breach.rule} {breach.field}: {breach.code}" + (f" ({figures})" if figures else "")


def _set(engine: Any, game: Game, options: Iterable[str]) -> tuple[Any, Any]:
    """The game's own sheet and setting, with the options set: one of both names is the setting's, unless it says «sheet.» before."""
    sheet, setting = dict(game.sheet), dict(game.setting)
    of_sheet, of_setting = set(engine.Sheet.__struct_fields__), set(engine.Setting.__struct_fields__)
    for option in options:
        name, is_set, value = option.partition("=")
        path = name.removeprefix("sheet.").split(".")
        for_setting = path[0] in of_setting and not name.startswith("sheet.")
        if not is_set or path[0] not in (of_setting if for_setting else of_sheet):
            known = ", ".join(sorted(of_sheet | of_setting))
            raise Unanswerable(f"{option}: an option is set as NAME=VALUE, and its name is one of {known}")
        _put(setting if for_setting else sheet, path, _read(value))
    try:
        return msgspec.convert(sheet, type=engine.Sheet, strict=False), msgspec.convert(
            setting, type=engine.Setting, strict=False
        )
    except msgspec.ValidationError as error:
        raise Unanswerable(str(error)) from error


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
        raise Unanswerable(f"{text}: {error}") from error
