"""The part of a stake that the house keeps on average, as an exact fraction, where it can be counted.

Options have the names and values of the house's rule sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from feltro_verify.checks import UnreadableInput
from feltro_verify.odds.baccarat import baccarat_edges
from feltro_verify.odds.cards import insurance_edge, jackpot_edge
from feltro_verify.odds.roulette import roulette_edges

Options = Mapping[str, str]
JACKPOT = (
    "bet",
    "contribution",
    "minimum",
    "straight_flush",
    "royal_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
)
# The options of each game with their values; the first is the default, and none is a number above zero.
OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "american-roulette": {
        "variant": ("37", "38"),
        "zero_option": ("lose-all", "la-partage", "en-prison"),
        "second_zero": ("lost", "stays"),
    },
    "french-roulette": {
        "zero_option": ("", "lose-all", "la-partage", "en-prison"),
        "second_zero": ("lost", "stays"),
    },
    "baccarat": {
        "decks": ("8", "6"),
        "commission": ("a", "b", "none"),
        "charged": ("banco-bets", "all-prizes"),
    },
    "blackjack": {"decks": ("6", "4", "8")},
    "caribbean-stud": dict.fromkeys(JACKPOT, ()),
    "macau-stud": dict.fromkeys(JACKPOT, ()),
}
# The bets whose odds depend on the best decisions of a player: this program does not count them.
NOT_COUNTED = {
    "blackjack": ("bet",),
    "caribbean-stud": ("ante",),
    "macau-stud": ("ante",),
    "holdem": ("rake",),
}


def edges(game: str, options: Options) -> dict[str, Fraction]:
    """The edge of every bet of the game that can be counted."""
    if game not in OPTIONS:
        raise UnreadableInput(
            "odds.none" if game in NOT_COUNTED else "odds.game", game=game, games=", ".join(OPTIONS)
        )
    known = OPTIONS[game]
    chosen = {name: values[0] if values else "" for name, values in known.items()}
    for name, value in options.items():
        if name not in known:
            raise UnreadableInput("odds.option", option=name, options=", ".join(known))
        allowed = known[name]
        fits = value in allowed if allowed else value.isascii() and value.isdecimal() and int(value) > 0
        if not fits or not value:
            words = ", ".join(filter(None, allowed))
            raise UnreadableInput("odds.value" if allowed else "odds.number", option=name, values=words)
        chosen[name] = value
    return _COUNTED[game](chosen)


def _american(options: Options) -> dict[str, Fraction]:
    return roulette_edges(
        "american-roulette", options["variant"], options["zero_option"], options["second_zero"]
    )


def _french(options: Options) -> dict[str, Fraction]:
    if not options["zero_option"]:
        raise UnreadableInput("odds.zero", values="lose-all, la-partage, en-prison")
    return roulette_edges("french-roulette", "FR", options["zero_option"], options["second_zero"])


def _baccarat(options: Options) -> dict[str, Fraction]:
    return baccarat_edges(int(options["decks"]), options["commission"], options["charged"])


def _blackjack(options: Options) -> dict[str, Fraction]:
    return {"insurance": insurance_edge(int(options["decks"]))}


def _stud(options: Options) -> dict[str, Fraction]:
    if missing := [name for name in JACKPOT if not options[name]]:
        raise UnreadableInput("odds.jackpot", options=", ".join(missing))
    return {"jackpot": jackpot_edge({name: int(value) for name, value in options.items()})}


_COUNTED: Mapping[str, Callable[[Options], dict[str, Fraction]]] = {
    "american-roulette": _american,
    "french-roulette": _french,
    "baccarat": _baccarat,
    "blackjack": _blackjack,
    "caribbean-stud": _stud,
    "macau-stud": _stud,
}
