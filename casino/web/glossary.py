"""The words of play and money for players: one word for one thing in each language, from `glossary.toml`.

The page shows them; a test compares every sentence that players read with the same file.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Literal

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from players.languages import HOUSE_LANGUAGES, SOURCE_LANGUAGE, Language, language_of, page_language
from players.shared.collation import collation_key
from players.shared.decoding import prepare

LONGEST_SEARCH = 40
GroupName = Literal["play", "cards", "poker", "money", "protection", "fairness"]
GROUPS: dict[GroupName, Promise] = {
    "play": _("At every table"),
    "cards": _("Card games"),
    "poker": _("Hold'em poker"),
    "money": _("Deposits and withdrawals"),
    "protection": _("Play safely"),
    "fairness": _("Security and fairness"),
}


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a thing is called in a language and what it is; `find` and `never` are regular expressions."""

    word: str
    says: str
    find: str
    never: str = ""


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing, by the short names of the languages."""

    group: GroupName
    words: dict[str, Word]
    otherwise: tuple[str, ...] = ()  # English phrases that mean something else, or are translated freely

    def in_language(self, language: Language) -> Word:
        """Its word; in the language of the sources as long as another one has none."""
        return self.words.get(language.short) or self.words[language_of(SOURCE_LANGUAGE).short]


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[Term, ...]


prepare(Glossary)
TERMS = msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=Glossary).term


class Entry(msgspec.Struct, frozen=True):
    """A term as a page in one language shows it: its word, what it is, and the words of the others."""

    word: str
    says: str
    others: list[tuple[Language, str]]


def entries(terms: Iterable[Term], language: Language) -> list[Entry]:
    """The terms by their word in this language."""
    others = [other for other in HOUSE_LANGUAGES if other is not language]
    shown = [
        Entry(
            word=term.in_language(language).word,
            says=term.in_language(language).says,
            others=[(other, term.words[other.short].word) for other in others if other.short in term.words],
        )
        for term in terms
    ]
    return sorted(shown, key=lambda entry: collation_key(entry.word, language.own_letters))


def matching_terms(search: str, language: Language) -> list[Term]:
    """The terms with these letters in their word or explanation, or in their word in another language."""
    letters = collation_key(search)[0]
    return [
        term for term in TERMS if any(letters in collation_key(text)[0] for text in _texts(term, language))
    ]


def _texts(term: Term, language: Language) -> list[str]:
    return [term.in_language(language).says, *(word.word for word in term.words.values())]


class Section(msgspec.Struct, frozen=True):
    """Words below one heading: a group, or a letter."""

    name: str
    title: str | Promise
    entries: list[Entry]


def by_group(terms: list[Term], language: Language) -> list[Section]:
    sections = [
        Section(name, title, entries((term for term in terms if term.group == name), language))
        for name, title in GROUPS.items()
    ]
    return [section for section in sections if section.entries]


def by_letter(terms: list[Term], language: Language) -> list[Section]:
    letters = groupby(entries(terms, language), key=lambda entry: collation_key(entry.word)[0][:1])
    return [Section(letter, letter.upper(), list(shown)) for letter, shown in letters]


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    language = page_language()
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    is_by_letter = request.GET.get("order") == "letters"
    terms = matching_terms(search, language)
    context = {
        "section": "glossary",
        "sections": by_letter(terms, language) if is_by_letter else by_group(terms, language),
        "search": search,
        "letters": [letter.name for letter in by_letter(terms, language)],
        "count": len(terms),
        "is_by_letter": is_by_letter,
        "longest": LONGEST_SEARCH,
    }
    return render(request, "portal/information/glossary.html", context)
