"""Every message code that the table page uses has a sentence in both languages."""

from __future__ import annotations

import re

import pytest

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.lobby import messages as window
from games.rounds import player_replay
from games.rules.roulette.layout import BetKind
from games.rules.shared.refusals import Refusal
from games.tables.messages.table import MESSAGES, messages_for

SCRIPTS = sorted((PROJECT / "static" / "js").rglob("*.js"))
PAGES = {*window.WINDOW, *player_replay.MESSAGES}
EVERY = {*MESSAGES, *PAGES, *(code for game in GAMES.values() for code in game.messages)}
TRANSLATED = re.compile(r"\bt\(\s*\"([^\"]+)\"")
FAMILY = re.compile(r"\bt\(\s*`([a-z.-]+)\$\{")


def test_every_sentence_that_the_page_says_exists() -> None:
    codes = {code for path in SCRIPTS for code in TRANSLATED.findall(path.read_text())}
    assert sorted(codes - EVERY) == []
    families = {code for path in SCRIPTS for code in FAMILY.findall(path.read_text())}
    assert sorted(family for family in families if not any(code.startswith(family) for code in EVERY)) == []


def test_every_refusal_says_why() -> None:
    assert [code for code in Refusal if f"refused.{code}" not in MESSAGES] == []


def test_every_kind_of_chance_is_named() -> None:
    messages = GAMES["american-roulette"].messages
    assert [kind for kind in BetKind if f"kind.{kind}" not in messages or f"of.{kind}" not in messages] == []


@pytest.mark.parametrize("system", ["", *GAMES])
def test_figures_stand_in_both_languages(system: str) -> None:
    portuguese, english = messages_for("pt", system), messages_for("en", system)
    holes = re.compile(r"\{\w+\}")
    assert [
        code
        for code in english
        if sorted(holes.findall(portuguese[code])) != sorted(holes.findall(english[code]))
    ] == []


def test_the_round_is_announced_in_the_words_of_the_regulation() -> None:
    portuguese = messages_for("pt", "american-roulette")
    assert portuguese["phase.betting"] == "Façam as vossas apostas"  # [AR-14b] [FR-R15b]
    assert portuguese["phase.closed"] == "Jogo feito, nada mais"  # [AR-14b] [FR-R15b]
