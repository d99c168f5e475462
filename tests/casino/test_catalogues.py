"""Every sentence that people read has a Portuguese translation: complete, not fuzzy, with the same
placeholders.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from casino.message_catalogue import ROOT, MessageInContext, all_messages, catalogue, untranslated

PORTUGUESE = ROOT / "casino" / "locale" / "pt_PT" / "LC_MESSAGES" / "django.po"
FIGURES = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?[a-z][^>]*>")


@pytest.fixture(scope="module")
def portuguese() -> Catalog:
    return catalogue(PORTUGUESE)


def test_every_sentence_of_the_house_is_translated(portuguese: Catalog) -> None:
    messages = all_messages()
    assert len(messages) > 500, "the search for sentences finds them"
    assert untranslated(messages, portuguese) == {}


def test_a_missing_and_an_unsure_translation_are_noticed() -> None:
    known = Catalog()
    known.add("Tables", "Mesas")
    known.add("Rounds", "Jogadas", flags=["fuzzy"])
    assert untranslated({"Tables": "a", "Rounds": "b", "Money": "c"}, known) == {"Rounds": "b", "Money": "c"}


def test_context_decides_the_translation() -> None:
    known = Catalog()
    known.add("tie", "empatada", context="a hand")
    assert untranslated({MessageInContext("a hand", "tie"): "a", "tie": "b"}, known) == {"tie": "b"}


def test_a_translation_carries_the_same_figures(portuguese: Catalog) -> None:
    for message in portuguese:
        if message.id:
            for english, translated in zip(forms(message.id), forms(message.string), strict=True):
                assert sorted(FIGURES.findall(english)) == sorted(FIGURES.findall(translated)), english


def forms(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def test_the_voice_is_calm(portuguese: Catalog) -> None:
    """No exclamation marks and nothing that urges, in either language."""
    for message in portuguese:
        for text in (*forms(message.id), *forms(message.string)) if message.id else ():
            assert "!" not in text, text


def test_no_message_is_listed_twice() -> None:
    ids = re.findall(r'^((?:msgctxt ".*?"\n)?msgid ".*?"(?:\n".*?")*)$', PORTUGUESE.read_text(), re.M)
    assert len(ids) == len(set(ids))


def test_the_legal_phrases_are_those_of_the_regulation(portuguese: Catalog) -> None:
    """[AR-14b] [FR-R15b]"""
    bets, closed = portuguese.get("Place your bets"), portuguese.get("No more bets")
    assert isinstance(bets, Message) and isinstance(closed, Message)
    assert (bets.string, closed.string) == ("Façam as vossas apostas", "Jogo feito, nada mais")


def test_the_search_sees_templates_and_plurals(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        '{% load i18n %}{% translate "One (1)" %}{% translate "Split" context "blackjack" %}'
        "{% blocktranslate count n=n %}{{ n }} code{% plural %}{{ n }} codes{% endblocktranslate %}"
    )
    for package in ("casino", "games", "players"):
        (tmp_path / package).mkdir()
    (tmp_path / "games" / "words.py").write_text('WORDS = (pgettext_lazy("a hand", "tie"), _("tie"))')
    seen = {
        "One (1)",
        ("%(n)s code", "%(n)s codes"),
        MessageInContext("blackjack", "Split"),
        MessageInContext("a hand", "tie"),
        "tie",
    }
    assert set(all_messages(tmp_path)) == seen
