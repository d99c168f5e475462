"""The words of play and money for players: one word for one thing in each language, from `glossary.toml`.

The page shows them; a test compares every sentence that players read with the same file.
"""

from __future__ import annotations

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


def entries(group: GroupName, language: Language) -> list[Entry]:
    others = [other for other in HOUSE_LANGUAGES if other is not language]
    shown = [
        Entry(
            word=term.in_language(language).word,
            says=term.in_language(language).says,
            others=[(other, term.words[other.short].word) for other in others if other.short in term.words],
        )
        for term in TERMS
        if term.group == group
    ]
    return sorted(shown, key=lambda entry: collation_key(entry.word, language.own_letters))


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    language = page_language()
    groups = [(name, title, entries(name, language)) for name, title in GROUPS.items()]
    return render(request, "portal/information/glossary.html", {"section": "glossary", "groups": groups})
