"""Every message code that the table page uses has a sentence in both languages."""

from __future__ import annotations

import re

import pytest

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.lobby import messages as window
from games.rounds.receipts import log_parts
from games.rounds.replay import player_replay
from games.rules.roulette.layout import PLACES, BetKind
from games.rules.shared.refusals import Refusal
from games.tables.messages.table import MESSAGES, messages_for
from players.languages import LANGUAGES
from tests.rules.roulette.play import EVERY_CALL

SCRIPTS = sorted((PROJECT / "static" / "js").rglob("*.js"))
PAGES = {*window.WINDOW, *player_replay.MESSAGES, *log_parts.MESSAGES}
EVERY = {*MESSAGES, *PAGES, *(code for game in GAMES.values() for code in game.messages)}
OWN = ("js/games/", "js/table/cards/")
TRANSLATED = re.compile(r"\bt\(\s*\"([^\"]+)\"")
FAMILY = re.compile(r"\bt\(\s*`([a-z.-]+)\$\{")


def test_every_sentence_that_the_page_says_exists() -> None:
    codes = {code for path in SCRIPTS for code in TRANSLATED.findall(path.read_text())}
    assert sorted(codes - EVERY) == []
    families = {code for path in SCRIPTS for code in FAMILY.findall(path.read_text())}
    assert sorted(family for family in families if not any(code.startswith(family) for code in EVERY)) == []


@pytest.mark.parametrize("system", GAMES)
def test_a_game_has_every_sentence_that_its_own_page_says(system: str) -> None:
    """A sentence of another game does not count: it is not sent with this page. What all tables share says
    some sentences at some games only.
    """
    own = [name for name in GAMES[system].page.modules if name.startswith(OWN)]
    scripts = "\n".join((PROJECT / "static" / name).read_text() for name in own)
    assert "felt.name" in TRANSLATED.findall(scripts), "the layout of every game has a name"
    for language in dict(LANGUAGES):
        words = messages_for(language, system)
        assert sorted(set(TRANSLATED.findall(scripts)) - words.keys()) == []
        families = set(FAMILY.findall(scripts))
        assert [family for family in families if not any(word.startswith(family) for word in words)] == []


# What the shared scripts say at games with call bets alone.
CALLS = {"call.costs"}


@pytest.mark.parametrize("system", GAMES)
def test_a_game_has_every_sentence_that_all_tables_say(system: str) -> None:
    """Among them what a player who plays alone is asked to do.  [AR-14b] [FR-R15b]"""
    shared = [name for name in GAMES[system].page.modules if not name.startswith(OWN)]
    spoken = set(TRANSLATED.findall("\n".join((PROJECT / "static" / name).read_text() for name in shared)))
    assert sorted(spoken - messages_for("en", system).keys() - CALLS) == []
    assert "phase.individual" in spoken


@pytest.mark.parametrize("system", ["baccarat", "blackjack", "caribbean-stud", "macau-stud"])
def test_PB_27b_a_table_of_cards_says_that_they_are_being_dealt(system: str) -> None:
    closed = {language: messages_for(language, system)["phase.closed"] for language in ("en", "pt-pt")}
    assert closed["en"] == "No more bets, cards are being dealt"
    assert closed["pt-pt"] != messages_for("pt-pt", "american-roulette")["phase.closed"]


@pytest.mark.parametrize("system", ["american-roulette", "french-roulette"])
def test_everything_on_the_layout_of_roulette_has_its_words(system: str) -> None:
    words = messages_for("en", system)
    kinds = {place.partition(":")[0] for place in PLACES["00"]}
    printed = {f"felt.{kind}" for kind in ("low", "high", "even", "odd")}  # red and black are drawn
    printed |= {f"felt.{place}" for place in PLACES["00"] if place.startswith(("dozen:", "column:"))}
    colours = {f"colour.{colour}" for colour in ("red", "black", "green")}
    calls = {f"call.{call}" for call in EVERY_CALL}
    named = {f"{family}.{kind}" for family in ("kind", "of") for kind in kinds}
    assert sorted({*printed, *colours, *calls, *named} - words.keys()) == []
    assert len(printed) == 10


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
