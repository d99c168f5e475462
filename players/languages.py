"""The languages of the house: the one list. A new language is one entry here and its translations in
casino/locale (docs/contributing/adding-a-language.md).

Numbers, amounts and the names of countries follow the Unicode tables (CLDR) by the entry's tag: Babel has
them on the server, Intl in the browser. Dates follow Django's formats, unless casino/languages/formats has
others.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import get_language, to_locale


class Language(NamedTuple):
    code: str  # as Django writes it; the folder of its translations follows from it
    tag: str  # as browsers write it, with the country: the attribute `lang`, Intl, voices
    name: str  # in the language itself
    # Whether the back office has it. Other members of staff read English there, not a mixture.
    for_staff: bool = False
    # Whether the terms and the base rules are published in it. Elsewhere pages show the Portuguese text,
    # which is the lawful one.
    has_legal_texts: bool = False
    # Letters of their own in its alphabet: each follows all words with the same letter without the mark.
    own_letters: str = ""

    @property
    def short(self) -> str:
        """Two letters, as in the column of a legal text: pt."""
        return self.tag[:2]

    @property
    def locale(self) -> str:
        """The folder of its translations."""
        return to_locale(self.code)


HOUSE_LANGUAGES: Final = (
    Language("pt-pt", "pt-PT", "Português", for_staff=True, has_legal_texts=True),
    Language("en", "en-GB", "English", for_staff=True, has_legal_texts=True),
    Language("es", "es-ES", "Español", own_letters="ñ"),
)
# The two settings of Django. The first language is that of people who chose none, and of the law.
LANGUAGES: Final = [(language.code, language.name) for language in HOUSE_LANGUAGES]
LANGUAGE_CODE: Final = HOUSE_LANGUAGES[0].code
# The language of the sources, which every member of staff can fall back on.
SOURCE_LANGUAGE: Final = "en"


def language_of(code: str | None) -> Language:
    """The language with this code or tag, or else one of the same name («pt»), or else the first."""
    wanted = (code or "").lower()
    for language in HOUSE_LANGUAGES:
        if wanted in (language.code, language.tag.lower()):
            return language
    for language in HOUSE_LANGUAGES:
        if wanted[:2] == language.short:
            return language
    return HOUSE_LANGUAGES[0]


def page_language() -> Language:
    """The language in which the page is written."""
    return language_of(get_language())


def staff_language(code: str | None) -> Language:
    """The language of a member of staff in the back office and in its e-mails."""
    language = language_of(code)
    return language if language.for_staff else language_of(SOURCE_LANGUAGE)


def legal_language(code: str | None = None) -> Language:
    """The language in which this reader is shown a legal text."""
    language = language_of(code or get_language())
    return language if language.has_legal_texts else HOUSE_LANGUAGES[0]


def language_choices() -> list[tuple[str, str]]:
    """The choices of a field. A function, so that a new language is no migration."""
    return LANGUAGES
