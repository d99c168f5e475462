"""The words of the command line: each means one command of its game, in both languages of the house."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict

import pytest

from games.catalogue import GAMES
from games.tables.messages.table import messages_for

# Two commands of one word, which are never offered at once: the decision, and the bets before the deal.
ONE_AT_A_TIME = {frozenset({"double", "double-bets"})}
PARTS = ("place.", "call.", "part.")  # what follows a command, not a command
# Between players nobody bets on places: there is no tray.
TRAY = {"bet", "undo", "redo", "clear", "repeat", "double-bets", "launch"}
ANSWERS = {"yes", "no", "joining"}  # said only when the line asks; words that join others


def words_of(phrase: str) -> tuple[str, ...]:
    """As static/js/table/command_line/words.js reads it."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", phrase) if not unicodedata.combining(c))
    return tuple(re.findall(r"\d+|[a-z]+", plain.lower()))


def phrases(system: str, language: str = "pt") -> dict[str, list[tuple[str, ...]]]:
    return {
        code.removeprefix("typed."): [words_of(phrase) for phrase in text.split(",")]
        for code, text in messages_for(language, system).items()
        if code.startswith("typed.")
    }


@pytest.mark.parametrize("system", GAMES)
def test_a_word_means_one_command(system: str) -> None:
    absent = TRAY if GAMES[system].engine.between_players else set()
    for is_part in (True, False):
        meanings: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for name, accepted in phrases(system).items():
            if name.startswith(PARTS) is is_part and name not in ANSWERS | absent:
                for phrase in accepted:
                    meanings[phrase].add(name)
        several = {frozenset(names) for names in meanings.values() if len(names) > 1}
        assert several - ONE_AT_A_TIME == set()


@pytest.mark.parametrize("system", GAMES)
def test_every_phrase_survives_the_removal_of_joining_words(system: str) -> None:
    """What follows a command is read without them: a place named with one could never be typed."""
    accepted = phrases(system)
    joining = {word for phrase in accepted["joining"] for word in phrase}
    hidden = [
        (name, phrase)
        for name, named in accepted.items()
        if name.startswith(PARTS)
        for phrase in named
        if not phrase or joining & set(phrase)
    ]
    assert hidden == []


def test_a_page_accepts_both_languages_and_names_its_own_first() -> None:
    portuguese, english = messages_for("pt", "blackjack"), messages_for("en", "blackjack")
    assert portuguese["typed.hit"].startswith("carta, ") and "hit" in portuguese["typed.hit"]
    assert english["typed.hit"].startswith("hit, ") and "carta" in english["typed.hit"]
    assert portuguese["command.send"] == "Enviar"
