"""One description per game. Every list of games in the product is derived from `GAMES`.

Each package in this folder describes the games of one engine and lists them in `DESCRIPTIONS`. The
catalogue imports every package in the folder: a new game is a new package here, with its engine, scripts
and templates. Lists need no other file; docs/contributing/adding-a-game.md names what else may want one.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from games.catalogue.description import GameDescription
from games.catalogue.text import Text
from players.shared.decoding import prepare

# By slug, in the order in which lists show them.
GAMES: dict[str, GameDescription] = {}
GAME_NAMES: dict[str, Text] = {}


def register(*descriptions: GameDescription) -> None:
    """Adds games to the catalogue and keeps its order."""
    for description in descriptions:
        engine = description.engine
        prepare(
            engine.sheet_type, engine.setting_type, engine.command_type, engine.event_type, engine.state_type
        )
    known = {description.slug: description for description in (*GAMES.values(), *descriptions)}
    GAMES.clear()
    GAMES.update(sorted(known.items(), key=lambda entry: (entry[1].position, entry[0])))
    GAME_NAMES.clear()
    GAME_NAMES.update({slug: game.name for slug, game in GAMES.items()})


def unregister(slug: str) -> None:
    """Removes a game that only a test adds."""
    GAMES.pop(slug)
    GAME_NAMES.pop(slug)


def game_choices() -> list[tuple[str, Text]]:
    """The choices of model and form fields. They are callable so that no migration lists games."""
    return list(GAME_NAMES.items())


def games_between_players() -> list[str]:
    """The games in which players bet against each other.

    The bank pays no prize there and earns a commission.
    """
    return [slug for slug, game in GAMES.items() if game.engine.between_players]


def games_with_decisions() -> list[str]:
    """The games against the bank in which players decide after the bets are closed."""
    return [slug for slug, game in GAMES.items() if game.odds.decided is not None]


def games_with_jackpot() -> list[str]:
    """The games whose tables may have a jackpot."""
    return [
        slug
        for slug, game in GAMES.items()
        if game.odds.decided is not None and game.odds.decided.jackpot_chances is not None
    ]


def _discover() -> None:
    for module in iter_modules(__path__):
        if module.ispkg:
            register(*import_module(f"{__name__}.{module.name}").DESCRIPTIONS)


_discover()
