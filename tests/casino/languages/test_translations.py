"""Every sentence that people read is translated into every language: complete, not fuzzy, with the same
placeholders. Sentences for staff alone are translated into the languages of the back office.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

from casino.languages.translations import (
    STAFF_PLACES,
    MessageInContext,
    all_messages,
    messages_for_players,
    messages_in_python,
    po_file,
    read_translations,
    required_messages,
    untranslated,
)
from players.languages import HOUSE_LANGUAGES, SOURCE_LANGUAGE, Language, language_of

TRANSLATED = [language for language in HOUSE_LANGUAGES if language.code != SOURCE_LANGUAGE]
# Words that several games use without a context, each with one meaning. A word with two, such as the split of
# a hand and the split of a roulette, has a context at each place.
SHARED_WORDS = {
    *("Bet", "Cards", "Commission", "Minimum", "Places", "State"),
    *("flush", "straight"),  # hands of cards
}
FIGURES = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?[a-z][^>]*>")


@pytest.fixture(scope="module", params=TRANSLATED, ids=lambda language: language.tag)
def language(request: Any) -> Language:
    translated: Language = request.param
    return translated


@pytest.fixture(scope="module")
def translations(language: Language) -> Catalog:
    return read_translations(po_file(language))


def test_every_sentence_that_people_read_is_translated(language: Language, translations: Catalog) -> None:
    messages = required_messages(language)
    assert len(messages) > 2500, "the search for sentences finds them"
    assert untranslated(messages, translations) == {}


@pytest.mark.parametrize(
    ("place", "is_for_staff"),
    [
        ("casino/backoffice/theme.py", True),
        ("casino/compliance/reports/views.py", True),
        ("templates/backoffice/chart.html", True),
        ("players/wallet/cashier/admin.py", True),
        ("games/floor/forms.py", True),
        ("templates/portal/cashier/deposit.html", False),
        ("games/tables/messages/table.py", False),
        ("templates/404.html", False),
    ],
)
def test_the_place_of_a_sentence_says_who_reads_it(place: str, is_for_staff: bool) -> None:
    assert bool(STAFF_PLACES.search(place)) is is_for_staff


def test_a_sentence_for_both_is_one_for_players() -> None:
    every, theirs = all_messages(), messages_for_players()
    assert "Deposits" in theirs and "Return control" in every and "Return control" not in theirs


def test_a_missing_and_an_unsure_translation_are_noticed() -> None:
    known = Catalog()
    known.add("Tables", "Mesas")
    known.add("Rounds", "Jogadas", flags=["fuzzy"])
    assert untranslated({"Tables": "a", "Rounds": "b", "Money": "c"}, known) == {"Rounds": "b", "Money": "c"}


def test_context_decides_the_translation() -> None:
    known = Catalog()
    known.add("tie", "empatada", context="a hand")
    assert untranslated({MessageInContext("a hand", "tie"): "a", "tie": "b"}, known) == {"tie": "b"}


def test_a_word_that_several_games_share_has_one_meaning() -> None:
    games: dict[str, set[str]] = {}
    for place, message in messages_in_python():
        package = re.match(r"games/catalogue/(\w+)/", place)
        if package and isinstance(message, str) and message.isalpha():
            games.setdefault(message, set()).add(package[1])
    assert {word for word, packages in games.items() if len(packages) > 1} == SHARED_WORDS


def test_a_translation_carries_the_same_figures(translations: Catalog) -> None:
    for message in translations:
        if message.id:
            for english, translated in zip(forms(message.id), forms(message.string), strict=True):
                assert sorted(FIGURES.findall(english)) == sorted(FIGURES.findall(translated)), english


def forms(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def test_the_voice_is_calm(translations: Catalog) -> None:
    """No exclamation marks and nothing that urges, in any language."""
    for message in translations:
        for text in (*forms(message.id), *forms(message.string)) if message.id else ():
            assert "!" not in text, text


def test_no_message_is_listed_twice(language: Language) -> None:
    ids = re.findall(r'^((?:msgctxt ".*?"\n)?msgid ".*?"(?:\n".*?")*)$', po_file(language).read_text(), re.M)
    assert len(ids) == len(set(ids))


def test_the_legal_phrases_are_those_of_the_regulation() -> None:
    """[AR-14b] [FR-R15b]"""
    portuguese = read_translations(po_file(language_of("pt")))
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
