"""One glossary for players in every language: its words are those of all their sentences, and its page shows
them.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from babel.messages.catalog import Catalog
from django.test import Client
from django.utils.html import escape

from casino.languages.translations import (
    Message,
    MessageInContext,
    messages_for_players,
    po_file,
    read_translations,
)
from casino.web.glossary import GROUPS, TERMS, Term
from players.languages import HOUSE_LANGUAGES, SOURCE_LANGUAGE, Language, language_of
from players.shared.collation import collation_key

PLACES = re.compile(r"%\(\w+\)[sd]|\{\w*\}")  # their names are not read
TRANSLATED = [language for language in HOUSE_LANGUAGES if language.code != SOURCE_LANGUAGE]
SOURCE = language_of(SOURCE_LANGUAGE).short


def of(names: list[Term] | tuple[Term, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("term", names, ids=lambda term: term.words[SOURCE].word)


EVERY_TERM = of(TERMS)
EVERY_TRANSLATION = pytest.mark.parametrize("language", TRANSLATED, ids=lambda language: language.tag)


@cache
def sentences(language: Language) -> list[tuple[str, str]]:
    """Every sentence for players in English and in this language."""
    catalogue = read_translations(po_file(language))
    return [pair for message in messages_for_players() for pair in pairs(catalogue, message)]


def pairs(catalogue: Catalog, message: Message) -> list[tuple[str, str]]:
    context = message.context if isinstance(message, MessageInContext) else None
    text = message.text if isinstance(message, MessageInContext) else message
    ids = (text,) if isinstance(text, str) else text
    entry = catalogue.get(ids[0], context)
    assert entry is not None, ids
    said = entry.string if isinstance(entry.string, (tuple, list)) else (entry.string,)
    return [(english, str(translation)) for english, translation in zip(ids, said, strict=False)]


def holds(pattern: str, text: str) -> bool:
    return re.search(pattern, PLACES.sub("", text), re.IGNORECASE) is not None


def is_otherwise(term: Term, english: str) -> bool:
    return any(holds(phrase, english) for phrase in term.otherwise)


def with_another_word(term: Term, language: Language, said: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [
        (english, text)
        for english, text in said
        if holds(term.words[SOURCE].find, english)
        and not is_otherwise(term, english)
        and not re.search(term.words[language.short].find, text, re.IGNORECASE)
    ]


def forbidden(term: Term, short: str, said: list[tuple[str, str]]) -> list[str]:
    never = term.words[short].never
    shown = [(english, english if short == SOURCE else text) for english, text in said]
    return [
        text for english, text in shown if never and holds(never, text) and not is_otherwise(term, english)
    ]


@EVERY_TERM
@EVERY_TRANSLATION
def test_a_thing_has_one_name_in_every_sentence(term: Term, language: Language) -> None:
    said = sentences(language)
    assert len(said) > 2000
    assert with_another_word(term, language, said) == []


@EVERY_TERM
@pytest.mark.parametrize("language", HOUSE_LANGUAGES, ids=lambda language: language.tag)
def test_no_sentence_has_a_forbidden_name(term: Term, language: Language) -> None:
    said = sentences(TRANSLATED[0] if language.short == SOURCE else language)
    assert forbidden(term, language.short, said) == [], f"say: {term.words[language.short].word}"


def test_another_name_and_a_forbidden_one_are_noticed() -> None:
    term = next(term for term in TERMS if term.words[SOURCE].word == "round")
    said = [
        ("The round ends.", "A ronda acaba."),
        ("The round ends.", "A jogada acaba."),
        ("%(round)s ends.", "%(round)s acaba."),
        ("The betting round ends.", "O turno acaba."),
    ]
    assert with_another_word(term, language_of("pt"), said) == said[:1]
    assert forbidden(term, "pt", said) == ["A ronda acaba."]


@EVERY_TERM
def test_a_term_is_complete_and_used(term: Term) -> None:
    assert set(term.words) == {language.short for language in HOUSE_LANGUAGES}
    english = [text for text, _ in sentences(TRANSLATED[0])]
    assert any(holds(term.words[SOURCE].find, text) for text in english), "nobody says it"
    for phrase in term.otherwise:
        assert any(holds(phrase, text) for text in english), f"no sentence has {phrase}"
    for word in term.words.values():
        assert word.says.endswith(".")
        assert not word.never or not holds(word.never, f"{word.word} {word.says}")


def test_no_word_stands_for_two_things_in_one_group() -> None:
    for language in HOUSE_LANGUAGES:
        words = [(term.group, term.words[language.short].word) for term in TERMS]
        assert len(words) == len(set(words)) > 25


@pytest.mark.parametrize("language", HOUSE_LANGUAGES, ids=lambda language: language.tag)
def test_the_page_shows_every_term_in_the_language_of_its_reader(language: Language) -> None:
    page = Client(headers={"accept-language": language.tag}).get("/glossary/").content.decode()
    assert page.count("<dt>") == len(TERMS) and page.count('<dl id="glossary-') == len(GROUPS)
    for term in TERMS:
        assert f"<dt>{term.words[language.short].word}</dt>" in page
        assert escape(term.words[language.short].says) in page
    assert f'lang="{next(other for other in HOUSE_LANGUAGES if other is not language).tag}"' in page


def glossary_page(query: str, language: str = "pt-PT") -> str:
    return Client(headers={"accept-language": language}).get(f"/glossary/?{query}").content.decode()


def words_of(page: str) -> list[str]:
    return re.findall("<dt>(.*?)</dt>", page)


@pytest.mark.parametrize(
    ("query", "language"), [("premio", "pt-PT"), ("PRÉMIO", "pt-PT"), ("premio", "en-GB"), ("prize", "es-ES")]
)
def test_a_word_is_found_without_accents_and_in_every_language(query: str, language: str) -> None:
    page = glossary_page(f"q={query}", language)
    term = next(term for term in TERMS if term.words[SOURCE].word == "prize")
    assert term.in_language(next(one for one in HOUSE_LANGUAGES if one.tag == language)).word in words_of(
        page
    )
    assert 0 < len(words_of(page)) < len(TERMS)
    assert f'value="{query}"' in page and 'href="/glossary/"' in page


def test_a_search_that_finds_nothing_says_so_and_leads_back() -> None:
    page = glossary_page("q=xyzzy%3Cb%3E")
    assert words_of(page) == [] and "0 palavras encontradas." in page
    assert "Todas as palavras" in page and "xyzzy&lt;b&gt;" in page


@pytest.mark.parametrize("language", HOUSE_LANGUAGES, ids=lambda language: language.tag)
def test_all_words_stand_below_their_letters(language: Language) -> None:
    page = glossary_page("order=letters", language.tag)
    words = words_of(page)
    assert len(words) == len(TERMS)
    assert words == sorted(words, key=lambda word: collation_key(word, language.own_letters))
    letters = re.findall('<dl id="glossary-(.)">', page)
    assert letters == sorted(set(letters)) and len(letters) > 10
    assert len(words_of(glossary_page("order=letters&q=carta"))) < len(TERMS)


@pytest.mark.django_db
def test_the_foot_of_every_page_leads_to_it() -> None:
    assert 'href="/glossary/"' in Client().get("/responsible/").content.decode()
