"""The countries of the world by their two letters (ISO 3166), named in the language of the page by Unicode's own tables."""

from __future__ import annotations

from functools import cache

from babel import Locale
from django.utils.translation import get_language

from players.shared.collation import collation_key

HOME = "PT"
# Codes of the tables that are no country: unions, pseudo-languages, outlying islands that share the code of a country.
NO_COUNTRY = frozenset({"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"})
CODES = frozenset(
    code for code in Locale("en").territories if len(code) == 2 and code.isalpha() and code not in NO_COUNTRY
)


@cache
def _named(language: str) -> dict[str, str]:
    locale = Locale("en") if language.startswith("en") else Locale("pt", "PT")
    return {code: locale.territories[code] for code in CODES}


def name_of(code: str, language: str | None = None) -> str:
    return _named(language or get_language() or "pt-pt").get(code, code)


@cache
def _sorted(language: str) -> list[tuple[str, str]]:
    named = _named(language)
    rest = sorted((code for code in CODES if code != HOME), key=lambda code: collation_key(named[code]))
    return [(code, named[code]) for code in (HOME, *rest)]


def choices() -> list[tuple[str, str]]:
    """For a list to choose from: at home first, then by name."""
    return _sorted(get_language() or "pt-pt")
